"""How hard a puzzle is, computed from its position, before anybody has tried it."""

from __future__ import annotations

from collections.abc import Collection
from math import log2

from games.engines import solution_of
from games.engines.sides import rival_of
from games.rules import Board

LEAST = 900
CHOICE, CELLS, FURTHER_MOVE, MARGIN = 150, 100, 200, 60
"""Points for each halving of what is looked at, each of the free cells, each further move of
a forced win, and each halving of the margin of the right move where chance plays."""


def points(board: Board, right: Collection[int], moves: int) -> int:
    """How hard it is to find ``right``, on the scale of ratings: from 1000 to some 2000.

    A person who sees a threat looks only at the cells that stop it, else at all. ``moves`` are the
    solver's own, to the end of the solution.
    """
    legal = board.available_moves()
    threats = board.winning_cells(rival_of(board))
    seen = threats if threats and set(right) <= set(threats) else legal
    found = LEAST + CHOICE * log2(len(seen) / len(right)) + CELLS * log2(len(legal))
    found += FURTHER_MOVE * (moves - 1)
    if board.CHANCE_SEAT:
        exact = solution_of(board).values(board)
        others = [value for cell, value in exact.items() if cell not in right]
        found -= MARGIN * log2(min(1.0, max(exact.values()) - max(others)))
    return round(found)
