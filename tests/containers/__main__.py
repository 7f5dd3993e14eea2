"""``make check-containers``: bring the containers of config/deploy up and hold them to their word.

Images are built, containers killed one after the other while games go on, a changed image rolled
out and a backup brought back; a table says what each of that cost. Needs root and Debian, and
leaves only base images behind. With ``--if-possible`` a machine on which no container can run is
no failure: the last line then says that nothing was checked.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tests.containers import faults
from tests.containers.engine import CannotRun, Engine, said
from tests.containers.site import IMAGES, SERVICES, Site
from tests.deploy.moves import Play
from tests.deploy.players import BySockets
from tests.wire import PATIENCE

LONGEST = 900
"""Seconds after which it gives up, whatever it is waiting for."""

CATASTROPHE = "TRUNCATE games_game CASCADE"

T = TypeVar("T")

CHANGED = "No such page any more"
CHANGE = f"""
FROM localhost/oxo
USER root
RUN sed -i 's/No such page/{CHANGED}/' templates/404.html
USER 10001:10001
"""
"""A release that says something else on one page."""

READ_ONLY = "touch /opt/oxo/x /usr/x /etc/x 2>&1; id -u"


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGALRM, _give_up)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.alarm(LONGEST)
    with Engine() as engine:
        return _check_with(engine, "--if-possible" in arguments)


def _check_with(engine: Engine, if_possible: bool) -> int:
    try:
        engine.prepare()
        bases = _timed("base images", engine.make_bases)
    except (CannotRun, OSError, subprocess.SubprocessError) as error:
        _say(f"NOT CHECKED: no container can run here: {said(error)}")
        return 0 if if_possible else 1
    with tempfile.TemporaryDirectory(prefix="oxo-containers-") as folder:
        site = Site(engine, bases, Path(folder))
        site.write_settings()
        began = time.monotonic()
        try:
            check(site)
        except Exception as error:
            why = getattr(error, "stderr", None) or ""
            return _say(f"BROKEN  {type(error).__name__}: {error}\n{why[-2000:]}", 1)
    return _say(f"All kept, in {time.monotonic() - began:.0f} s.", 0)


def check(site: Site) -> None:
    _timed("images built", site.build)
    for tag in IMAGES:
        _say(f"      {tag}: {site.engine.size(tag) / 1e6:.0f} MB")
    began = time.monotonic()
    with site:
        _say(f"ok    up: all healthy {time.monotonic() - began:.1f} s after a cold start")
        for promise in (health, rights, one_game, survives, restores):
            title = " ".join((promise.__doc__ or "").split())
            _say(f"ok    {title}: {promise(site)}")
        stopped = time.monotonic()
    _say(f"ok    down, in {time.monotonic() - stopped:.1f} s")


def health(site: Site) -> str:
    """/readyz answers through nginx, and a container sees each part"""
    answer = site.visitor().get("/readyz")
    assert (answer.status, answer.json()) == (200, {"ready": True}), answer.body
    probe = ("python", "-m", "config.observe.probe", "/run/oxo/1/oxo.sock", "/readyz")
    inside = site.compose("exec", "-T", "oxo-1", *probe)
    assert inside.startswith("200 "), inside
    return inside.strip()


def rights(site: Site) -> str:
    """no container runs as root, has a capability or can write where its program lies"""
    for service in SERVICES:
        found = site.rights(service)
        assert found["Uid"].split()[0] != "0", f"{service} runs as root"
        assert int(found["CapEff"], 16) == int(found["CapBnd"], 16) == 0, f"{service}: {found}"
        assert found["NoNewPrivs"] == "1", f"{service} may gain rights"
        said = site.compose("exec", "-T", service, "sh", "-c", READ_ONLY)
        assert said.count("Read-only file system") >= 2, f"{service}: {said}"
    image = site.compose("exec", "-T", "oxo-1", "find", "/opt/oxo", "-name", ".env*")
    assert image == "", f"the image has {image}"
    return ", ".join(SERVICES)


def one_game(site: Site) -> str:
    """two people sign up and play a game to its end through nginx"""
    table = BySockets(site.visitor("anna"), site.visitor("gerda"), threading.Event())
    for person in table.people:
        person.sign_up()
    game = table.people[0].new_game(table.people[1])
    table.acknowledged[game] = []
    table.play(game)
    assert table.states[0]["status"] == "finished", table.states[0]["status"]
    return f"{table.verify()} moves"


def survives(site: Site) -> str:
    """killed one by one and rolled to a changed image, the containers lose no move"""
    (site.folder / "Dockerfile").write_text(CHANGE)
    with faults.Table(site) as table:
        _say(f"      {faults.HEAD}")
        for service in SERVICES:
            _say(f"      {faults.kill(table, service)}")
        _say(f"      {faults.both_killed(table)}")
        site.engine.build("oxo", site.folder / "Dockerfile", site.folder)
        _say(f"      {faults.replaced(table)}")
    page = site.visitor().get("/nowhere/").body.decode()
    assert CHANGED in page, "the changed image does not serve"
    return table.play.verified()


def restores(site: Site) -> str:
    """a backup made inside brings back the moment before all games were deleted"""
    began = time.monotonic()
    site.script("backup")
    backed_up = time.monotonic()
    base = site.compose("exec", "-T", "postgres", "ls", "/backup").split()[0]
    with Play(site.places) as play:
        play.go_on()
    moment = site.query("SELECT now()")
    wanted = site.query(CATASTROPHE, "SELECT pg_walfile_name(pg_switch_wal())")
    lost = time.monotonic()
    _wait(lambda: site.query("SELECT last_archived_wal FROM pg_stat_archiver") >= wanted)
    site.script("restore", base, moment)
    for name in SERVICES:
        site.wait_until_healthy(name)
    restored = time.monotonic()
    sound = site.manage("verify", "--all")
    return (
        f"{play.verified()}, {sound.splitlines()[-1]}; {backed_up - began:.1f} s for the backup, "
        f"{restored - lost:.1f} s to bring it back"
    )


def _wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "the log is not archived"
        time.sleep(0.2)


def _timed(title: str, doing: Callable[[], T]) -> T:
    began = time.monotonic()
    done = doing()
    _say(f"ok    {title}, {time.monotonic() - began:.1f} s")
    return done


def _say(text: str, code: int = 0) -> int:
    print(text, flush=True)  # noqa: T201
    return code


def _give_up(*_: Any) -> None:
    raise TimeoutError(f"not finished within {LONGEST} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
