"""How a game that did not end on its board is drawn there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from games.drawing.moments import stopped_paths
from games.match import ABORTED, FINISHED, Match, Reason, rival
from games.rules import Board

DRAWINGS = {
    Reason.TIME: "hourglass",
    Reason.RESIGN: "flag",
    Reason.AGREEMENT: "hands",
    Reason.ABANDONED: "chair",
}
CANCELLED = "eraser"


class StoppedDrawing(TypedDict):
    """A ``drawing`` for the free ``cell``: its ``paths`` are classes and data of SVG paths, in 100
    units a cell.
    """

    drawing: str
    cell: int
    paths: Sequence[tuple[str, str]]


def stopped(match: Match) -> StoppedDrawing | None:
    """What to draw where time ran out, somebody gave up or left, both agreed, or it was cancelled;
    None for a game that goes on or ended on its board.
    """
    if match.status == ABORTED:
        drawing: str | None = CANCELLED
    elif match.status == FINISHED and match.outcome is not None:
        drawing = DRAWINGS.get(Reason(match.outcome.reason))
    else:
        drawing = None
    cell = _free_cell(match.board)
    if drawing is None or cell is None:
        return None
    winner = match.outcome.winner if match.outcome else None
    loser = rival(match, winner) if winner else None
    return {"drawing": drawing, "cell": cell, "paths": stopped_paths(drawing, loser)}


def _free_cell(board: Board) -> int | None:
    """The free cell nearest to the middle of the board."""
    shape = board.SHAPE

    def distance(cell: int) -> tuple[int, int]:
        column, row = shape.place(cell)
        across, down = 2 * column - shape.columns + 1, 2 * row - shape.rows + 1
        return across * across + down * down, cell

    free = [cell for cell, mark in enumerate(board.marks) if not mark]
    return min(free, key=distance, default=None)
