"""DSTRU-TAC-TOE, the 4×4 game of Uno, Dos and Tres (document 002), on two integers.

Tres places a piece, Uno places a piece, Dos takes one piece away, and so on. The document's
cell (x, y), both from 1 to 4, is cell ``(x - 1) * 4 + (y - 1)`` and that bit of an integer:
x is the row counted from the top, y the column counted from the left, so that (1, 1) is
``a1``, (1, 4) is ``d1`` and (4, 1) is ``a4``. A position is written x by x as sixteen
characters of ``U``, ``T``, ``.``, the initial of the seat to act, and ``=`` if the literal
reading of "won" applies: ``T...........U... D =``.

**Won** means that a player's cells contain a pattern of W. As printed, ``Uno ∈ W``, they
would have to equal one; that reading is the option ``exact``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import ClassVar, NamedTuple, NoReturn

from games.rules import shape
from games.rules.board import Coordinates, FormalValue, OptionalRule, Outcome, SmallBoards
from games.rules.errors import BadNotation, IllegalMove, quoted
from games.rules.shape import Shape

SIDE = 4
CELLS = SIDE * SIDE
FULL = (1 << CELLS) - 1

PATTERNS = (
    ((1, 1), (1, 2), (1, 3), (1, 4)),
    ((1, 4), (2, 3), (3, 2), (4, 1)),
    ((4, 1), (4, 2), (4, 3), (4, 4)),
)
"""The set W of document 002 as cells (x, y): its C without the main diagonal."""


def cell_at(x: int, y: int) -> int:
    """The cell that document 002 calls (x, y)."""
    return (x - 1) * SIDE + (y - 1)


def coordinates(cell: int) -> Coordinates:
    """Document 002's (x, y) of a cell."""
    return cell // SIDE + 1, cell % SIDE + 1


def coordinate_name(cell: int) -> str:
    """Document 002's name of a cell, without the brackets: ``1,4``."""
    x, y = coordinates(cell)
    return f"{x},{y}"


