"""How positions and lines of play are written in addresses.

A position is its notation with ``_`` for each space: ``X...O...._X``. A line is a first position
and the names of the cells played from it: ``?from=........._X&line=a1-b2``. Positions of a game
never repeat, so a position on a line is found by what it is; that gives undo and redo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.rules import Board, RulesError, read_notation
from games.rules.shape import parse_cell

LONGEST = 100
"""Characters of an address that could be a position."""


def slug_of(board: Board) -> str:
    """``board`` as part of an address."""
    return board.notation.replace(" ", "_")


def read(text: str) -> Board:
    """The position that an address or a person's text names. Raises BadNotation."""
    return read_notation(plain(text))


def plain(text: str) -> str:
    """Notation with its spaces back, however an address wrote them."""
    return " ".join(text.replace("_", " ").replace("+", " ").split())


@dataclass(frozen=True, slots=True)
class Variation:
    """A line of play and the place ``at`` on it, counted in moves from ``boards[0]``."""

    boards: tuple[Board, ...]
    cells: tuple[int, ...]
    at: int

    @property
    def board(self) -> Board:
        return self.boards[self.at]

    @property
    def last(self) -> int | None:
        """The cell of the move that led here, if one did."""
        return self.cells[self.at - 1] if self.at else None

    def at_ply(self, at: int) -> Variation:
        """The same line, seen from the position after ``at`` moves."""
        return Variation(self.boards, self.cells, at)

    def address(self, at: int, **query: str) -> str:
        """Where the position after ``at`` moves of this line is analysed."""
        more = {key: value for key, value in query.items() if value}
        if self.cells:
            more |= self._query()
        return address(self.boards[at], **more)

    @property
    def tail(self) -> str:
        """The query that keeps this line in an address; empty if the line is only a position."""
        if not self.cells:
            return ""
        return "?" + urlencode(self._query())

    def _query(self) -> dict[str, str]:
        return {"from": slug_of(self.boards[0]), "line": names(self.boards[0], self.cells)}

    def after(self, *cells: int) -> Variation:
        """This line with ``cells`` played from here; what followed stays if it begins so."""
        here = self.cells[self.at :]
        if here[: len(cells)] == cells:
            return self.at_ply(self.at + len(cells))
        boards = list(self.boards[: self.at + 1])
        for cell in cells:
            boards.append(boards[-1].make_move(cell))
        return Variation(tuple(boards), (*self.cells[: self.at], *cells), self.at + len(cells))


def read_variation(board: Board, start: str = "", line: str = "") -> Variation:
    """The line in an address, at ``board``; just ``board`` if no line there leads to it."""
    alone = Variation((board,), (), 0)
    if not start or not line or len(start) + len(line) > 400:
        return alone
    try:
        whole = played(read(start), line.split("-"))
    except RulesError:
        return alone
    if board not in whole.boards:
        return alone
    return whole.at_ply(whole.boards.index(board))


def played(start: Board, cells: Sequence[str]) -> Variation:
    """The line of ``cells`` by name from ``start``, at its end. Raises IllegalMove."""
    line = Variation((start,), (), 0)
    for name in cells:
        line = line.after(parse_cell(name, start.SHAPE))
    return line


def names(board: Board, cells: Sequence[int]) -> str:
    """Cells as a line writes them."""
    return "-".join(board.cell_name(cell) for cell in cells)


def address(board: Board, **query: str) -> str:
    """The analysis of ``board``."""
    path = reverse("analysis:position", args=[slug_of(board)])
    return f"{path}?{urlencode(query)}" if query else path
