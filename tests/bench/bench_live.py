"""``make bench-live``: how many moves a second are kept, and how long the opponent waits.

Every row starts from new games between two people, DSTRU-TAC-TOE with random legal moves, over
real sockets, from a load process of its own. SQLite runs with synchronous=FULL. The wait is
from a player's send to the opponent's receipt, the load process's own delays included.
µs/move is the servers' processor time for one move: it says what a core could do where other
programs take their share of the machine. ``DATABASES``, ``MATCHES`` and ``SECONDS`` narrow it.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

from tests.bench.stand import Stand

SECONDS = float(os.environ.get("SECONDS", "5"))
MATCHES = [int(number) for number in os.environ.get("MATCHES", "1,50,200,400").split(",")]
DATABASES = os.environ.get("DATABASES", "sqlite,postgresql,two").split(",")

PLIES = 41.5
"""Mean length of a random game."""

FASTEST = 6000
"""Moves a second for which there are games enough."""

IDLE = 250

HEAD = "                    moves/s    p50 ms   p95 ms   p99 ms   server CPU µs/move  load CPU  RSS"


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


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
    waits = "".join(
        f"{found[name]:9.1f}" if found.get(name) is not None else " " * 9
        for name in ("p50", "p95", "p99")
    )
    cpu = "+".join(f"{share:.0%}" for share in found["cpu"])
    load = found["client_cpu"] / found["seconds"]
    each = sum(found["cpu"]) / found["rate"] * 1e6
    say(
        f"  {label:16}{found['rate']:9.0f} {waits}   {cpu:>10} {each:7.0f}  {load:8.0%}"
        f"  {found['rss'] / 1024:6.0f}  {note}"
    )
    if found["refused"]:
        say(f"    refused: {found['refused']}")


def limit_of(found: dict[str, Any]) -> str:
    """What a saturated row waits for."""
    busy = max(found["cpu"]) > 0.9
    if not busy and os.getloadavg()[0] > 2 * (os.cpu_count() or 1):
        return f"limited by other programs on this machine: load {os.getloadavg()[0]:.0f}"
    if found["client_cpu"] / found["seconds"] > 0.9:
        return "limited by the load process's core"
    if busy:
        return "limited by the server's one core (the interpreter lock)"
    if sum(found["cpu"]) + found["client_cpu"] / found["seconds"] > 0.85 * (os.cpu_count() or 1):
        return "limited by the machine's cores"
    return "limited by the way there and back and the flush of the disk"


def measure(database: str, processes: int) -> None:
    kind = "SQLite, synchronous=FULL" if database == "sqlite" else "PostgreSQL"
    say(f"\n{kind}, {processes} process(es){' with Redis' if processes > 1 else ''}")
    say(HEAD)
    with Stand(database, processes, free_ports(processes)) as stand:
        idle = stand.run(kind="idle", matches=IDLE, games=1, seconds=0)
        ceiling = stand.run(kind="echo", matches=200, games=0, seconds=SECONDS)
        show("raw echo, 200", ceiling, "the ceiling")
        rates = {}
        for matches in MATCHES:
            found = stand.run(matches=matches, games=games_for(matches, FASTEST), seconds=SECONDS)
            rates[matches] = found["rate"]
            share = f"{found['rate'] / ceiling['rate']:.0%} of echo; {limit_of(found)}"
            show(f"N = {matches}", found, share)
        if 200 in rates:
            half = rates[200] / 2
            found = stand.run(matches=200, games=games_for(200, half), seconds=SECONDS, rate=half)
            show("N = 200, half load", found)
        say(f"  an idle game with two sockets: {idle['seated'] / IDLE:.0f} KB")


def main() -> None:
    say(f"{os.cpu_count()} cores; {SECONDS:g} s a row")
    for name in DATABASES:
        measure("sqlite" if name == "sqlite" else "postgresql", 2 if name == "two" else 1)


if __name__ == "__main__":
    main()