def cells_of(mask: int) -> tuple[int, ...]:
    """The cells whose bits are set in ``mask``, in rising order."""
    return UPPER_HALF[mask & HALF] + LOWER_HALF[mask >> CELLS // 2]


HALF = (1 << CELLS // 2) - 1
UPPER_HALF, LOWER_HALF = (
    tuple(
        tuple(first + bit for bit in range(CELLS // 2) if half >> bit & 1)
        for half in range(HALF + 1)
    )
    for first in (0, CELLS // 2)
)
"""The cells of every set within the first eight cells, and within the last eight."""
PLACES = [[tuple(map(coordinates, each)) for each in half] for half in (UPPER_HALF, LOWER_HALF)]


LINES = tuple(tuple(sorted(cell_at(x, y) for x, y in pattern)) for pattern in PATTERNS)
MASKS = tuple(sum(1 << cell for cell in line) for line in LINES)


class State(NamedTuple):
    """What a position consists of.

    ``tres`` and ``uno`` are the cells each holds, as 16-bit integers; ``turn`` and ``go`` are
    document 002's variables; ``exact`` is the reading of "won".
    """

    tres: int = 0
    uno: int = 0
    turn: bool = True
    go: bool = False
    exact: bool = False


class DstruBoard(State):
    """One position, with the rules of the game. It is a tuple and immutable."""

    __slots__ = ()

    VARIANT: ClassVar[str] = "dstru"
    TITLE: ClassVar[str] = "DSTRU-TAC-TOE"
    SEATS: ClassVar[tuple[str, ...]] = ("Tres", "Uno", "Dos")
    RIVALS: ClassVar[tuple[str, str]] = ("Tres", "Uno")
    CHANCE_SEAT: ClassVar[str] = "Dos"
    SHAPE: ClassVar[Shape] = Shape(SIDE, SIDE)
    CELLS: ClassVar[int] = CELLS
    TAILS: ClassVar[Mapping[str, str]] = {"": "Usual", "=": "Exact"}
    LINES: ClassVar[tuple[tuple[int, ...], ...]] = LINES
    ANY_FREE_CELL: ClassVar[bool] = False
    LONGEST: ClassVar[int] = 44
    PATTERN_NAMES: ClassVar[tuple[str, ...]] = ("top row", "diagonal", "bottom row")
    OPTION: ClassVar[OptionalRule | None] = OptionalRule(
        *("exact", "exact", "To win, your pieces must"),
        *("Contain a pattern", "Be a pattern, with no other piece"),
    )
    small_boards: ClassVar[SmallBoards | None] = None
    SUMMARY: ClassVar[str] = "Tres and Uno place, Dos takes away: three patterns on a 4×4 board."
    EXAMPLE: ClassVar[tuple[int, ...]] = (3, 6, 6, 6, 1, 6, 9, 6, 1, 2, 12, 6, 1, 0, 0, 0)

    @classmethod
    def start(cls, *, exact: bool = False) -> DstruBoard:
        """The empty board, Tres to place. ``exact``: a player's cells must equal a pattern."""
        return cls(exact=exact)

    @classmethod
    def from_notation(cls, text: str) -> DstruBoard:
        """Read ``T...........U... D``. Raises BadNotation, also for what no legal game reaches."""
        cells, _, rest = text.partition(" ")
        side, _, reading = rest.partition(" ")
        phase = PHASES.get(side)
        fits = len(cells) == CELLS and not set(cells) - set("TU.")
        if not fits or not phase or rest[1:] not in ("", " ="):
            raise BadNotation(
                f"{quoted(text)} is no DSTRU position: expected sixteen characters of U, T and "
                "'.', x by x, a space, who acts (T, U or D), and ' =' if only an exact pattern "
                f"wins, as in {cls.start().notation!r}"
            )
        tres, uno = (sum(1 << i for i, c in enumerate(cells) if c == mark) for mark in "TU")
        board = cls(tres, uno, *phase, reading == "=")
        if not board.counts_fit():
            raise BadNotation(
                f"{text!r} cannot arise: with {board.to_move} to act there are never "
                f"{tres.bit_count()} pieces of Tres and {uno.bit_count()} of Uno"
            )
        if not board.can_arise():
            raise BadNotation(f"{text!r} cannot arise: play would have stopped before")
        return board

    @classmethod
    def cell_name(cls, cell: int) -> str:
        return shape.cell_name(cell, cls.SHAPE)

    @property
    def notation(self) -> str:
        tres, uno, reading = self.tres, self.uno, " =" if self.exact else ""
        cells = text_of_half(tres & HALF, uno & HALF) + text_of_half(tres >> 8, uno >> 8)
        return f"{cells} {self.to_move[0]}{reading}"

    @property
    def ply(self) -> int:
        """Each cycle of three plies leaves one piece more, so pieces and seat tell the ply."""
        return 3 * (self.tres | self.uno).bit_count() - AHEAD[self.to_move]

    @property
    def to_move(self) -> str:
        if not self.turn:
            return "Dos"
        return "Uno" if self.go else "Tres"

    @property
    def action(self) -> str:
        return "place" if self.turn else "remove"

    @property
    def over(self) -> bool:
        """Document 002's variable: somebody has a pattern, or F is empty."""
        taken = self.tres | self.uno
        return taken == FULL or won(self.uno, self.exact) or won(self.tres, self.exact)

    @property
    def free(self) -> int:
        """The set F as a 16-bit integer."""
        return FULL & ~(self.tres | self.uno)

    @property
    def marks(self) -> tuple[str, ...]:
        tres, uno = self.tres, self.uno
        return marks_of_half(tres & HALF, uno & HALF) + marks_of_half(tres >> 8, uno >> 8)

    @property
    def outcome(self) -> Outcome | None:
        """In the printed order: Uno's pattern, no free cell (Dos wins), Tres's pattern.

        ``cells`` holds every cell of every completed pattern: one piece can complete two.
        """
        if won(self.uno, self.exact):
            return Outcome("Uno", "line", pattern_cells(self.uno))
        if self.tres | self.uno == FULL:
            return Outcome("Dos", "full")
        if won(self.tres, self.exact):
            return Outcome("Tres", "line", pattern_cells(self.tres))
        return None

    def is_game_over(self) -> bool:
        return self.over

    def available_moves(self) -> tuple[int, ...]:
        if self.over:
            return ()
        return cells_of(self.free if self.turn else self.tres | self.uno)

    def make_move(self, move: int) -> DstruBoard:
        """Document 002's three transitions, told apart by ``turn`` and ``go``."""
        tres, uno, turn, go, exact = self
        fits = type(move) is int and 0 <= move < CELLS
        if not fits or ((tres | uno) >> move & 1) == turn or self.over:
            self._refuse(move)
        bit = 1 << move
        if not turn:
            return DstruBoard(tres & ~bit, uno & ~bit, True, go, exact)
        if go:
            return DstruBoard(tres, uno | bit, False, False, exact)
        return DstruBoard(tres | bit, uno, True, True, exact)

    def winning_cells(self, seat: str) -> tuple[int, ...]:
        """None for Dos, who has no pieces."""
        own = {"Tres": self.tres, "Uno": self.uno}.get(seat, 0)
        return tuple([cell for cell in cells_of(self.free) if won(own | 1 << cell, self.exact)])

    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """Row x - 1, column y - 1 holds 1 for Tres, -1 for Uno, 0 for a free cell."""
        flat = [(self.tres >> cell & 1) - (self.uno >> cell & 1) for cell in range(CELLS)]
        return tuple(tuple(flat[row : row + SIDE]) for row in range(0, CELLS, SIDE))

    def formal(self) -> dict[str, FormalValue]:
        """The state as document 002 defines it: three sets of (x, y), F, and three booleans."""
        return {**formal_sets(self), **formal_variables(self)}

    def display(self) -> str:
        return shape.display(tuple(mark[:1] for mark in self.marks), self.SHAPE)

    def _refuse(self, move: int) -> NoReturn:
        """Raise IllegalMove with the reason."""
        if self.over:
            raise IllegalMove(f"{self.notation!r} is over: no move is legal", "game_over")
        if type(move) is not int or not 0 <= move < CELLS:
            raise IllegalMove(f"{move!r} is no cell: expected 0 to {CELLS - 1}", "bad_cell")
        if self.turn:
            raise IllegalMove(f"{self.cell_name(move)} is taken in {self.notation!r}", "cell_taken")
        raise IllegalMove(
            f"{self.cell_name(move)} is empty in {self.notation!r}: Dos takes a piece away",
            "cell_empty",
        )

    def counts_fit(self) -> bool:
        """Whether play can leave these numbers of pieces, whatever patterns they form.

        Dos may take from either player, so in cycle k any split of k pieces stands before
        Tres; the piece just placed is still there when the next one acts. The sixteenth piece
        is Uno's and ends the game, so Tres never faces more than fourteen.
        """
        tres, uno = self.tres.bit_count(), self.uno.bit_count()
        placed_last = {"Tres": True, "Uno": tres > 0, "Dos": tres > 0 and uno > 0}
        return 0 <= self.ply // 3 <= CELLS - 2 and placed_last[self.to_move]

    def can_arise(self) -> bool:
        """Whether legal play from the empty board leads here.

        Counts being right, a live position always has a live predecessor: a piece of the last
        placer to take back or, after Dos, two free cells or more, and never does each colour
        make a pattern on each of them. For a finished one the predecessors are tried out.
        """
        if not self.counts_fit() or not self.over:
            return self.counts_fit()
        return any(not board.over and board.counts_fit() for board in self._predecessors())

    def _predecessors(self) -> Iterator[DstruBoard]:
        """The positions one ply ago, legal or not."""
        if not self.turn:
            before = self._replace(turn=True, go=True)
            return (before._replace(uno=self.uno & ~(1 << cell)) for cell in cells_of(self.uno))
        if self.go:
            before = self._replace(go=False)
            return (before._replace(tres=self.tres & ~(1 << cell)) for cell in cells_of(self.tres))
        before, free = self._replace(turn=False), cells_of(self.free)
        return chain(
            (before._replace(tres=self.tres | 1 << cell) for cell in free),
            (before._replace(uno=self.uno | 1 << cell) for cell in free),
        )


PHASES = {"T": (True, False), "U": (True, True), "D": (False, False)}
"""``turn`` and ``go`` by the letter of the seat to act."""

AHEAD = {"Tres": 0, "Uno": 2, "Dos": 4}
"""What three times the number of pieces exceeds the ply by, when a seat is to act."""


@cache
def marks_of_half(tres: int, uno: int) -> tuple[str, ...]:
    """What stands on each of eight cells, as in ``DstruBoard.marks``."""
    return tuple(("", "Tres", "Uno")[tres >> at & 1 | (uno >> at & 1) << 1] for at in range(8))


@cache
def text_of_half(tres: int, uno: int) -> str:
    """Eight cells as in ``DstruBoard.notation``."""
    return "".join(mark[:1] or "." for mark in marks_of_half(tres, uno))


@cache
def won(own: int, exact: bool = False) -> bool:
    """Whether a player holding the cells of ``own`` has a pattern, or is one if ``exact``."""
    if exact:
        return own in MASKS
    return any(own & mask == mask for mask in MASKS)


def pattern_cells(own: int) -> tuple[int, ...]:
    """Every cell of every pattern that ``own`` contains, rising."""
    mask = 0
    for pattern in MASKS:
        mask |= pattern if own & pattern == pattern else 0
    return cells_of(mask)


def formal_sets(board: DstruBoard) -> dict[str, tuple[Coordinates, ...]]:
    """The sets of the state.

    Dos is a set there as well, and stays empty: a removed piece belongs to nobody.
    """
    sets = {"Uno": board.uno, "Dos": 0, "Tres": board.tres, "F": board.free}
    upper, lower = PLACES
    return {name: upper[own & HALF] + lower[own >> 8] for name, own in sets.items()}


def formal_variables(board: DstruBoard) -> dict[str, bool]:
    """The variables of the state."""
    return {"turn": board.turn, "go": board.go, "over": board.over}
