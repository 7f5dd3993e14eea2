"""``make bench-processes``: what a move costs on several processes, and what they have in common.

Three servers with PostgreSQL and a Redis of their own. In turns, ``ROUNDS`` times: all games at
the first; each game at one of the first two (its home); the players of each game on the two of
them. The third has nothing to do all the time. As few machines have cores enough, what counts is
processor time: of the servers for a move, of PostgreSQL's connections, of Redis. Then PostgreSQL's
own ceiling: the statement that stores a batch, from as many clients as there are cores.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.bench_live import FASTEST, SECONDS, free_ports, games_for, say
from tests.bench.stand import ROOT, Stand
from tests.redis_server import INSTALLED, WHERE, RedisServer

ROUNDS = int(os.environ.get("ROUNDS", "3"))
MATCHES = int(os.environ.get("MATCHES", "200"))
BATCHES = (1, 8, 64)
PACKED = 360
"""Bytes of a message about one move."""

ROWS = {
    "one process": {"processes": 1},
    "two, each game at one": {"processes": 2, "home": True},
    "two, players apart": {"processes": 2},
}
AIMS = {"two, each game at one": 1.15, "two, players apart": 1.8}


def measure(stand: Stand, processes: int, **row: Any) -> dict[str, float]:
    """Microseconds of processor time for one move: of the servers, PostgreSQL, Redis."""
    found = stand.run(
        matches=MATCHES,
        games=games_for(MATCHES, FASTEST),
        seconds=SECONDS,
        ports=stand.ports[:processes],
        **row,
    )
    assert not found["refused"], found["refused"]
    rate, cpu = found["rate"], found["cpu"]
    return {
        "rate": rate,
        "servers": sum(cpu[:2]) / rate * 1e6,
        "database": found["database"] / rate * 1e6,
        "redis": found["redis"] / rate * 1e6,
        "idle": cpu[2] / max(cpu),
        "p99": found["p99"],
    }


def show(rows: dict[str, list[dict[str, float]]]) -> None:
    say("| row | moves/s | µs/move | against one | p99 ms | PostgreSQL µs/move | Redis µs/move |")
    say("|---|---|---|---|---|---|---|")
    for label, found in rows.items():
        ratios = [
            here["servers"] / one["servers"]
            for here, one in zip(found, rows["one process"], strict=True)
        ]
        cells = [
            label,
            _spread(found, "rate"),
            _spread(found, "servers"),
            f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) ×",
            _spread(found, "p99"),
            _spread(found, "database"),
            _spread(found, "redis"),
        ]
        say("| " + " | ".join(cells) + " |")
    for label, aim in AIMS.items():
        say(f"\naim for {label}: at most {aim} ×")
    idle = [one["idle"] for found in rows.values() for one in found]
    say(f"\nthe third process: {max(idle):.1%} of a busy one at most (aim 2 %)")


def _spread(found: Sequence[dict[str, float]], name: str) -> str:
    values = [one[name] for one in found]
    return f"{statistics.median(values):,.0f} ({min(values):,.0f} to {max(values):,.0f})"


def ceiling(stand: Stand) -> None:
    """What PostgreSQL stores by itself, for batches of several sizes."""
    say("\n| changes in a batch | stored a second | PostgreSQL µs/change |\n|---|---|---|")
    for size in BATCHES:
        wish = json.dumps({"size": size, "seconds": SECONDS})
        command = [sys.executable, "-m", "tests.bench.store_batches", wish]
        clients = [
            subprocess.Popen(
                command, cwd=ROOT, env=stand.environment, stdout=subprocess.PIPE, text=True
            )
            for _ in range(os.cpu_count() or 1)
        ]
        answers = [json.loads(client.communicate()[0]) for client in clients]
        stored = sum(answer["stored"] for answer in answers)
        used = sum(answer["database_cpu"] for answer in answers)
        say(f"| {size} | {stored / SECONDS:,.0f} | {used / stored * 1e6:,.0f} |")


def messages(redis: RedisServer) -> None:
    """What Redis passes on by itself: messages of a match's size, sixteen in a batch."""
    count, command = (
        100_000,
        ["redis-benchmark", "-p", str(redis.port), "-c", "2", "-P", "16", "-q"],
    )
    before, began = redis.cpu(), time.perf_counter()
    subprocess.run(
        [*command, "-n", str(count), "publish", "bench", "x" * PACKED],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    seconds, used = time.perf_counter() - began, redis.cpu() - before
    say(f"\nRedis: {count / seconds:,.0f} messages/s, {used / count * 1e6:.1f} µs each")


def main() -> None:
    if not INSTALLED:
        sys.exit(f"NOT MEASURED: {WHERE}")
    say(
        f"{os.cpu_count()} cores; {SECONDS:g} s a row, {ROUNDS} rounds, {MATCHES} games at a time\n"
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder)) as redis,
        Stand("postgresql", 3, free_ports(3), redis=redis.url) as stand,
    ):
        stand.meters = {"redis": redis.cpu, "database": stand.database_cpu}
        rows: dict[str, list[dict[str, float]]] = {label: [] for label in ROWS}
        for _ in range(ROUNDS):
            for label, row in ROWS.items():
                rows[label].append(measure(stand, **row))
        show(rows)
        ceiling(stand)
        messages(redis)


if __name__ == "__main__":
    main()
