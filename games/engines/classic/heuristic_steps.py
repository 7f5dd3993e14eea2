"""A search one ply deep with the heuristic of document 004, as numbered steps: line by line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from games.engines.classic.bitboards import sides
from games.engines.classic.heuristic import bounded, explain
from games.engines.classic.scores import WIN, best_of
from games.engines.view import Heuristic
from games.rules import ClassicBoard

Kind = Literal["start", "move", "line", "total", "done"]
"""Nothing is known yet; a move is tried; a line gets its points; the sum with the centre; the move
is found."""


@dataclass(frozen=True, slots=True)
class HeuristicStep:
    """A step about ``cell``. ``line`` counts the lines from 0; ``sum`` are the points by now."""

    kind: Kind
    cell: int = -1
    line: int = -1
    sum: int = 0


@dataclass(frozen=True, slots=True)
class HeuristicTrace:
    """How one ply with the heuristic comes to its ``candidates`` in ``board``.

    ``terms`` explain the points after each move that does not end the game; ``values`` are what
    each move counts, a win 10 and a guess between −9 and 9.
    """

    board: ClassicBoard
    terms: dict[int, Heuristic]
    values: dict[int, int]
    candidates: tuple[int, ...]
    steps: tuple[HeuristicStep, ...]


@lru_cache(maxsize=256)
def trace(board: ClassicBoard) -> HeuristicTrace:
    """The steps in a live ``board``."""
    own, other = sides(board)
    terms: dict[int, Heuristic] = {}
    values: dict[int, int] = {}
    steps = [HeuristicStep("start")]
    for cell in board.available_moves():
        after = board.make_move(cell)
        steps.append(HeuristicStep("move", cell))
        if (outcome := after.outcome) is not None:
            values[cell] = WIN if outcome.winner else 0
            continue
        terms[cell] = explain(own | 1 << cell, other)
        values[cell] = bounded(own | 1 << cell, other)
        total = 0
        for line, one in enumerate(terms[cell]["lines"]):
            total += one["term"]
            steps.append(HeuristicStep("line", cell, line, total))
        steps.append(HeuristicStep("total", cell, sum=terms[cell]["total"]))
    steps.append(HeuristicStep("done"))
    return HeuristicTrace(board, terms, values, best_of(values), tuple(steps))
