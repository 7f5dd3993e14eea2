"""How long the analysis page takes on the server: ``python -m tests.bench.bench_analysis``.

Every page is asked for once in this process, so no answer is remembered; the slowest counts, not
the mean. One that is over the limit is asked for twice more, with nothing remembered, and its
quickest time counts: what is left is work, and not the garbage of the pages before it. What a
server leaves to its workers, the engines' answers, is done here and counted too. Times are of the
processor, so that other work on the machine does not count, and what the garbage collector takes
of them is told apart. Requests go straight to Django's handler: the test client connects signals
anew for each request and never lets go of them, so that there is ever more to look through. All
classic positions, and 2,000 of random games of DSTRU-TAC-TOE once its table is there, with the
whole trees of one in eight of them. ``--cold`` leaves out what a server does right after its start.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterable

import django

from tests.bench import say

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.test import RequestFactory
from django.urls import reverse

from games.analysis import analysis_cache, variations
from games.analysis.tree import counted
from games.analysis.warmup import get_ready
from games.engines import solution_of
from games.engines.classic.tablebase import table
from games.engines.dstru.counts import sizes
from games.rules import Board, DstruBoard

Page = Callable[[Board], str]
"""The address of a page of a position."""

LIMIT = 50
DSTRU_GAMES, DSTRU_POSITIONS = 60, 2_000


class Site:
    """Answers requests as a server does; ``collecting`` is what the garbage collector took of it.

    In milliseconds of the processor.
    """

    def __init__(self) -> None:
        self.handler, self.requests = BaseHandler(), RequestFactory(REMOTE_ADDR="")
        self.handler.load_middleware()
        self.collecting = self._began = 0.0
        gc.callbacks.append(self._collected)

    def _collected(self, phase: str, _: object) -> None:
        if phase == "start":
            self._began = time.process_time()
        else:
            self.collecting += 1000 * (time.process_time() - self._began)

    def ask(self, address: str, *, anew: bool = False) -> float:
        """How long a page takes; ``anew`` forgets all answers first."""
        if anew:
            analysis_cache.forget()
            counted.forget()
        self.collecting, began = 0.0, time.process_time()
        answer = self.handler.get_response(self.requests.get(address))
        took = 1000 * (time.process_time() - began)
        assert answer.status_code == 200, address
        return took


def measure(
    site: Site, boards: Iterable[Board], page: Page = variations.address
) -> list[tuple[float, str]]:
    """Milliseconds and notation of each page, slowest first."""
    times, again, worst, collecting = [], 0, 0.0, 0.0
    for board in boards:
        took = site.ask(page(board))
        worst, collecting = max(worst, took), max(collecting, site.collecting)
        if took > LIMIT:
            again += 1
            took = min(took, *(site.ask(page(board), anew=True) for _ in range(2)))
        times.append((took, board.notation))
    say(f"asked once: slowest {worst:.0f} ms, for garbage up to {collecting:.0f} ms; {again} again")
    return sorted(times, reverse=True)


def tree(board: Board) -> str:
    """The page of the whole tree."""
    return reverse("analysis:search_tree", args=[variations.slug_of(board)])


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
    counted.compute = analysis_cache.compute
    site = Site()
    if "--cold" not in sys.argv:
        began = time.process_time()
        get_ready()
        say(f"getting ready: {1000 * (time.process_time() - began):.0f} ms")
    site.ask("/learn/")  # the middleware and its imports are nobody's analysis
    classic = table().boards()
    solution_of(DstruBoard.start()).make_ready(DstruBoard.start())
    boards = random_games(DstruBoard, DSTRU_GAMES, random.Random(6))[:DSTRU_POSITIONS]
    gc.freeze()  # no server holds all these boards
    report("the first one of the process", measure(site, classic[:1]), LIMIT)
    report("classic", measure(site, classic[1:]), LIMIT)
    report("dstru", measure(site, boards), LIMIT)
    sizes(exact=False)  # what a worker makes once
    trees = [board for board in boards[::8] if board.ply]  # the first one is kept in a file
    report("whole trees of dstru", measure(site, trees, tree), LIMIT)


if __name__ == "__main__":
    main()
