"""The solved games. One registry: a game is solved by one function and one line here.

A solver takes ``exact`` (the literal reading of "won"), ``save`` (keep the table for the
engines) and ``progress``, to be called with (done, of all) now and then. It returns the whole
answer as plain data and raises RulesError for what its game does not have. A valuer tells the
exact value of a position for the side to move, in the unit of its game's engines, or None
while the solution is not at hand; games that must wait for it say in READY how. ALIKE maps a
position to the one that stands for all its images under a symmetry that every engine of its
game respects, the generator apart.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.engines import classic_solution
from games.engines.base import EngineError
from games.engines.dstru import answers as dstru_answers
from games.rules import Board

Progress = Callable[[int, int], None]

SOLVERS: dict[str, Callable[..., dict[str, Any]]] = {
    "classic": classic_solution.solve,
    "dstru": dstru_answers.solve,
}

VALUERS: dict[str, Callable[[Any], float | None]] = {
    "classic": classic_solution.value,
    "dstru": dstru_answers.value,
}

READY: dict[str, Callable[[Any], None]] = {"dstru": dstru_answers.make_ready}

KEEPERS: tuple[Callable[[Path], None], ...] = (dstru_answers.keep_in,)

ALIKE: dict[str, Callable[[Any], Board]] = {"dstru": dstru_answers.representative}


def solve(
    variant: str, *, exact: bool = False, save: bool = False, progress: Progress | None = None
) -> dict[str, Any]:
    """The complete solution of ``variant``. Raises EngineError for a game nobody solved."""
    if variant not in SOLVERS:
        raise EngineError(f"{variant!r} is not solved: expected one of {', '.join(SOLVERS)}")
    return SOLVERS[variant](exact=exact, save=save, progress=progress or (lambda done, all_: None))


def value(board: Board) -> float | None:
    """The exact value of ``board`` for the side to move, or None where it is not known."""
    valuer = VALUERS.get(board.VARIANT)
    return valuer(board) if valuer else None


def make_ready(board: Board) -> None:
    """Have the solution of the game of ``board`` at hand, for programs that can wait."""
    if board.VARIANT in READY:
        READY[board.VARIANT](board)


def keep_tables_in(directory: Path) -> None:
    """Keep the tables of all games in ``directory``; to be said once, early."""
    for keep in KEEPERS:
        keep(directory)


def representative(board: Board) -> Board:
    """The position that stands for ``board`` and all that are like it; often itself."""
    alike = ALIKE.get(board.VARIANT)
    return alike(board) if alike else board
