"""The vocabulary every game speaks: boards, endings and refusals.

A board is an immutable value. It knows whose turn it is, what is legal, what a
move leads to and whether the game is over; it keeps no time and no history.
Nothing here or in its sister modules needs more than the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

from games.rules.shape import Shape


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


Coordinates = tuple[int, int]

FormalValue = tuple[Coordinates, ...] | bool
"""A set of coordinates, or a variable."""


class Board(Protocol):
    """One position of one game.

    The class attributes are static facts of the game: ``VARIANT`` its slug,
    ``SEATS`` the names of those who act in order of first turn, ``RIVALS`` the two
    of them who play against each other, the first seat first, ``CHANCE_SEAT`` the third
    one, which has no side of its own and which chance can fill (empty if there is none),
    ``SHAPE`` how its cells lie, ``CELLS`` their number, by which notations of different games are
    told apart, ``LINES`` the winning patterns as tuples of cells, ``LONGEST`` an upper bound for
    the plies of a game. ``PATTERN_NAMES`` name the patterns where they are not simply every row,
    column and diagonal; ``HAS_EXACT`` says whether ``exact`` is a choice. For people: ``TITLE``,
    ``SUMMARY``, a line each, and ``EXAMPLE``, the cells of a short game worth showing.
    """

    VARIANT: ClassVar[str]
    TITLE: ClassVar[str]
    SEATS: ClassVar[tuple[str, ...]]
    RIVALS: ClassVar[tuple[str, str]]
    CHANCE_SEAT: ClassVar[str]
    SHAPE: ClassVar[Shape]
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

    def __hash__(self) -> int: ...

    def is_game_over(self) -> bool: ...

    def available_moves(self) -> tuple[int, ...]:
        """The legal cells in rising order; none once the game is over."""
        ...

    def make_move(self, move: int) -> Self:
        """The position after ``to_move`` acts on cell ``move``. Raises IllegalMove."""
        ...

    def winning_cells(self, seat: str) -> tuple[int, ...]:
        """The free cells, rising, with which ``seat`` would complete a pattern, on turn or not."""
        ...

    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row as small integers: 0 empty, the first seat 1, the second -1."""
        ...

    def formal(self) -> dict[str, FormalValue]:
        """The state in the terms of the document that defines the game; empty if none does.

        The sets come first, then the variables.
        """
        ...

    def display(self) -> str:
        """The position for a terminal, with row and column numbers (document 004)."""
        ...
