"""Classic 3×3 tic-tac-toe on two integers (documents 000 and 003).

Cell i (0..8, row by row from the top left) is bit i of a side's integer. X moves
first. A position is written as nine characters of ``X``, ``O``, ``.`` and the
side to move: ``X...O.... X``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar, NamedTuple

from games.rules import shape
from games.rules.board import FormalValue, OptionalRule, Outcome, SmallBoards
from games.rules.errors import BadNotation, IllegalMove, RulesError, quoted
from games.rules.shape import Shape

MASKS = (7, 56, 448, 73, 146, 292, 273, 84)
"""The eight lines as bit masks: rows, columns, the two diagonals (document 003)."""

FULL = 0b111_111_111


def cells_of(mask: int) -> tuple[int, ...]:
    """The cells whose bits are set in ``mask``, in rising order."""
    return tuple(cell for cell in range(9) if mask >> cell & 1)


LINES = tuple(cells_of(mask) for mask in MASKS)


class Holdings(NamedTuple):
    """The cells each side holds, as 9-bit integers."""

    x: int = 0
    o: int = 0


class ClassicBoard(Holdings):
    """One position of classic tic-tac-toe; see ``games.rules.board.Board`` for the vocabulary."""

    __slots__ = ()

    VARIANT: ClassVar[str] = "classic"
    TITLE: ClassVar[str] = "Classic 3×3"
    SEATS: ClassVar[tuple[str, ...]] = ("X", "O")
    RIVALS: ClassVar[tuple[str, str]] = ("X", "O")
    CHANCE_SEAT: ClassVar[str] = ""
    SHAPE: ClassVar[Shape] = Shape(3, 3)
    CELLS: ClassVar[int] = 9
    TAILS: ClassVar[Mapping[str, str]] = {"": ""}
    LINES: ClassVar[tuple[tuple[int, ...], ...]] = LINES
    ANY_FREE_CELL: ClassVar[bool] = True
    LONGEST: ClassVar[int] = 9
    PATTERN_NAMES: ClassVar[tuple[str, ...]] = ()
    OPTION: ClassVar[OptionalRule | None] = None
    small_boards: ClassVar[SmallBoards | None] = None
    exact: ClassVar[bool] = False
    SUMMARY: ClassVar[str] = "Get three in a row on a 3×3 board."
    EXAMPLE: ClassVar[tuple[int, ...]] = (4, 1, 2, 6, 8, 0, 5)

    @classmethod
    def start(cls, *, exact: bool = False) -> ClassicBoard:
        """The empty board, X to move. Classic has one reading of "won", so ``exact`` is refused."""
        if exact:
            raise RulesError("classic has no 'exact' rule: a line of three is the only way")
        return cls()

    @classmethod
    def from_notation(cls, text: str) -> ClassicBoard:
        """Read ``X...O.... X``. Raises BadNotation, also for positions no legal game reaches."""
        cells, _, side = text.partition(" ")
        if len(cells) != 9 or set(cells) - set("XO.") or side not in cls.SEATS:
            raise BadNotation(
                f"{quoted(text)} is no classic position: expected nine characters of X, O and '.', "
                "row by row, a space, and the side to move, as in 'X...O.... X'"
            )
        board = cls(*(sum(1 << i for i, c in enumerate(cells) if c == side) for side in "XO"))
        lead = board.x.bit_count() - board.o.bit_count()
        if lead not in (0, 1):
            raise BadNotation(
                f"{text!r} cannot arise: X has {board.x.bit_count()} marks and O "
                f"{board.o.bit_count()}; X starts and they alternate"
            )
        if side != board.to_move:
            raise BadNotation(f"{text!r} cannot arise: with these marks {board.to_move} is to move")
        if not board._reachable():
            raise BadNotation(f"{text!r} cannot arise: play would have stopped at the first line")
        return board

    @classmethod
    def cell_name(cls, cell: int) -> str:
        return shape.cell_name(cell, cls.SHAPE)

    @property
    def notation(self) -> str:
        return "".join(mark or "." for mark in self.marks) + " " + self.to_move

    @property
    def ply(self) -> int:
        return (self.x | self.o).bit_count()

    @property
    def to_move(self) -> str:
        return "O" if self.x.bit_count() > self.o.bit_count() else "X"

    @property
    def action(self) -> str:
        return "place"

    @property
    def marks(self) -> tuple[str, ...]:
        return marks_of(self.x, self.o)

    @property
    def outcome(self) -> Outcome | None:
        """A line wins (formula 2); a full board without one is a draw (formula 6).

        ``cells`` holds the completed line; where one move completed two, one after the other.
        """
        for seat, own in (("X", self.x), ("O", self.o)):
            if won(own):
                return Outcome(seat, "line", completed(own))
        return Outcome(None, "full") if self.x | self.o == FULL else None

    def is_game_over(self) -> bool:
        return self.x | self.o == FULL or won(self.x) or won(self.o)

    def available_moves(self) -> tuple[int, ...]:
        return () if self.is_game_over() else cells_of(FULL & ~(self.x | self.o))

    def make_move(self, move: int) -> ClassicBoard:
        if self.is_game_over():
            raise IllegalMove(f"{self.notation!r} is over: no move is legal", "game_over")
        if not isinstance(move, int) or isinstance(move, bool) or not 0 <= move < 9:
            raise IllegalMove(f"{move!r} is no cell: expected 0 to 8", "bad_cell")
        bit = 1 << move
        if (self.x | self.o) & bit:
            name = self.cell_name(move)
            raise IllegalMove(f"{name} is taken in {self.notation!r}", "cell_taken")
        if self.to_move == "X":
            return ClassicBoard(self.x | bit, self.o)
        return ClassicBoard(self.x, self.o | bit)

    def winning_cells(self, seat: str) -> tuple[int, ...]:
        own = self.x if seat == "X" else self.o
        return tuple([cell for cell in cells_of(FULL & ~(self.x | self.o)) if won(own | 1 << cell)])

    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """Formula 15: row i, column j holds 1 for X, -1 for O, 0 for an empty cell."""
        flat = [(self.x >> cell & 1) - (self.o >> cell & 1) for cell in range(9)]
        return tuple(tuple(flat[row : row + 3]) for row in (0, 3, 6))

    def formal(self) -> dict[str, FormalValue]:
        """No document defines this game by sets."""
        return {}

    def display(self) -> str:
        return shape.display(self.marks, self.SHAPE)

    def _reachable(self) -> bool:
        """Counts being right, a position arises unless somebody played on after a line."""
        if self.to_move == "X":
            return not won(self.x) and self._one_move_ago(self.o, self.x)
        return not won(self.o) and self._one_move_ago(self.x, self.o)

    @staticmethod
    def _one_move_ago(last: int, other: int) -> bool:
        """Whether taking back one mark of the side that moved last leaves no line of its own."""
        return not won(last) or any(not won(last & ~(1 << cell)) for cell in cells_of(last))


def completed(own: int) -> tuple[int, ...]:
    """The cells of each line held by the 9-bit integer ``own``, line after line."""
    return tuple(
        cell for line, mask in zip(LINES, MASKS, strict=True) if own & mask == mask for cell in line
    )


@cache
def marks_of(x: int, o: int) -> tuple[str, ...]:
    """What stands on each cell, as in ``ClassicBoard.marks``."""
    return tuple("X" if x >> cell & 1 else "O" if o >> cell & 1 else "" for cell in range(9))


@cache
def won(own: int) -> bool:
    """Formula 2: whether a side holding the cells of the integer ``own`` has a line."""
    return any(own & mask == mask for mask in MASKS)
