"""Boards whose cells are links: each leads to the same page with that cell changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from games.analysis.documents.address import cycled
from games.presenters import cell_label
from games.rules import Board, ClassicBoard, Shape

MARK_OF = {"X": "X", "O": "O", ".": ""}


@dataclass(frozen=True, slots=True)
class Option:
    """A link of a choice, and whether it is the one in force."""

    text: str
    url: str
    on: bool


@dataclass(frozen=True, slots=True)
class LinkedCell:
    """A cell that leads to ``url``, if it leads anywhere.

    ``ghost`` is the mark that a click would put there. ``last`` marks the cell of the last move,
    ``won`` the winning ones. ``number`` is shown in its corner.
    """

    name: str
    mark: str
    label: str
    url: str
    won: bool
    ghost: str = ""
    last: bool = False
    number: str = ""


@dataclass(frozen=True, slots=True)
class LinkedBoard:
    """A board of links; ``key`` tells it from others on the page."""

    key: str
    shape: Shape
    rows: list[Sequence[LinkedCell]]


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
        number = str(at) if numbered else ""
        square = f"square {at}, " if numbered else ""
        found.append(
            LinkedCell(
                name=ClassicBoard.cell_name(at),
                mark=MARK_OF[cells[at]],
                label=f"{square}{label}; make it {MARK_OF[after[at]] or 'empty'}",
                url=url(after),
                won=at in won,
                number=number,
            )
        )
    return LinkedBoard(key, ClassicBoard.SHAPE, ClassicBoard.SHAPE.in_rows(found))


def play(
    key: str, board: Board, url: Callable[[Board, int], str], *, last: int | None = None
) -> LinkedBoard:
    """A board of a legal position: its legal cells lead to the position after the move."""
    legal, outcome = set(board.available_moves()), board.outcome
    shown = [
        LinkedCell(
            name=board.cell_name(cell),
            mark=mark,
            label=cell_label(board.SHAPE, cell, mark, last=cell == last),
            url=url(board, cell) if cell in legal else "",
            won=bool(outcome and cell in outcome.cells),
            ghost=board.to_move,
            last=cell == last,
        )
        for cell, mark in enumerate(board.marks)
    ]
    return LinkedBoard(key, board.SHAPE, board.SHAPE.in_rows(shown))


def text_of(board: ClassicBoard) -> str:
    """The nine characters of a position, without the side to move."""
    return board.notation[:9]
