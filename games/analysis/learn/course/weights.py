"""The linear engine with other numbers in its table, and how it loses with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.analysis.wording import number
from games.engines.classic.linear import PRINTED, best_cells, evaluate, scores_by_code, state
from games.engines.sides import rival_of
from games.rules import ClassicBoard

NAMES: dict[str, tuple[int, int]] = {
    "win": (2, 2),
    "block": (-2, 2),
    "own": (1, 1),
    "lone": (-1, 1),
}
"""The numbers that can be set, by the marks on a line that they score."""

SAID = {
    "win": "two own marks and a free cell",
    "block": "two marks of the other side and a free cell",
    "own": "one own mark",
    "lone": "one mark of the other side",
}

CHOICES = (0.0, 1.0, 1.5, 2.0, 5.0, 10.0, 30.0)
"""What each of them can be set to; the printed numbers are among them."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A table for the linear engine: the printed one but for the numbers by the names of NAMES."""

    win: float = PRINTED[2, 2]
    block: float = PRINTED[-2, 2]
    own: float = PRINTED[1, 1]
    lone: float = PRINTED[-1, 1]

    @property
    def table(self) -> dict[tuple[int, int], float]:
        """All of the table, as the engine takes it."""
        return {**PRINTED, **{pair: getattr(self, name) for name, pair in NAMES.items()}}


def said(name: str) -> str:
    """A printed number with what it is for: ``one own mark 1.5``."""
    return f"{SAID[name]} {number(getattr(Weights(), name))}"


def read(chosen: Mapping[str, str]) -> Weights:
    """The table that answers name: numbers by name, as text. The others are the printed ones."""
    return Weights(**{name: float(text) for name, text in chosen.items() if name in NAMES})


def cell_scores(board: ClassicBoard, weights: Weights) -> dict[int, float]:
    """What each free cell scores."""
    found = evaluate(state(board), scores_by_code(weights.table)).cells[0]
    return {cell: float(found[cell]) for cell in board.available_moves()}


def choices(board: ClassicBoard, weights: Weights) -> tuple[int, ...]:
    """The cells that share the highest score."""
    best = best_cells(state(board), None, scores_by_code(weights.table))[0]
    return tuple(np.flatnonzero(best).tolist())


@lru_cache(maxsize=512)
def losing_line(weights: Weights, seat: str, start: ClassicBoard) -> tuple[int, ...] | None:
    """The shortest game from ``start`` that the engine loses as ``seat``; None if there is none.

    Of equal cells it may play any, as on the site.
    """
    layer: dict[ClassicBoard, tuple[int, ...]] = {start: ()}
    while layer:
        below: dict[ClassicBoard, tuple[int, ...]] = {}
        for board, line in layer.items():
            own = board.to_move == seat
            cells = choices(board, weights) if own else board.available_moves()
            for cell in cells:
                after = board.make_move(cell)
                if after.outcome is None:
                    below.setdefault(after, (*line, cell))
                elif after.outcome.winner == rival_of(board) if own else after.outcome.winner:
                    return (*line, cell)
        layer = below
    return None
