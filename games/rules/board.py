"""The vocabulary every game speaks: boards, endings and refusals.

A board is an immutable value. It knows whose turn it is, what is legal, what a
move leads to and whether the game is over; it keeps no time and no history.
Nothing here or in its sister modules needs more than the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``winner`` is a seat's name, or None for a draw. ``reason`` says by which
    law: ``line``, ``full`` on the board; the table adds its own (``resign``,
    ``time`` …). ``cells`` are the cells of the winning pattern, if one decided;
    where one move completed several, pattern after pattern.
    """

    winner: str | None
    reason: str
    cells: tuple[int, ...] = ()


class RulesError(ValueError):
    """A request that the laws of a game refuse. ``code`` is stable, the text is for people."""

    code = "not_allowed"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code


class IllegalMove(RulesError):
    """A move this position does not allow; the message quotes the cell and the position.

    ``code`` is one of ``bad_cell``, ``cell_taken``, ``cell_empty``, ``game_over``.
    """

    code = "bad_cell"


class BadNotation(RulesError):
    """Text that is no position of the game; the message quotes it and says what is expected."""

    code = "bad_notation"


class Board(Protocol):
    """One position of one game.

    The class attributes are static facts of the game: ``VARIANT`` its slug,
    ``SEATS`` the names of those who act in order of first turn, ``SIDE`` the
    number of cells along an edge, ``CELLS`` their number, ``LINES`` the winning
    patterns as tuples of cells, ``LONGEST`` an upper bound for the plies of a game.
    ``PATTERN_NAMES`` name the patterns where they are not simply every row, column and
    diagonal; ``HAS_EXACT`` says whether ``exact`` is a choice. For people: ``TITLE``,
    ``SUMMARY``, a line each, and ``EXAMPLE``, the cells of a short game worth showing.
    """

    VARIANT: ClassVar[str]
    TITLE: ClassVar[str]
    SEATS: ClassVar[tuple[str, ...]]
    SIDE: ClassVar[int]
    CELLS: ClassVar[int]
    LINES: ClassVar[tuple[tuple[int, ...], ...]]
    LONGEST: ClassVar[int]
    PATTERN_NAMES: ClassVar[tuple[str, ...]]
    HAS_EXACT: ClassVar[bool]
    SUMMARY: ClassVar[str]
    EXAMPLE: ClassVar[tuple[int, ...]]

    @classmethod
    def start(cls, *, exact: bool = False) -> Self:
        """The position before the first move. ``exact`` picks the literal reading of "won"."""
        ...

    @classmethod
    def from_notation(cls, text: str) -> Self:
        """The position that ``text`` names. Raises BadNotation."""
        ...

    @classmethod
    def cell_name(cls, cell: int) -> str:
        """A cell for people: ``a1`` is the top left, letters go right, numbers go down."""
        ...

    @property
    def notation(self) -> str:
        """The position as one line of text; ``from_notation`` reads it back."""
        ...

    @property
    def ply(self) -> int:
        """How many moves led here."""
        ...

    @property
    def to_move(self) -> str:
        """The seat that acts next (the one that would, if the game is over)."""
        ...

    @property
    def action(self) -> str:
        """What ``to_move`` does: ``place`` or ``remove``."""
        ...

    @property
    def marks(self) -> tuple[str, ...]:
        """What stands on each cell: a seat's name, or the empty string."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """The ending, or None while the game goes on."""
        ...

    def is_game_over(self) -> bool: ...

    def available_moves(self) -> tuple[int, ...]:
        """The legal cells in rising order; none once the game is over."""
        ...

    def make_move(self, move: int) -> Self:
        """The position after ``to_move`` acts on cell ``move``. Raises IllegalMove."""
        ...

    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row as small integers: 0 empty, the first seat 1, the second -1."""
        ...

    def formal(self) -> dict[str, Any]:
        """The state in the terms of the document that defines the game; empty if none does.

        Sets are tuples of coordinates, variables are booleans.
        """
        ...

    def display(self) -> str:
        """The position for a terminal, with row and column numbers (document 004)."""
        ...


def cell_name(cell: int, side: int) -> str:
    """``a1``-style name of a cell of a square board that is ``side`` cells wide."""
    return f"{'abcdefgh'[cell % side]}{cell // side + 1}"


def parse_cell(text: str, side: int) -> int:
    """The cell that an ``a1``-style name means. Raises IllegalMove (``bad_cell``)."""
    name = text.strip().lower()
    if len(name) == 2 and name[1].isascii() and name[1].isdigit():
        column, row = "abcdefgh".find(name[0]), int(name[1]) - 1
        if 0 <= column < side and 0 <= row < side:
            return row * side + column
    last = cell_name(side * side - 1, side)
    raise IllegalMove(f"{text!r} is no cell: expected a1 to {last}, letter for the column first")


def display(marks: tuple[str, ...], side: int) -> str:
    """Draw single-character marks the way document 004's terminal game prints its board."""
    head = "  " + " ".join(str(column) for column in range(side))
    rows = [
        f"{row} " + "|".join(mark or " " for mark in marks[row * side : row * side + side])
        for row in range(side)
    ]
    return "\n".join([head, *rows])
