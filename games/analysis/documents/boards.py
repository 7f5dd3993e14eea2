"""Boards whose cells are links: each leads to the same page with that cell changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from games.analysis.documents.address import cycled
from games.presenters import cell_label
from games.presenters.contexts import Cell
from games.rules import Board, ClassicBoard, Shape

MARK_OF = {"X": "X", "O": "O", ".": ""}


@dataclass(frozen=True, slots=True)
class ChoiceLink:
    """A link of a choice, and whether it is the one in force; ``key`` finds it after a change."""

    text: str
    url: str
    on: bool
    key: str = ""


@dataclass(frozen=True, slots=True)
class LinkedBoard:
    """A board of links; ``key`` tells it from others on the page."""

    key: str
    shape: Shape
    rows: list[Sequence[Cell]]


def draft(
    key: str,
    cells: str,
    url: Callable[[str], str],
    *,
    won: Collection[int] = (),
    numbered: bool = False,
) -> LinkedBoard:
    """A 3×3 board of any marks at all. A click turns empty to X, X to O, O to empty.

    ``url`` gives the address that shows other ``cells``; ``won`` are the cells to underline. If it
    is ``numbered``, the cells show their numbers, 0 to 8.
    """
    found = []
    for at in range(len(cells)):
        after = cycled(cells, at)
        label = cell_label(ClassicBoard.SHAPE, at, MARK_OF[cells[at]], last=False)
        square = f"square {at}, " if numbered else ""
        found.append(
            Cell(
                at,
                ClassicBoard.cell_name(at),
                MARK_OF[cells[at]],
                f"{square}{label}; make it {MARK_OF[after[at]] or 'empty'}",
                url=url(after),
                won=at in won,
                number=str(at) if numbered else "",
            )
        )
    return LinkedBoard(key, ClassicBoard.SHAPE, ClassicBoard.SHAPE.in_rows(found))


def play(
    key: str, board: Board, url: Callable[[Board, int], str], *, last: int | None = None
) -> LinkedBoard:
    """A board of a legal position: its legal cells lead to the position after the move."""
    legal, outcome = set(board.available_moves()), board.outcome
    shown = [
        Cell(
            cell,
            board.cell_name(cell),
            mark,
            cell_label(board.SHAPE, cell, mark, last=cell == last),
            url=url(board, cell) if cell in legal else "",
            won=bool(outcome and cell in outcome.cells),
            ghost=board.to_move,
            last=cell == last,
        )
        for cell, mark in enumerate(board.marks)
    ]
    return LinkedBoard(key, board.SHAPE, board.SHAPE.in_rows(shown))
