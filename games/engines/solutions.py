"""The solved games. One registry: a game is solved by one function and one line here.

A solver takes ``exact`` (the literal reading of "won"), ``save`` (keep the table for the
engines) and ``progress``, to be called with (done, of all) now and then. It returns the whole
answer as plain data and raises RulesError for what its game does not have. A valuer tells the
exact value of a position for the side to move, in the unit of its game's engines, or None
while the solution is not at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engines import classic_solution
from games.engines.base import EngineError
from games.rules import Board

Progress = Callable[[int, int], None]

SOLVERS: dict[str, Callable[..., dict[str, Any]]] = {"classic": classic_solution.solve}

VALUERS: dict[str, Callable[[Any], float | None]] = {"classic": classic_solution.value}


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
