"""``make check-hosts``: two hosts with one site, of which each is lost in turn while games go on.

The hosts are network namespaces with nginx, processes, PostgreSQL and Redis of their own, and a
line between them that delays and loses packets. What is done to them are the commands under
"Two hosts" in docs/operations.md, read from there. Needs root, /dev/net/tun, nginx, PostgreSQL
and Redis.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.deploy.moves import Play
from tests.deploy.people import Person
from tests.deploy.shipped import environment_file
from tests.hosts.host import Host, World
from tests.hosts.network import Line, Namespace
from tests.wire import PATIENCE

LONGEST = 600
"""Seconds after which it gives up, whatever it is waiting for."""

DELAY, LOSS = 0.005, 0.01
"""Seconds one way between the hosts, and the share of packets that are lost on the way."""

FIRST, SECOND = "10.0.0.1", "10.0.0.2"
"""The addresses in docs/operations.md."""

NEEDED = ("ip", "nginx", "openssl", "redis-server", "runuser")


class Hosts:
    """Two hosts, the line between them and the world in front. A context manager."""

    def __init__(self) -> None:
        self._leaving = ExitStack()
        folder = self._leaving.enter_context(tempfile.TemporaryDirectory(prefix="oxo-hosts-"))
        self.folder = Path(folder)
        self.folder.chmod(0o711)

    def __enter__(self) -> Hosts:
        try:
            self._make()
        except BaseException:
            self._leaving.close()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        self._leaving.close()

    def _make(self) -> None:
        nets = [self._namespace(number) for number in (0, 1)]
        ends = dict(zip((FIRST, SECOND), nets, strict=True))
        self.line = self._leaving.enter_context(Line(ends, DELAY, LOSS))
        self.world = World(self.folder, [net.address for net in nets])
        self.world.make_certificate()
        self.a = Host("first", (FIRST, SECOND), (1, 2), nets[0])
        self.b = Host("second", (SECOND, FIRST), (3, 4), nets[1])
        settings, password = self._settings()
        for host in (self.a, self.b):
            self._leaving.callback(host.remove)
            host.lay_out(self.folder, settings, password)

    def _namespace(self, number: int) -> Namespace:
        made = Namespace(f"oxo-{os.getpid()}-{number}", number)
        self._leaving.callback(made.remove)
        return made

    def _settings(self) -> tuple[dict[str, str], str]:
        """/etc/oxo.env of both hosts, and the password of PostgreSQL's role and of Redis."""
        password = secrets.token_hex(16)
        own = {
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": f"postgres://oxo:{password}@{FIRST}:5432/oxo",
            "REDIS_URL": f"redis://:{password}@{FIRST}:6379/0",
            "VAR_DIR": str(self.folder / "var"),
            "EMAIL_URL": "dummy:",
        }
        return environment_file() | own, password

    def set_up(self) -> None:
        """What README and the page say of the beginning, up to a site that answers."""
        follow(self.a, "On both hosts")
        follow(self.b, "On both hosts")
        password = self.a.setting("DATABASE_URL").split(":")[2].partition("@")[0]
        for statement in (
            f"CREATE ROLE oxo LOGIN REPLICATION PASSWORD '{password}'",
            "CREATE DATABASE oxo OWNER oxo",
        ):
            self.a.as_postgres("psql", "-qc", statement)
        self.a.manage("migrate", "-v", "0")
        self.a.manage("collectstatic", "--no-input", "-v", "0")
        follow(self.b, "The replica")
        follow(self.a, "The replica follows")
        for host in (self.a, self.b):
            host.systemctl("start", "oxo.target")
            host.systemctl("start", "nginx")
        self.a.systemctl("start", "oxo-sweep")


def main() -> int:
    signal.signal(signal.SIGALRM, _give_up)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.alarm(LONGEST)
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # pings that nobody answers
    there = os.environ["PATH"] + ":/usr/sbin"
    missing = [name for name in NEEDED if not shutil.which(name, path=there)]
    if missing or os.geteuid() != 0 or not Path("/dev/net/tun").exists():
        return _say(f"NOT CHECKED: needs root, /dev/net/tun and {', '.join(missing or NEEDED)}.", 1)
    began = time.monotonic()
    try:
        with Hosts() as hosts:
            check(hosts)
    except Exception as error:
        return _say(f"BROKEN  {type(error).__name__}: {error}", 1)
    return _say(f"All kept, in {time.monotonic() - began:.0f} s.", 0)


