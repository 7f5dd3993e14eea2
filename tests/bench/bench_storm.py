"""``make bench-storm``: everybody comes back at once, and everybody goes at once.

Two servers with PostgreSQL and a Redis of their own; ``SOCKETS`` clients, each at a game of their
own, sit at the first. It is restarted (SIGTERM), then killed (SIGKILL). Clients come back as the
site's page does (``wire.js``), to the second server as long as the first does not listen, as
through nginx. Meanwhile somebody asks for pages and logs in, one after the other. In the end all
clients go at the same moment, and the connections left to Redis and PostgreSQL are counted.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.bench.bench_live import free_ports, say
from tests.bench.stand import POSTGRES, ROOT, Server, Stand, site
from tests.redis_server import INSTALLED, WHERE, RedisServer

SOCKETS = int(os.environ.get("SOCKETS", "1000"))

AIM = 10.0
"""Seconds within which everybody has to be back with the right board."""


class Crowd:
    """The clients, in a process of their own."""

    def __init__(self, stand: Stand) -> None:
        wish = json.dumps({"ports": list(stand.ports), "sockets": SOCKETS})
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.crowd", wish],
            cwd=ROOT,
            env=stand.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.heard()

    def tell(self, word: str) -> Any:
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        return self.heard()

    def heard(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())


def connections(server: Server, port: int) -> int:
    """How many connections a server has to a ``port``."""
    folder = Path(f"/proc/{server.process.pid}")
    sockets = set()
    for link in (folder / "fd").iterdir():
        try:
            sockets.add(os.readlink(link).removeprefix("socket:[").removesuffix("]"))
        except OSError:
            continue
    lines = (folder / "net/tcp").read_text().splitlines()[1:]
    open_ones = (line.split() for line in lines)
    return sum(
        fields[2].endswith(f":{port:04X}") and fields[3] == "01" and fields[9] in sockets
        for fields in open_ones
    )


def storm(stand: Stand, crowd: Crowd, how: signal.Signals, log: Path) -> None:
    first = stand.servers[0]
    first.wait_until_ready(f"http://127.0.0.1:{stand.ports[0]}/healthz")
    crowd.tell("home")  # the last restart has sent them to the second
    crowd.tell("watch")
    first.process.send_signal(how)
    first.process.wait(timeout=20)
    stand.servers[0] = site(stand.environment, stand.ports[0], log, wait=False)
    found = crowd.tell("report")
    cells = [
        how.name,
        f"{found['back']} of {SOCKETS}",
        f"{found['half']:.1f} s",
        f"{found['all']:.1f} s",
        ", ".join(f"{number} × {code}" for code, number in found["closed"].items()),
        str(found["refused"]),
        f"{found['pages']}, slowest {found['slowest_page']:.1f} s",
        f"{found['log_ins']}, slowest {found['slowest_log_in']:.1f} s",
        ", ".join(found["bad"]) or "none",
    ]
    say("| " + " | ".join(cells) + " |")


def main() -> None:
    if not INSTALLED:
        sys.exit(f"NOT MEASURED: {WHERE}")
    say(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}; aim: all back in {AIM:g} s\n")
    say("| how | back, right board | half | all | closed | tries in vain | pages | log-ins | 5xx |")
    say("|---|---|---|---|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder)) as redis,
        Stand("postgresql", 2, free_ports(2), redis=redis.url) as stand,
    ):
        ports = {"Redis": redis.port, "PostgreSQL": urlsplit(POSTGRES).port or 5432}
        log = Path(folder) / "servers.log"
        crowd = Crowd(stand)
        for how in (signal.SIGTERM, signal.SIGKILL):
            storm(stand, crowd, how, log)
        crowd.tell("home")  # all of them at the first again
        open_ones = [server.cpu() for server in stand.servers]
        crowd.tell("go")
        time.sleep(3)
        used = [s.cpu() - before for s, before in zip(stand.servers, open_ones, strict=True)]
        say(f"\nAfter {SOCKETS} clients left at once ({sum(used):.1f} s of processor time):")
        for name, port in ports.items():
            left = [connections(server, port) for server in stand.servers]
            say(f"connections to {name}: {' and '.join(map(str, left))}")
        crowd.process.wait(timeout=20)


if __name__ == "__main__":
    main()
