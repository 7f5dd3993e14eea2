"""Visitors while others play: ``python -m tests.bench.visitors '{"port": …}'``, its own process.

So many a second ask, in turns, for a picture, a proof, an export and the analysis of a position
that nobody has asked for, each from another address and without waiting for one another. Prints
one JSON object: answers by status, and how long they took.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

from games.engines import engines_for
from games.rules import VARIANTS, Board
from tests.bench import say

PICTURES = ("export.png", "preview-position.png", "export.png?size=1200", "preview-game.png")
PROOFS = ("", *(f"{slug}/" for slug in engines_for("classic")))
EXPORTS = ("export.json", "export.txt", "export.svg")
"""What is asked for of a position, beside its analysis and its search step by step."""


@dataclass
class Wish:
    """``rate`` requests a second for ``seconds``, to each of ``ports`` in turns."""

    ports: list[int]
    rate: float
    seconds: float
    seed: int = 0


@dataclass
class Seen:
    """Answers by what was asked for and status, and the times of those with 200 in seconds."""

    answers: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)


def positions(rng: Random, *variants: str) -> Iterator[str]:
    """Addresses of positions met in random games of ``variants`` in turns, none twice."""
    given: set[str] = set()
    for variant in cycle(variants):
        board: Board = VARIANTS[variant].start()
        for _ in range(rng.randrange(2, board.CELLS - 1)):
            after = board.make_move(rng.choice(board.available_moves()))
            if after.is_game_over():
                break
            board = after
        path = f"/analysis/{board.notation.replace(' ', '_')}/"
        if path not in given:
            given.add(path)
            yield path


def wishes(rng: Random) -> Iterator[tuple[str, str]]:
    """What is asked for, and where."""
    where, searched = positions(rng, *VARIANTS), positions(rng, "classic")
    analyses = cycle((where, where, (f"{path}search/" for path in searched)))
    rounds = zip(cycle(PICTURES), cycle(PROOFS), cycle(EXPORTS), analyses, strict=False)
    for picture, proof, export, analysed in rounds:
        yield "picture", next(where) + picture
        yield "proof", f"/proofs/{proof}"
        yield "export", next(where) + export
        yield "analysis", next(analysed)


async def ask(port: int, path: str, address: str) -> int:
    """The status of the answer, once all of it is there."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Real-IP: {address}\r\n"
    writer.write(f"{head}Connection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1])


async def visit(wish: Wish) -> Seen:
    seen, loop, tasks = Seen(), asyncio.get_running_loop(), []

    async def one(number: int, kind: str, path: str) -> None:
        began = time.perf_counter()
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        status = await ask(wish.ports[number % len(wish.ports)], path, address)
        seen.answers[f"{kind} {status}"] += 1
        if status == 200:
            seen.times.append(time.perf_counter() - began)

    began, wanted = loop.time(), wishes(Random(wish.seed))
    for number in range(int(wish.rate * wish.seconds)):
        await asyncio.sleep(began + number / wish.rate - loop.time())
        tasks.append(asyncio.ensure_future(one(number, *next(wanted))))
    await asyncio.gather(*tasks)
    return seen


def figures(seen: Seen) -> dict[str, Any]:
    times = sorted(seen.times)
    ranks = {name: int(len(times) * share) for name, share in (("p50", 0.5), ("p99", 0.99))}
    return {
        "answers": dict(sorted(seen.answers.items())),
        **{name: times[at] * 1e3 if times else None for name, at in ranks.items()},
    }


if __name__ == "__main__":
    say("ready")
    say(json.dumps(figures(asyncio.run(visit(Wish(**json.loads(sys.argv[1])))))))
