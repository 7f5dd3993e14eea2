"""How long the analysis page takes on the server: ``python -m tests.bench.bench_analysis``.

Every page is asked for once in this process, so no answer is remembered; the slowest counts, not
the mean. One that is over the limit is asked for twice more, with nothing remembered, and its
quickest time counts: what is left is work, and not the garbage of the pages before it. What a
server leaves to its workers, the engines' answers, is done here and counted too. Times are of the
processor, so that other work on the machine does not count. All classic positions, and 2,000 of
random games of DSTRU-TAC-TOE once its table is there. ``--cold`` leaves out what a server does
right after its start.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.test import Client  # noqa: E402

from games.analysis import analysis_cache, variations  # noqa: E402
from games.analysis.warmup import get_ready  # noqa: E402
from games.engines import solution_of  # noqa: E402
from games.engines.classic.tablebase import table  # noqa: E402
from games.rules import Board, DstruBoard  # noqa: E402

LIMIT = 50
DSTRU_GAMES, DSTRU_POSITIONS = 60, 2_000


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def measure(client: Client, boards: Iterable[Board]) -> list[tuple[float, str]]:
    """Milliseconds and notation of each page, slowest first."""
    times, again = [], 0
    for board in boards:
        took = ask(client, board)
        if took > LIMIT:
            again += 1
            took = min(took, *(ask(client, board, anew=True) for _ in range(2)))
        times.append((took, board.notation))
    say(f"{again} asked for again")
    return sorted(times, reverse=True)


def ask(client: Client, board: Board, *, anew: bool = False) -> float:
    """The processor's milliseconds for one page; ``anew`` forgets all answers first."""
    if anew:
        analysis_cache.forget()
    began = time.process_time()
    answer = client.get(variations.address(board))
    took = 1000 * (time.process_time() - began)
    assert answer.status_code == 200, board.notation
    return took


def report(name: str, times: list[tuple[float, str]], limit: int) -> None:
    worst = ", ".join(f"{time:.0f} ms {notation!r}" for time, notation in times[:3])
    over = sum(time > limit for time, _ in times)
    median = times[len(times) // 2][0]
    say(f"{name}: {len(times)} positions, {over} over {limit} ms, median {median:.1f} ms")
    say(f"  slowest: {worst}")


def random_games(kind: type[Board], count: int, rng: random.Random) -> list[Board]:
    boards = {}
    for _ in range(count):
        board = kind.start()
        while not board.is_game_over():
            boards[board.notation] = board
            board = board.make_move(rng.choice(board.available_moves()))
    return list(boards.values())


def main() -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    analysis_cache.compute = lambda function, *arguments: function(*arguments)
    client = Client(REMOTE_ADDR="")
    if "--cold" not in sys.argv:
        began = time.process_time()
        get_ready()
        say(f"getting ready: {1000 * (time.process_time() - began):.0f} ms")
    client.get("/learn/")  # the middleware and its imports are nobody's analysis
    first = measure(client, table().boards()[:1])
    report("the first one of the process", first, LIMIT)
    report("classic", measure(client, table().boards()[1:]), LIMIT)
    solution_of(DstruBoard.start()).make_ready(DstruBoard.start())
    boards = random_games(DstruBoard, DSTRU_GAMES, random.Random(6))[:DSTRU_POSITIONS]
    report("dstru", measure(client, boards), LIMIT)


if __name__ == "__main__":
    main()
