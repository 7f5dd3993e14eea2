"""``make bench-live``: how many moves a second are kept, and how long the opponent waits.

Every row starts from new games between two people, DSTRU-TAC-TOE with random legal moves, over
real sockets, from a load process of its own. SQLite runs with synchronous=FULL. The wait is
from a player's send to the opponent's receipt, the load process's own delays included.
µs/move is the servers' processor time for one move: it says what a core could do where other
programs take their share of the machine. It prints the tables of docs/performance.md.
``DATABASES``, ``MATCHES`` and ``SECONDS`` narrow it. ``SCENE=visitors`` leaves only what players
notice of ``VISITORS`` a second who ask for pictures, proofs, exports and analysis, and
``SCENE=pings`` what the pings of 200 games take of the server, ``SCENE=class`` what they notice of
``PUPILS`` who hand in files to be graded at once, ``SCENE=trainings`` what they notice of two who
watch learners train, ``SCENE=thinking`` what they notice of ten games against Ultimate's slowest
engine, and ``SCENE=ultimate`` compares moves of Ultimate with those of DSTRU-TAC-TOE.
"""

from __future__ import annotations

import json
import os
import socket
from statistics import median
from typing import Any

from tests.bench import say
from tests.bench.stand import Stand
from tests.bench.trainings import Watchers

SECONDS = float(os.environ.get("SECONDS", "5"))
MATCHES = [int(number) for number in os.environ.get("MATCHES", "1,50,200,400").split(",")]
DATABASES = os.environ.get("DATABASES", "sqlite,postgresql,two").split(",")
SCENE = os.environ.get("SCENE", "")
VISITORS = float(os.environ.get("VISITORS", "20"))
PUPILS = int(os.environ.get("PUPILS", "30"))

TRAINED = float(os.environ.get("TRAINED", "30"))
"""Seconds of a row beside trainings, or beside engines that think."""

MOVES_IN_CLASS = 60
"""Moves a second of thirty games: fast play by people."""

PLIES = 41.5
"""Mean length of a random game."""

FASTEST = 6000
"""Moves a second for which there are games enough."""

IDLE = 250

HEAD = (
    "| row | moves/s | p50 ms | p95 ms | p99 ms | server CPU | µs/move | what limits it |\n"
    "|---|---|---|---|---|---|---|---|"
)


def free_ports(count: int) -> list[int]:
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def games_for(matches: int, rate: float) -> int:
    """Games each match needs so as not to run out; one match alone is far slower than many."""
    rate = min(rate, 1200 * matches)
    return int(rate * SECONDS / PLIES / matches) + 2


def show(label: str, found: dict[str, Any], note: str = "") -> None:
    """A row of docs/performance.md, as it stands there."""
    waits = [_wait(found.get(name)) for name in ("p50", "p95", "p99")]
    cpu = " + ".join(f"{share:.0%}" for share in found["cpu"])
    each = sum(found["cpu"]) / found["rate"] * 1e6 if found["rate"] else 0
    cells = [label, f"{found['rate']:,.0f}", *waits, cpu, f"{each:,.0f}", note]
    say("| " + " | ".join(cells) + " |")
    if found["refused"]:
        say(f"\nrefused: {found['refused']}\n")


def _wait(ms: float | None) -> str:
    if ms is None:
        return ""
    return f"{ms:.1f}" if ms < 10 else f"{ms:.0f}"


def limit_of(found: dict[str, Any]) -> str:
    """What a saturated row waits for."""
    busy = max(found["cpu"]) > 0.9
    if not busy and os.getloadavg()[0] > 2 * (os.cpu_count() or 1):
        return f"other programs on this machine: load {os.getloadavg()[0]:.0f}"
    if found["client_cpu"] / found["seconds"] > 0.9:
        return "the load process's core"
    if busy:
        return "the server's core"
    if sum(found["cpu"]) + found["client_cpu"] / found["seconds"] > 0.85 * (os.cpu_count() or 1):
        return "the machine's cores"
    return "the way there and back, the flush of the disk"


