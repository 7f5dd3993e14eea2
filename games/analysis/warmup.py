"""What the first analysis of a process would otherwise wait for, done before anybody asks.

The empty board is asked for most and takes longest: plain minimax reads all of its games.
Proofs, puzzles and the tables of solved games are computed by workers of the compute pool.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from itertools import product
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver

from games.analysis import compute_tasks
from games.analysis.analysis_cache import analysis_of
from games.analysis.position import facts
from games.analysis.proofs import report
from games.analysis.puzzles import collection
from games.analysis.tree import savings
from games.analysis.tree.counted import is_counted, tree_of
from games.arena.standings import costs_of
from games.compute.pool import LONGEST, Busy, Lost, compute_once, pool
from games.engines import SOLUTIONS, solution_of
from games.rules import VARIANTS


def get_ready() -> None:
    """Look at what is asked for most, and compute what takes long."""
    _ = get_resolver().url_patterns  # loads every view, and with it nearly all code
    look_ahead()
    compute_ahead()
    gc.freeze()  # all that is here stays: to look through it for garbage takes 0.1 s each time


def look_ahead() -> None:
    """Look at the first position of each game, and compile the templates of these pages.

    A game whose solution takes seconds to make is left until somebody wants it.
    """
    for board in VARIANTS.values():
        if solution_of(board).is_instant:
            with suppress(Busy, Lost):
                analysis_of(board.start())
            facts.facts(board.start())
    folder = Path(settings.BASE_DIR) / "templates"
    for path in sorted(folder.glob("analysis/**/*.html")):
        get_template(str(path.relative_to(folder)))


def compute_ahead() -> None:
    """Have workers compute what is kept in files, and find the puzzles."""
    slow = [variant for variant, solution in SOLUTIONS.items() if not solution.is_instant]
    for variant, exact in product(slow, (False, True)):
        with suppress(Busy, Lost):  # not now, but when somebody wants it
            name = f"table-{variant}{'-exact' if exact else ''}"
            compute_once(name, compute_tasks.make_table, VARIANTS[variant], exact, patience=LONGEST)
            if is_counted(start := VARIANTS[variant].start(exact=exact)):
                tree_of(start)
            # The end of every game is looked up in it.
            solution_of(VARIANTS[variant]).ready(start)
    with suppress(Lost):
        pool().in_each(compute_tasks.get_ready)
    with suppress(Busy, Lost):
        for board in VARIANTS.values():
            savings.table(board.start())
            costs_of(board.VARIANT)
    with suppress(Busy, Lost):
        collection.pool()
    report.ready(0)


def get_ready_soon() -> None:
    """``get_ready`` in a thread of its own."""
    Thread(target=get_ready, name="analysis-warmup", daemon=True).start()
