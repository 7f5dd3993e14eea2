"""The linear-algebra opponent of document 001, for one board or a batch of n at once.

A batch of boards is an array of shape (n, 9), axes (board, cell), any signed integer or float
type: 1 for the side to move, -1 for its opponent, 0 for an empty cell. One board is the
batch of one. Scores are float32; every number in them is a multiple of one half, so they
are exact and equal scores compare equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from games.engines.base import Choice, Engine
from games.engines.classic.bitboards import sides
from games.engines.options import TIES
from games.engines.view import View
from games.rules import ClassicBoard
from games.rules.classic import LINES

Boards = NDArray[np.number]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

P: Floats = np.array([[cell in line for cell in range(9)] for line in LINES], dtype=np.float32)
"""The path matrix, shape (8, 9), axes (path, cell): 1 where the path runs, else 0."""

PRINTED = {
    (2, 2): 30.0,
    (-2, 2): 10.0,
    (1, 1): 2.0,
    (-1, 1): 1.5,
    (0, 0): 1.0,
    (-1, 3): 0.0,
    (1, 3): 0.0,
    (3, 3): 0.0,
    (-3, 3): 0.0,
    (0, 2): 0.0,
}
"""The table of the document: (own occupancy, total occupancy) of a path to its score."""


def scores_by_code(table: Mapping[tuple[int, int], float]) -> Floats:
    """The table as an array, to be indexed by own occupancy + 4 * total occupancy."""
    scores = np.zeros(16, dtype=np.float32)
    for (own, total), score in table.items():
        scores[own + 4 * total] = score
    return scores


_SCORES = scores_by_code(PRINTED)


@dataclass(frozen=True)
class Scores:
    """What the engine computes for n boards, all with the board as the first axis.

    ``own`` and ``total``: the two occupancies of each path, (n, 8). ``paths``: path scores s,
    (n, 8). ``cells``: cell scores c = Pᵀs, (n, 9), occupied cells included.
    """

    own: Floats
    total: Floats
    paths: Floats
    cells: Floats


def occupancies(states: Floats) -> tuple[Floats, Floats]:
    """Own and total occupancy of every path, (…, 8), for states of shape (…, 9)."""
    return states @ P.T, np.abs(states) @ P.T


def evaluate(boards: Boards, scores: Floats = _SCORES) -> Scores:
    """Occupancies, path scores and cell scores of a batch, shape (n, 9).

    ``scores`` is another table than the printed one, as ``scores_by_code`` makes it.
    """
    own, total = occupancies(boards.astype(np.float32))
    paths = scores[(own + 4 * total).astype(np.intp)]
    return Scores(own, total, paths, paths @ P)


def best_cells(boards: Boards, allowed: Flags | None = None, scores: Floats = _SCORES) -> Flags:
    """Which cells share the highest score among the empty (and ``allowed``) ones: (n, 9)."""
    open_cells = boards == 0 if allowed is None else (boards == 0) & allowed
    found = np.where(open_cells, evaluate(boards, scores).cells, -np.inf)
    best: Flags = open_cells & (found == found.max(axis=1, keepdims=True))
    return best


def state(board: ClassicBoard) -> NDArray[np.int8]:
    """The batch of one, shape (1, 9), seen by the side to move."""
    own, other = sides(board)
    return np.array([[(own >> i & 1) - (other >> i & 1) for i in range(9)]], dtype=np.int8)


def numbers(array: Floats) -> list[float]:
    """The first board's share of an array, as plain numbers: whole ones as int."""
    return [int(x) if x == int(x) else float(x) for x in array[0].tolist()]


class LinearEngine(Engine):
    """The printed algorithm: c = Pᵀs over the free cells, nothing else."""

    slug = "linear"
    title = "Linear"
    variant = "classic"
    idea = "Scores the eight lines from a table and adds them up per cell: c = Pᵀs."
    strength = "never loses going first; can be trapped going second"
    difficulty = "medium"
    OPTIONS = (TIES,)
    scores = _SCORES

    def scoring(self, table: Mapping[tuple[int, int], float]) -> Self:
        """The same engine with other path scores, by (own occupancy, total occupancy)."""
        other = copy(self)
        other.scores = scores_by_code(table)
        return other

    def candidates(self, board: ClassicBoard, memo: dict[Any, Any]) -> tuple[int, ...]:
        """The moves it may choose, without the numbers that ``choose`` shows."""
        boards = state(board)
        allowed, _ = self._guard(boards)
        best = best_cells(boards, allowed, self.scores)[0]
        return self.equals(tuple(np.flatnonzero(best).tolist()))

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        boards = state(board)
        allowed, view = self._guard(boards)
        sight = evaluate(boards, self.scores)
        best = best_cells(boards, allowed, self.scores)[0]
        candidates = self.equals(tuple(np.flatnonzero(best).tolist()))
        cells = numbers(sight.cells)
        move = rng.choice(candidates)
        return Choice(
            move,
            candidates,
            values={cell: cells[cell] for cell in board.available_moves()},
            depth=1,
            line=(move,),
            view={
                "P": P.astype(int).tolist(),
                "state": boards[0].tolist(),
                "own_occupancy": numbers(sight.own),
                "total_occupancy": numbers(sight.total),
                "path_scores": numbers(sight.paths),
                "cell_scores": cells,
                **view,
            },
        )

    def _guard(self, boards: Boards) -> tuple[Flags | None, View]:
        """Which cells may be played, (1, 9), and what to show for it; here any."""
        return None, {}