def measure(database: str, processes: int) -> None:
    kind = "SQLite, synchronous=FULL" if database == "sqlite" else "PostgreSQL"
    say(f"\n{kind}, {processes} process(es){' with Redis' if processes > 1 else ''}\n\n{HEAD}")
    with Stand(database, processes, free_ports(processes)) as stand:
        if SCENE in SCENES:
            SCENES[SCENE](stand)
            return
        idle = stand.run(kind="idle", matches=IDLE, games=1, seconds=0)
        echo = stand.run(kind="echo", matches=200, games=0, seconds=SECONDS)
        show("echo, 200", echo, "the ceiling")
        rates = {}
        for matches in MATCHES:
            found = stand.run(matches=matches, games=games_for(matches, FASTEST), seconds=SECONDS)
            rates[matches] = found["rate"]
            show(f"N = {matches}", found, limit_of(found))
        if 200 in rates:
            half = rates[200] / 2
            found = stand.run(matches=200, games=games_for(200, half), seconds=SECONDS, rate=half)
            show("N = 200, half load", found, limit_of(found))
            visited(stand)
    say("")
    if 200 in rates:
        say(f"N = 200 is {rates[200] / echo['rate']:.0%} of the echo.")
    if 50 in rates and 400 in rates:
        say(f"N = 400 is {rates[400] / rates[50]:.0%} of N = 50.")
    say(f"An idle game with its two sockets takes {idle['seated'] / IDLE:.0f} KB.")


def visited(stand: Stand) -> None:
    """What 200 matches notice of visitors, at full load and at half of it, in one run."""
    rate, ratios = 0.0, []
    for label, share in (("N = 200", 0.0), ("N = 200, half load", 0.5)):
        pair = []
        for visitors in (0.0, VISITORS):
            pace = {"rate": rate * share} if share else {}
            found = stand.run(
                matches=200,
                games=games_for(200, rate * share or FASTEST),
                seconds=SECONDS,
                visitors=visitors,
                **pace,
            )
            rate = rate or found["rate"]
            pair.append(found)
            show(f"{label}, {visitors:g} visitors/s" if visitors else label, found, limit_of(found))
        ratios.append(f"{label}: p99 with visitors is {pair[1]['p99'] / pair[0]['p99']:.2f} × that")
        ratios.append(_told(pair[1]["visitors"]))
    say("")
    for line in ratios:
        say(line)


def pinged(stand: Stand) -> None:
    """What presence costs: the pings of 200 games against nobody's, and against moves."""
    still, pings = (
        stand.run(kind=kind, matches=200, games=1, seconds=SECONDS) for kind in ("idle", "pings")
    )
    games = games_for(200, FASTEST)
    moves = stand.run(matches=200, games=games, seconds=SECONDS)
    show("N = 200", moves, limit_of(moves))
    idle, asked = sum(still["cpu"]), sum(pings["cpu"])
    share = max(0.0, asked - idle)
    each = share * SECONDS / pings["pings"] * 1e6
    say(f"\n400 idle sockets: {idle:.1%} of a core, with pings {asked:.1%}")
    say(f"a ping: {each:.0f} µs; {pings['pings'] / SECONDS:.0f} a second")
    say(f"pings take {share / sum(moves['cpu']):.1%} of what the server gives moves (at most 5 %)")


def graded(stand: Stand) -> None:
    """A class of ``PUPILS`` hands in its files at once, while other people play."""
    pace = {
        "matches": 30,
        "games": games_for(30, MOVES_IN_CLASS * 60 / SECONDS),
        "seconds": 60,
        "rate": MOVES_IN_CLASS,
    }
    quiet = stand.run(**pace)
    pupils = stand.begin("tests.bench.pupils", str(stand.ports[0]), str(PUPILS))
    beside = stand.run(**pace)
    found = json.loads(pupils.communicate()[0])
    show("30 games, nobody hands in", quiet, limit_of(quiet))
    show(f"30 games, {PUPILS} hand in", beside, limit_of(beside))
    say(f"\n{found['verdicts']}; handed in after {found['handed_in']:.1f} s, longest file")
    say(f"{found['longest']:.1f} s, last verdict after {found['last']:.1f} s (at most 60)")
    say(f"p99 of moves beside it: {beside['p99'] / quiet['p99']:.2f} × (at most 1.5)")


