"""The interface that every game implements: a board and how a game on it ended.

A board is an immutable value. It knows whose turn it is, what is legal, what a
move leads to and whether the game is over; it has no clock and no history. The modules of this
package import only the standard library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

from games.rules.shape import Shape


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``winner`` is a seat's name, or None for a draw. ``reason`` is ``line`` or ``full`` on the
    board; a match adds its own (``resign``, ``time`` …). ``cells`` are the cells of the winning
    pattern, or of all patterns that the last move completed, one after the other.
    """

    winner: str | None
    reason: str
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionalRule:
    """A rule that players can choose when they make a game; each game has one at most.

    ``slug`` names it for programs and commands, ``title`` for people. A form asks ``question``,
    with the answers ``without`` and ``chosen``.
    """

    slug: str
    title: str
    question: str
    without: str
    chosen: str


@dataclass(frozen=True, slots=True)
class SmallBoards:
    """How the small boards of a position stand.

    ``won`` names the seat that holds each, empty for none; ``closed`` are those in which nobody
    plays any more, ``live`` those in which the seat to move can. ``sends`` is, for each legal cell,
    the small board to which it sends the next seat, -1 if that may choose; ``takes`` are the legal
    cells that win their small board. ``ends`` are those that end the game, each with the seat that
    wins it then, empty for a draw; they send nobody anywhere.
    """

    won: tuple[str, ...]
    closed: tuple[int, ...]
    live: tuple[int, ...]
    sends: tuple[int, ...]
    takes: tuple[int, ...]
    ends: tuple[tuple[int, str], ...] = ()


Coordinates = tuple[int, int]

FormalValue = tuple[Coordinates, ...] | bool
"""A set of coordinates, or a variable."""


class Board(Protocol):
    """One position of one game. The class attributes are facts of the game."""

    VARIANT: ClassVar[str]
    """The slug of the game."""

    TITLE: ClassVar[str]
    SUMMARY: ClassVar[str]
    """What people call the game, and a line about it."""

    SEATS: ClassVar[tuple[str, ...]]
    """Those who act, in the order of their first turns."""

    RIVALS: ClassVar[tuple[str, str]]
    """The two seats that play against each other, the first one first."""

    CHANCE_SEAT: ClassVar[str]
    """The third seat, which has no side of its own and which chance can fill; empty without one."""

    SHAPE: ClassVar[Shape]
    CELLS: ClassVar[int]
    """The number of cells. Games of as many are told apart by what their notations can say."""

    TAILS: ClassVar[Mapping[str, str]]
    """What a notation can say after the seat, in words for people; the usual first."""

    LINES: ClassVar[tuple[tuple[int, ...], ...]]
    """The winning patterns, as cells."""

    PATTERN_NAMES: ClassVar[tuple[str, ...]]
    """The names of the patterns, if these are not simply all rows, columns and diagonals."""

    ANY_FREE_CELL: ClassVar[bool]
    """Whether every seat may always place in any free cell: then each threat can be blocked."""

    LONGEST: ClassVar[int]
    """An upper bound for the plies of a game."""

    OPTION: ClassVar[OptionalRule | None]
    """The rule that players can choose when they make a game, if there is one."""

    EXAMPLE: ClassVar[tuple[int, ...]]
    """The cells of a short game worth showing."""

    @property
    def exact(self) -> bool:
        """Whether the optional rule is played; the first one was the literal reading of "won"."""
        ...

    @property
    def small_boards(self) -> SmallBoards | None:
        """How the small boards stand; None in a game without them."""
        ...

    @classmethod
    def start(cls, *, exact: bool = False) -> Self:
        """The position before the first move. ``exact`` picks the optional rule."""
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
        """The mark on each cell: a seat's name, or the empty string."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """The ending, or None while the game goes on."""
        ...

    def __hash__(self) -> int: ...

    def is_game_over(self) -> bool:
        """Whether ``outcome`` is set."""
        ...

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
