"""The layout of a board's cells, and their names.

Cells are numbered row by row from the top left. ``a1`` is the first; letters go right, numbers
down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from games.rules.errors import IllegalMove, quoted

T = TypeVar("T")

COLUMN_LETTERS = "abcdefghi"


class Shape(NamedTuple):
    """A board of ``columns`` × ``rows`` cells, at most 9 × 9, so that a cell's name has two
    characters. It may consist of small boards, squares of ``small`` × ``small`` cells.
    """

    columns: int
    rows: int
    small: int = 0

    @property
    def longer(self) -> int:
        """The cells along the longer edge."""
        return max(self.columns, self.rows)

    @property
    def of_small_boards(self) -> Shape:
        """How the small boards lie; a board of none if there are no small boards."""
        side = self.small or self.longer + 1
        return Shape(self.columns // side, self.rows // side)

    @property
    def small_boards(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each small board, both row by row."""
        side, outer = self.small, self.of_small_boards
        return tuple(
            tuple(
                (row * side + down) * self.columns + column * side + across
                for down in range(side)
                for across in range(side)
            )
            for column, row in map(outer.place, range(outer.cells))
        )

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.columns * self.rows

    def place(self, cell: int) -> tuple[int, int]:
        """The column and the row of ``cell``, both from 0."""
        row, column = divmod(cell, self.columns)
        return column, row

    def small_board(self, cell: int) -> int:
        """The small board in which ``cell`` lies."""
        column, row = self.place(cell)
        return row // self.small * self.of_small_boards.columns + column // self.small

    def in_rows(self, cells: Sequence[T]) -> list[Sequence[T]]:
        """Values for all cells, split into the rows of the board."""
        return [cells[at : at + self.columns] for at in range(0, len(cells), self.columns)]

    def __str__(self) -> str:
        return f"{self.columns} by {self.rows}"


@cache
def cell_name(cell: int, shape: Shape) -> str:
    """The ``a1``-style name of a cell."""
    column, row = shape.place(cell)
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def place_words(cell: int, shape: Shape) -> str:
    """Where a cell lies, in words: ``top left``, ``centre``, ``left edge``."""
    column, row = shape.place(cell)
    down = {0: "top", shape.rows - 1: "bottom"}.get(row, "") if shape.rows > 1 else ""
    across = {0: "left", shape.columns - 1: "right"}.get(column, "") if shape.columns > 1 else ""
    if down and across:
        return f"{down} {across}"
    if down or across:
        return (
            f"{down or across} edge"
            if min(shape.columns, shape.rows) > 1
            else f"{down or across} end"
        )
    if (2 * column + 1, 2 * row + 1) == (shape.columns, shape.rows):
        return "centre"
    upper = "upper" if 2 * row + 1 < shape.rows else "lower"
    return f"inside, {upper} {'left' if 2 * column + 1 < shape.columns else 'right'}"


def small_board_name(small: int, shape: Shape) -> str:
    """What people call a small board: ``top left``, ``top``, ``middle``."""
    words = place_words(small, shape.of_small_boards)
    return words.removesuffix(" edge").replace("centre", "middle")


def parse_cell(text: str, shape: Shape) -> int:
    """The cell with an ``a1``-style name. Raises IllegalMove (``bad_cell``)."""
    name = text.strip().lower()
    if len(name) == 2 and name[1].isascii() and name[1].isdigit():
        column, row = COLUMN_LETTERS.find(name[0]), int(name[1]) - 1
        if 0 <= column < shape.columns and 0 <= row < shape.rows:
            return row * shape.columns + column
    last = cell_name(shape.cells - 1, shape)
    raise IllegalMove(
        f"{quoted(text)} is no cell: expected a1 to {last}, letter for the column first"
    )


def parse_row_column(text: str, shape: Shape) -> int:
    """The cell with this row and column, as ``1 1``. Raises IllegalMove (``bad_cell``)."""
    if (match := re.fullmatch(r"([0-9])\s+([0-9])", text)) is not None:
        row, column = map(int, match.groups())
        if row < shape.rows and column < shape.columns:
            return row * shape.columns + column
    example = f"{min(1, shape.rows - 1)} {min(1, shape.columns - 1)}"
    raise IllegalMove(
        f"{quoted(text)} is no move: expected {_row_and_column(shape)}, as in {example!r}"
    )


def _row_and_column(shape: Shape) -> str:
    if shape.rows == shape.columns:
        return f"a row and a column from 0 to {shape.rows - 1}"
    return f"a row from 0 to {shape.rows - 1} and a column from 0 to {shape.columns - 1}"


def display(marks: Sequence[str], shape: Shape) -> str:
    """Draw single-character marks as document 004's terminal game prints its board.

    Small boards have double lines between them.
    """
    side = shape.small or shape.longer
    starts = range(0, shape.columns, side)

    def line(texts: Sequence[str], joint: str, between: str) -> str:
        return between.join(joint.join(texts[at : at + side]) for at in starts)

    lines = ["  " + line([str(column) for column in range(shape.columns)], " ", "    ")]
    for number, row in enumerate(shape.in_rows(marks)):
        if number and number % side == 0:
            lines.append("  " + line(["="] * shape.columns, "=", "=++="))
        lines.append(f"{number} " + line([mark or " " for mark in row], "|", " || "))
    return "\n".join(lines)
