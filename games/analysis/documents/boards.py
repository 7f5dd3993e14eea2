"""Boards whose cells are links: each leads to the same page with that cell changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from games.analysis.documents.address import cycled
from games.presenters import cell_label
from games.rules import Board, ClassicBoard, Shape

MARK_OF = {"X": "X", "O": "O", ".": ""}


def draft(
    key: str, cells: str, url: Callable[[str], str], *, won: Collection[int] = ()
) -> dict[str, Any]:
    """A 3×3 board of any marks at all. A click turns empty to X, X to O, O to empty.

    ``url`` gives the address that shows other ``cells``; ``won`` are the cells to underline.
    """
    found = []
    for at in range(len(cells)):
        after = cycled(cells, at)
        label = cell_label(ClassicBoard.SHAPE, at, MARK_OF[cells[at]], last=False)
        found.append(
            {
                "index": at,
                "name": ClassicBoard.cell_name(at),
                "mark": MARK_OF[cells[at]],
                "url": url(after),
                "label": f"{label}; make it {MARK_OF[after[at]] or 'empty'}",
                "won": at in won,
            }
        )
    return _grid(key, found, ClassicBoard.SHAPE)


def play(
    key: str, board: Board, url: Callable[[Board, int], str], *, last: int | None = None
) -> dict[str, Any]:
    """A board of a legal position: its legal cells lead to the position after the move."""
    legal, outcome = set(board.available_moves()), board.outcome
    shown = [
        {
            "index": cell,
            "name": board.cell_name(cell),
            "mark": mark,
            "url": url(board, cell) if cell in legal else "",
            "ghost": board.to_move,
            "label": cell_label(board.SHAPE, cell, mark, last=cell == last),
            "won": bool(outcome and cell in outcome.cells),
            "last": cell == last,
        }
        for cell, mark in enumerate(board.marks)
    ]
    return _grid(key, shown, board.SHAPE)


def _grid(key: str, cells: Sequence[dict[str, Any]], shape: Shape) -> dict[str, Any]:
    return {"key": key, "shape": shape, "rows": shape.in_rows(cells)}


def text_of(board: ClassicBoard) -> str:
    """The nine characters of a position, without the side to move."""
    return board.notation[:9]