def watched(stand: Stand) -> None:
    """What ten who watch each of 20 games add to a move, at a pace that the server keeps."""
    pace = {"matches": 20, "games": games_for(20, 500), "seconds": SECONDS, "rate": 500}
    each = []
    for watchers in (0, 10, 0, 10):
        found = stand.run(watchers=watchers, **pace)
        show(f"20 games, {watchers} watch each", found, limit_of(found))
        each.append(sum(found["cpu"]) / found["rate"])
    ratio = (each[1] + each[3]) / (each[0] + each[2])
    say(f"\nwith ten watchers a move takes {ratio:.2f} × the processor time (at most 1.3)")


def fast_play() -> dict[str, Any]:
    """Thirty games of people who play fast."""
    games = games_for(30, MOVES_IN_CLASS * TRAINED / SECONDS)
    return {"matches": 30, "games": games, "seconds": TRAINED, "rate": MOVES_IN_CLASS}


def trained(stand: Stand) -> None:
    """What players notice of two trainings, in turns with none, in one run."""
    pace = fast_play()
    waits: dict[int, list[float]] = {0: [], 2: []}
    for people in (0, 2, 0, 2):
        with Watchers(stand.ports[0], people) as watchers:
            found = stand.run(**pace)
        show(f"30 games, {people} trainings", found, limit_of(found))
        waits[people].append(found["p99"])
        if people:
            say(f"\n{watchers.answers} pages of trainings\n")
    ratio = median(waits[2]) / median(waits[0])
    say(f"\np99 of moves beside two trainings: {ratio:.2f} × (at most 1.3)")
    say(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")


def thought(stand: Stand) -> None:
    """What players notice of ten games against an engine that thinks long, in turns with none."""
    pace = fast_play()
    rivals = {"variant": "ultimate", "rival": "deepening", "matches": 10, "games": 2, "rate": 0}
    waits: dict[bool, list[float]] = {False: [], True: []}
    for thinks in (False, True, False, True):
        found = stand.run(**pace, beside=rivals if thinks else None)
        show(f"30 games, {10 * thinks} engines think", found, limit_of(found))
        waits[thinks].append(found["p99"])
        if thinks:
            beside = found["beside"]
            say(f"\n{beside['rate']:.1f} replies a second, after {beside['p50']:.0f} ms\n")
    ratio = median(waits[True]) / median(waits[False])
    say(f"\np99 of moves beside ten games against Deepening: {ratio:.2f} × (at most 1.3)")
    say(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")


def compared(stand: Stand) -> None:
    """Moves of Ultimate and of DSTRU-TAC-TOE in turns, as fast as they go."""
    rates: dict[str, list[float]] = {"dstru": [], "ultimate": []}
    for variant in (*rates, *rates):
        games = games_for(200, FASTEST)
        found = stand.run(matches=200, games=games, seconds=SECONDS, variant=variant)
        show(f"N = 200, {variant}", found, limit_of(found))
        rates[variant].append(found["rate"])
    ratio = median(rates["ultimate"]) / median(rates["dstru"])
    say(f"\nmoves of Ultimate are {ratio:.2f} × those of DSTRU-TAC-TOE (at least 0.8)")


SCENES = {
    "visitors": visited,
    "pings": pinged,
    "class": graded,
    "watchers": watched,
    "trainings": trained,
    "thinking": thought,
    "ultimate": compared,
}
"""What ``SCENE`` can ask for instead of all rows."""


def _told(visitors: dict[str, Any]) -> str:
    answers = ", ".join(f"{count} {kind}" for kind, count in visitors["answers"].items())
    return f"  visitors: {answers}; p50 {visitors['p50']:.0f} ms, p99 {visitors['p99']:.0f} ms"


def main() -> None:
    say(f"{os.cpu_count()} cores; {SECONDS:g} s a row")
    for name in DATABASES:
        measure("sqlite" if name == "sqlite" else "postgresql", 2 if name == "two" else 1)


if __name__ == "__main__":
    main()
