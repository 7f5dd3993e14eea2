"""``make bench-peers``: live play beside other frameworks, in one interleaved run.

The same load, DSTRU-TAC-TOE with random legal moves over ``MATCHES`` games at a time, goes in
turns to this project (SQLite, synchronous=FULL: every acknowledged move is on the disk), to
boardgame.io and to Colyseus, which keep their games in memory. One process each, ``ROUNDS``
rounds, so that whatever else the machine does falls on all of them alike: compare ratios, and of
those the processor time for a move before the moves a second. ``BASELINE=/path`` adds another
checkout of this project. Then the same at half the pace that all can hold, and this project
alone with 10 and 1,000 games. The other frameworks come from npm into var/bench-peers.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Protocol

from tests.bench.bench_live import SECONDS, free_ports, games_for, say
from tests.bench.stand import ROOT, Server, Stand, measured

MATCHES = int(os.environ.get("MATCHES", "200"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
BASELINE = os.environ.get("BASELINE", "")
OTHERS = [int(number) for number in os.environ.get("OTHERS", "10,1000").split(",") if number]

FASTEST = 5000
"""Moves a second for which there are games enough."""

IDLE = 250
"""Games of the row that nobody plays."""

HERE, YARDSTICK = "this project", "boardgame.io"
PEERS = ROOT / "tests" / "bench" / "peers"
INSTALLED = ROOT / "var" / "bench-peers"
SCRIPTS = {YARDSTICK: "boardgame.cjs", "colyseus": "colyseus.cjs"}

Found = dict[str, Any]


class Contestant(Protocol):
    def run(self, **row: Any) -> Found: ...


class Peer:
    """A framework of Node with its own server."""

    def __init__(self, name: str, server: Server, port: int) -> None:
        self.name, self.server, self.port = name, server, port

    def run(self, **row: Any) -> Found:
        wish = json.dumps({**row, "ports": [self.port]})
        command = [sys.executable, "-m", "tests.bench.peer_load", self.name, wish]
        return measured([self.server], command, cwd=ROOT, env={**os.environ, "DEBUG": "1"})


def install() -> bool:
    """Whether the other frameworks are there; says why not."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        say("SKIPPED: boardgame.io and Colyseus need Node.js and npm, which are not here.\n")
        return False
    INSTALLED.mkdir(parents=True, exist_ok=True)
    wanted = (PEERS / "package.json").read_text()
    package = INSTALLED / "package.json"
    if not package.exists() or package.read_text() != wanted:
        shutil.copy(PEERS / "package.json", package)
        # Its optional parts are other transports, some of them only on GitHub.
        npm = ["npm", "install", "--omit=optional", "--no-audit", "--no-fund", "--no-package-lock"]
        if subprocess.run(npm, cwd=INSTALLED).returncode:
            package.unlink()
            say("SKIPPED: npm could not install boardgame.io and Colyseus (see above).\n")
            return False
    return True


@contextmanager
def peer(name: str) -> Iterator[Peer]:
    [port] = free_ports(1)
    with tempfile.TemporaryDirectory() as folder:
        modules = str(INSTALLED / "node_modules")
        environment = {**os.environ, "NODE_PATH": modules, "NODE_ENV": "production"}
        command = ["node", str(PEERS / SCRIPTS[name]), str(port)]
        path = "seats" if name == "colyseus" else "socket.io/?EIO=4&transport=polling"
        health = f"http://127.0.0.1:{port}/{path}"
        server = Server(command, health, Path(folder) / "log", cwd=PEERS, env=environment)
        try:
            yield Peer(name, server, port)
        finally:
            server.stop()


def microseconds(found: Found) -> float:
    """Processor time of the server for one move."""
    return float(sum(found["cpu"]) / found["rate"] * 1e6)


FIGURES = {
    "moves/s": lambda found: found["rate"],
    "p50 ms": lambda found: found["p50"],
    "p95 ms": lambda found: found["p95"],
    "p99 ms": lambda found: found["p99"],
    "µs/move": microseconds,
    "RSS MB": lambda found: found["rss"] / 1024,
}
COMPARED = ("moves/s", "p99 ms", "µs/move")


def spread(values: list[float], digits: int = 0) -> str:
    low, middle, high = min(values), median(values), max(values)
    return f"{middle:,.{digits}f} ({low:,.{digits}f} to {high:,.{digits}f})"


def play(contestants: dict[str, Contestant], **row: Any) -> dict[str, list[Found]]:
    """Every contestant in turns, ``ROUNDS`` times; prints the figures and the ratios."""
    found: dict[str, list[Found]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, contestant in contestants.items():
            found[name].append(contestant.run(seconds=SECONDS, **row))
    say("| | " + " | ".join(FIGURES) + " |\n|---" + "|---" * len(FIGURES) + "|")
    for name, results in found.items():
        cells = [spread([figure(one) for one in results]) for figure in FIGURES.values()]
        say(f"| {name} | " + " | ".join(cells) + " |")
    for name in found.keys() - {HERE}:
        ratios = []
        for title in COMPARED:
            pairs = zip(found[HERE], found[name], strict=True)
            values = [FIGURES[title](ours) / FIGURES[title](theirs) for ours, theirs in pairs]
            ratios.append(f"{title} {spread(values, 2)}")
        say(f"\n{HERE} / {name}: " + ", ".join(ratios))
    for name, results in found.items():
        if codes := [one["refused"] for one in results if one["refused"]]:
            say(f"\n{name} refused {codes}")
    return found


def rate_of(results: list[Found]) -> float:
    return median(one["rate"] for one in results)


def idle(contestants: dict[str, Contestant]) -> None:
    """What a socket costs to open, and a game that nobody plays to keep."""
    for name, contestant in contestants.items():
        found = contestant.run(kind="idle", matches=IDLE, games=1, seconds=0)
        opening = found["opening"] / (2 * IDLE) * 1000
        kept = found["seated"] / IDLE
        say(f"{name}: {opening:.1f} ms of processor time for a socket, {kept:.0f} KB for a game")


def main() -> None:
    load = os.getloadavg()
    say(f"{os.cpu_count()} cores, load {load[0]:.1f} before; {ROUNDS} rounds of {SECONDS:g} s\n")
    with ExitStack() as stack:
        contestants: dict[str, Contestant] = {}
        if BASELINE:
            older = Stand("sqlite", 1, free_ports(1), Path(BASELINE))
            contestants["baseline"] = stack.enter_context(older)
        if install():
            for name in SCRIPTS:
                contestants[name] = stack.enter_context(peer(name))
        here = contestants[HERE] = stack.enter_context(Stand("sqlite", 1, free_ports(1)))
        idle(contestants)
        say(f"\n{MATCHES} games, as fast as it goes:\n")
        games = games_for(MATCHES, FASTEST)
        found = play(contestants, matches=MATCHES, games=games)
        rates = {name: rate_of(results) for name, results in found.items()}
        half = min(rates.values()) / 2
        say(f"\n{MATCHES} games, {half:,.0f} moves/s, half of what the slowest held:\n")
        play(contestants, matches=MATCHES, games=games_for(MATCHES, half), rate=half)
        for matches in OTHERS:
            say(f"\n{matches:,} games:\n")
            games = games_for(matches, FASTEST)
            rate = rate_of(play({HERE: here}, matches=matches, games=games)[HERE])
            say(f"moves/s: {rate / rates[HERE]:.2f} × of those with {MATCHES} games")
    say(f"load {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
