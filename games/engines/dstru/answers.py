"""What DSTRU-TAC-TOE gives to the registry of solved games (``games.engines.solutions``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from games.engines.base import EngineError
from games.engines.dstru import solution
from games.engines.dstru.aims import NEUTRAL
from games.engines.dstru.classes import classes
from games.engines.dstru.shelf import SHELF
from games.engines.dstru.table import build
from games.rules import DstruBoard

PERCENT = 100


def solve(*, exact: bool, save: bool, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """``solution.solve``; ``save`` also writes the engines' table to where tables are kept."""
    figures = solution.solve(exact, lambda done: progress(round(done * PERCENT), PERCENT))
    if save:
        if SHELF.directory is None:
            raise EngineError("there is no place to keep the table of dstru in")
        build(exact).save(SHELF.directory)
    return figures


def value(board: DstruBoard) -> float | None:
    """The expectation with a neutral Dos for the side to move, for Tres if that is Dos.

    None while the table is on its way; asking sends for it.
    """
    table = SHELF.get(board.exact)
    if table is None:
        return None
    return NEUTRAL.sign(board.to_move) * table.value(board, NEUTRAL)


def representative(board: DstruBoard) -> DstruBoard:
    """The board that stands for all those that the symmetry makes of ``board``."""
    number = classes().of(board.tres, board.uno)
    tres, uno = representatives()
    return board._replace(tres=tres[number], uno=uno[number])


@cache
def representatives() -> tuple[list[int], list[int]]:
    """A board of each class, as plain integers: Tres's sets, Uno's sets."""
    tres, uno = classes().representatives()
    return tres.tolist(), uno.tolist()


def make_ready(board: DstruBoard) -> None:
    """Have the table for the reading of ``board`` at hand, however long it takes."""
    SHELF.wait(board.exact)


def keep_in(directory: Path) -> None:
    """Keep tables in ``directory`` from now on."""
    SHELF.directory = directory