def check(hosts: Hosts) -> None:
    hosts.set_up()
    away = f"{1000 * DELAY:.0f} ms one way, {LOSS:.0%} of packets lost"
    _say(f"ok    up: two hosts, four processes, a replica that follows; {away}")
    with Play(hosts.world) as play:
        with _timed("games go on", play):
            pass
        _cut_off(hosts, play)
        _lose_primary(hosts, play)
    _say(f"ok    {play.verified()}, {len(play.closes)} sockets reopened")
    _say(f"ok    {hosts.b.manage('verify', '--all').splitlines()[-1]}")


def _cut_off(hosts: Hosts, play: Play) -> None:
    """The replica's host is cut off and comes back; its games go on at the other."""
    hosts.line.cut = True
    hosts.b.net.set_reachable(False)
    _say("      --- the second host is cut off")
    with _timed("games go on at the first host alone", play):
        follow(hosts.a, "The replica is away")
    hosts.line.cut = False
    hosts.b.net.set_reachable(True)
    _say("      --- the second host is back")
    with _timed("games go on at both hosts, the replica follows", play):
        follow(hosts.a, "The replica follows")
        _until_ready(hosts.b)
    _none_lost(play)


def _lose_primary(hosts: Hosts, play: Play) -> None:
    """The primary's host loses its power; the replica is promoted; the lost one comes back."""
    hosts.line.cut = True
    hosts.a.lose_power()
    hosts.world.addresses.reverse()
    _say("      --- the first host is lost, with the primary and Redis")
    with _timed("games go on at the second host", play):
        follow(hosts.b, "The primary is lost")
    _none_lost(play)
    hosts.line.cut = False
    hosts.a.net.set_reachable(True)
    _say("      --- the first host comes back")
    with _timed("games go on at both hosts, the old primary follows", play):
        follow(hosts.a, "The lost one comes back")
        follow(hosts.a, "The replica")
        hosts.a.systemctl("start", "redis-server")
        hosts.a.systemctl("start", "oxo.target")
        hosts.a.systemctl("start", "nginx")
        follow(hosts.b, "The replica follows")
        _until_ready(hosts.a)
    _none_lost(play)


def _none_lost(play: Play) -> None:
    lost = sum(table.lost() for table in play.tables)
    assert lost == 0, f"{lost} acknowledged moves are lost"
    _say(f"      {play.moves} moves acknowledged so far, lost 0")


def _until_ready(host: Host) -> None:
    """Wait until the host's nginx finds every process ready."""
    here = World(host.places.folder, [host.net.address])
    here.certificate = host.shared / "tls" / "fullchain.pem"
    deadline = time.monotonic() + PATIENCE
    same = 0
    while same < 8:
        assert time.monotonic() < deadline, f"the {host.host} host is not ready"
        try:
            same = same + 1 if Person(here).get("/readyz").status == 200 else 0
        except OSError:
            same = 0
        time.sleep(0.05)


def follow(host: Host, heading: str) -> None:
    """Do what the page says, and say how long each command took."""
    began = time.monotonic()
    done = host.follow(heading)
    _say(f"{time.monotonic() - began:6.1f} s  {heading}, on the {host.host} host")
    for command, seconds in done:
        if seconds > 0.5:
            _say(f"{seconds:8.1f} s  {command[:100]}")


@contextmanager
def _timed(title: str, play: Play) -> Iterator[None]:
    """How long it takes to do something and until everybody who plays has moved again."""
    began = time.monotonic()
    yield
    play.go_on()
    _say(f"{time.monotonic() - began:6.1f} s  in all until {title}")


def _say(text: str, code: int = 0) -> int:
    print(text, flush=True)  # noqa: T201
    return code


def _give_up(*_: Any) -> None:
    raise TimeoutError(f"not finished within {LONGEST} s")


if __name__ == "__main__":
    sys.exit(main())
