"""Ultimate tic-tac-toe, nine small boards in one, on two integers.

X begins in any cell. The place of a cell in its small board names the small board in which the
other side must play next: one is *sent* there. A small board that is won, or full, is closed; who
is sent to a closed one chooses among the open ones. Three small boards in a row win. Once all nine
are closed without such a row the game is drawn, or won by the side with more small boards if that
is the rule (``most``).

Cells are numbered row by row over the whole board, 0 (``a1``) to 80 (``i9``). In the integers the
cell at place p of small board b is bit ``9 * b + p``, both counted row by row from the top left. A
position is written as 81 characters of ``X``, ``O``, ``.``, row by row, the side to move, the small
board it is sent to, 1 to 9, or ``-`` where it may choose, and ``most`` if that is the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import ClassVar, NamedTuple, NoReturn

from games.rules import shape
from games.rules.board import FormalValue, OptionalRule, Outcome, SmallBoards
from games.rules.classic import LINES as ROWS
from games.rules.classic import cells_of, won
from games.rules.errors import BadNotation, IllegalMove, quoted
from games.rules.shape import Shape

SHAPE = Shape(9, 9, 3)
CELLS = SHAPE.cells
SMALL = SHAPE.small_boards
"""The cells of each small board, by their places."""

PLACES = tuple(
    next((small, cells.index(cell)) for small, cells in enumerate(SMALL) if cell in cells)
    for cell in range(CELLS)
)
"""The small board of each cell, and its place there."""

BITS = tuple(1 << 9 * small + place for small, place in PLACES)
FULL = 0b111_111_111
ANYWHERE = 9
"""What stands for a small board where one may choose."""

WON = tuple(won(own) for own in range(FULL + 1))
"""Whether a side holding these places of a small board, or these small boards, has a row."""

NAMES = tuple(shape.small_board_name(small, SHAPE) for small in range(9))
"""What people call the small boards."""

THREES = tuple(
    9 * (3 * (row // 3) + column) + 3 * (row % 3) for row in range(9) for column in range(3)
)
"""Where every three cells side by side begin in the integers, row by row."""


def _is_won_twice(own: int) -> bool:
    """Whether a side holds rows that no one place is part of."""
    return WON[own] and all(WON[own & ~(1 << place)] for place in cells_of(own))


class UltimateState(NamedTuple):
    """What a position consists of.

    ``x`` and ``o`` are the cells that each side holds, as 81-bit integers; ``sent`` is the small
    board that the side to move must play in, or ``ANYWHERE``; ``most`` is the rule. The rest
    follows from the cells: the small boards that each side has won, and the closed ones.
    """

    x: int = 0
    o: int = 0
    sent: int = ANYWHERE
    most: bool = False
    x_boards: int = 0
    o_boards: int = 0
    closed: int = 0


class UltimateBoard(UltimateState):
    """One position, with the rules of the game. It is a tuple and immutable."""

    __slots__ = ()

    VARIANT: ClassVar[str] = "ultimate"
    TITLE: ClassVar[str] = "Ultimate"
    SEATS: ClassVar[tuple[str, ...]] = ("X", "O")
    RIVALS: ClassVar[tuple[str, str]] = ("X", "O")
    CHANCE_SEAT: ClassVar[str] = ""
    SHAPE: ClassVar[Shape] = SHAPE
    CELLS: ClassVar[int] = CELLS
    TAILS: ClassVar[Mapping[str, str]] = {
        f"{sent}{rule}": f"{where.capitalize()}{words}"
        for rule, words in (("", ""), (" most", ", most boards"))
        for sent, where in (("-", "any board"), *zip("123456789", NAMES, strict=True))
    }
    LINES: ClassVar[tuple[tuple[int, ...], ...]] = tuple(
        tuple(cells[place] for place in row) for cells in SMALL for row in ROWS
    )
    ANY_FREE_CELL: ClassVar[bool] = False
    LONGEST: ClassVar[int] = CELLS
    PATTERN_NAMES: ClassVar[tuple[str, ...]] = ()
    OPTION: ClassVar[OptionalRule | None] = OptionalRule(
        "most", "most boards", "If nobody gets three boards in a row", "A draw", "Most boards win"
    )
    SUMMARY: ClassVar[str] = "Nine boards in one: your cell decides where your opponent plays."
    EXAMPLE: ClassVar[tuple[int, ...]] = (
        *(60, 0, 11, 53, 78, 64, 40, 30, 20, 79, 75, 74, 69, 37, 32, 6, 2, 16, 48),
    )

    @property
    def exact(self) -> bool:
        return self.most

    @classmethod
    def start(cls, *, exact: bool = False) -> UltimateBoard:
        """The empty board, X to move anywhere. With the optional rule, most boards win."""
        return cls(most=exact)

    @classmethod
    def from_notation(cls, text: str) -> UltimateBoard:
        """Read 81 cells, the side to move and where it is sent: ``….X…. O 5``. Raises BadNotation,
        also where no legal game can lead, as far as the marks tell.
        """
        cells, side, to, *rule = [*text.split(" "), "", ""]
        fits = len(cells) == CELLS and not set(cells) - set("XO.") and side in cls.SEATS
        if not fits or to not in SENT or rule not in (["", ""], ["most", "", ""]):
            raise BadNotation(
                f"{quoted(text)} is no Ultimate position: expected 81 characters of X, O and '.', "
                "row by row, a space, the side to move, a space, the board it is sent to (1 to 9, "
                "or '-' for any), and ' most' if most boards win, as in 'X…. O 1'"
            )
        x, o = (sum(BITS[at] for at, mark in enumerate(cells) if mark == seat) for seat in "XO")
        board = cls.of(x, o, SENT.index(to), most=bool(rule[0]))
        if fault := board._fault(side):
            raise BadNotation(f"{text!r} cannot arise: {fault}")
        return board

    @classmethod
    def of(cls, x: int, o: int, sent: int = ANYWHERE, *, most: bool = False) -> UltimateBoard:
        """The position of these cells; whether play leads there is not asked."""
        x_boards, o_boards = (
            sum(1 << small for small in range(9) if WON[own >> 9 * small & FULL]) for own in (x, o)
        )
        full = sum(1 << small for small in range(9) if (x | o) >> 9 * small & FULL == FULL)
        return cls(x, o, sent, most, x_boards, o_boards, x_boards | o_boards | full)

    @classmethod
    def cell_name(cls, cell: int) -> str:
        return shape.cell_name(cell, SHAPE)

    @property
    def notation(self) -> str:
        cells = "".join([TEXTS[self.x >> at & 7][self.o >> at & 7] for at in THREES])
        return f"{cells} {self.to_move} {SENT[self.sent]}{' most' if self.most else ''}"

    @property
    def ply(self) -> int:
        return (self.x | self.o).bit_count()

    @property
    def to_move(self) -> str:
        return "O" if (self.x | self.o).bit_count() & 1 else "X"

    @property
    def action(self) -> str:
        return "place"

    @property
    def marks(self) -> tuple[str, ...]:
        threes = [MARKS[self.x >> at & 7][self.o >> at & 7] for at in THREES]
        return tuple(chain.from_iterable(threes))

    @property
    def outcome(self) -> Outcome | None:
        """Three small boards in a row, or all closed; ``cells`` are the rows that won the three."""
        for seat, own, boards in (("X", self.x, self.x_boards), ("O", self.o, self.o_boards)):
            if WON[boards]:
                return Outcome(seat, "line", winning_rows(own, boards))
        if self.closed != FULL:
            return None
        ahead = self.x_boards.bit_count() - self.o_boards.bit_count()
        return Outcome(("X" if ahead > 0 else "O") if self.most and ahead else None, "full")

    @property
    def small_boards(self) -> SmallBoards:
        """How the nine stand, and where each legal move sends the other side."""
        return small_boards(self)

    def is_game_over(self) -> bool:
        return self.closed == FULL or WON[self.x_boards] or WON[self.o_boards]

    def available_moves(self) -> tuple[int, ...]:
        taken, sent = self.x | self.o, self.sent
        if sent != ANYWHERE:
            return cells_in(sent, FULL & ~(taken >> 9 * sent))
        if self.is_game_over():
            return ()
        free = [
            cells_in(small, FULL & ~(taken >> 9 * small))
            for small in range(9)
            if not self.closed >> small & 1
        ]
        return tuple(sorted(chain.from_iterable(free)))

    def make_move(self, move: int) -> UltimateBoard:
        x, o, sent, most, x_boards, o_boards, closed = self
        if type(move) is not int or not 0 <= move < CELLS:
            self._refuse(move)
        small, place = PLACES[move]
        bit, taken = BITS[move], x | o
        if sent != small and (sent != ANYWHERE or closed >> small & 1 or self.is_game_over()):
            self._refuse(move)
        if taken & bit:
            self._refuse(move)
        at = 9 * small
        if taken.bit_count() & 1:
            o |= bit
            row = WON[o >> at & FULL]
            boards = o_boards = o_boards | row << small
        else:
            x |= bit
            row = WON[x >> at & FULL]
            boards = x_boards = x_boards | row << small
        if row or (taken | bit) >> at & FULL == FULL:
            closed |= 1 << small
        sent = ANYWHERE if closed >> place & 1 or WON[boards] else place
        return UltimateBoard(x, o, sent, most, x_boards, o_boards, closed)

    def winning_cells(self, seat: str) -> tuple[int, ...]:
        """The cells that give ``seat`` three boards in a row: the side to move where it is sent,
        the other one in any open board.
        """
        own, boards = (self.x, self.x_boards) if seat == "X" else (self.o, self.o_boards)
        if self.is_game_over():
            return ()
        sent = self.sent if seat == self.to_move else ANYWHERE
        found = [
            cell
            for small in range(9)
            if not self.closed >> small & 1 and sent in (small, ANYWHERE)
            if WON[boards | 1 << small]
            for cell in cells_in(small, FULL & ~((self.x | self.o) >> 9 * small))
            if WON[(own | BITS[cell]) >> 9 * small & FULL]
        ]
        return tuple(sorted(found))

    def matrix(self) -> tuple[tuple[int, ...], ...]:
        numbers = [{"X": 1, "O": -1, "": 0}[mark] for mark in self.marks]
        return tuple(map(tuple, SHAPE.in_rows(numbers)))

    def formal(self) -> dict[str, FormalValue]:
        """No document defines this game by sets."""
        return {}

    def display(self) -> str:
        """The small boards apart, ``-`` where nobody plays any more, then who has won which and
        where the side to move plays.
        """
        closed = {cell for small in cells_of(self.closed) for cell in SMALL[small]}
        marks = [mark or "-" * (cell in closed) for cell, mark in enumerate(self.marks)]
        said = [
            f"{seat} has won: {', '.join(NAMES[small] for small in cells_of(boards))}"
            for seat, boards in (("X", self.x_boards), ("O", self.o_boards))
            if boards
        ]
        if not self.is_game_over():
            said.append(f"{self.to_move} plays in {self._where()}")
        return "\n".join([shape.display(marks, SHAPE), *said])

    def _where(self) -> str:
        """The small board to play in, with its rows and columns."""
        if self.sent == ANYWHERE:
            return "any open board"
        (column, row), last = SHAPE.place(SMALL[self.sent][0]), SHAPE.small - 1
        return (
            f"the {NAMES[self.sent]} board: rows {row} to {row + last}, "
            f"columns {column} to {column + last}"
        )

    def _refuse(self, move: int) -> NoReturn:
        """Raise IllegalMove with the reason."""
        if self.is_game_over():
            raise IllegalMove(f"{self.notation!r} is over: no move is legal", "game_over")
        if type(move) is not int or not 0 <= move < CELLS:
            raise IllegalMove(f"{move!r} is no cell: expected 0 to {CELLS - 1}", "bad_cell")
        name, (small, _) = self.cell_name(move), PLACES[move]
        if self.sent not in (small, ANYWHERE):
            mover = self.to_move
            raise IllegalMove(
                f"{name} is in the {NAMES[small]} board: {mover} must play in the "
                f"{NAMES[self.sent]} board, where {'XO'[mover == 'X']}'s last move sent it",
                "wrong_board",
            )
        if self.closed >> small & 1:
            how = "full" if not (self.x_boards | self.o_boards) >> small & 1 else "won"
            raise IllegalMove(
                f"{name} is in the {NAMES[small]} board, which is {how}", "wrong_board"
            )
        raise IllegalMove(f"{name} is taken in {self.notation!r}", "cell_taken")

    # --- what cannot arise -----------------------------------------------------------------------

    def _fault(self, side: str) -> str:
        """Why no legal game leads here with ``side`` to move; empty if the marks do not tell."""
        x, o = self.x.bit_count(), self.o.bit_count()
        if x - o not in (0, 1):
            return f"X has {x} marks and O {o}; X starts and they alternate"
        if side != self.to_move:
            return f"with these marks {self.to_move} is to move"
        for small in cells_of(self.x_boards & self.o_boards):
            return f"both sides have a row in the {NAMES[small]} board"
        for own in (self.x, self.o):
            for small in range(9):
                if _is_won_twice(own >> 9 * small & FULL):
                    return f"no one move made both rows in the {NAMES[small]} board"
        if _is_won_twice(self.x_boards) or _is_won_twice(self.o_boards):
            return "no one move made both rows of boards"
        if WON[self.x_boards] and WON[self.o_boards]:
            return "both sides have three boards in a row"
        if self.is_game_over() and self.sent != ANYWHERE:
            return "the game is over, so nobody is sent anywhere: expected '-'"
        if self.sent != ANYWHERE and self.closed >> self.sent & 1:
            return f"the {NAMES[self.sent]} board is closed: expected '-'"
        return self._fault_of_last(side) or self._fault_of_counts(side)

    def _fault_of_last(self, side: str) -> str:
        """Whether the other side can have made the last move, and to send ``side`` there."""
        if not self.ply:
            return "" if self.sent == ANYWHERE else "X begins in any cell: expected '-'"
        other = "XO"[side == "X"]
        sent = {
            ANYWHERE if self.is_game_over() or self.closed >> place & 1 else place
            for small, place in self._last_moves(other)
        }
        if not sent:
            return "play would have stopped before, or gone on in another board"
        if self.sent in sent:
            return ""
        expected = ", ".join(SENT[one] for one in sorted(sent))
        if self.sent == ANYWHERE:
            return f"no last move of {other} leads to a free choice: expected {expected}"
        where = f"the {NAMES[self.sent]} board: expected {expected}"
        return f"no last move of {other} sends {side} to {where}"

    def _last_moves(self, mover: str) -> Iterator[tuple[int, int]]:
        """The small board and place of each mark that ``mover`` can have made last."""
        own, own_boards, rival_boards = (
            (self.x, self.x_boards, self.o_boards)
            if mover == "X"
            else (self.o, self.o_boards, self.x_boards)
        )
        for small in range(9) if not WON[rival_boards] else ():
            held = own >> 9 * small & FULL
            for place in cells_of(held) if not rival_boards >> small & 1 else ():
                if not WON[held & ~(1 << place)] and not WON[own_boards & ~(1 << small)]:
                    yield small, place

    def _fault_of_counts(self, side: str) -> str:
        """Whether each side answered where the other sent it. In a board that is still open it has
        a mark for each time, but for the last; and no other mark while every board is open, where
        only X's first move was free.
        """
        for small in range(9):
            if self.closed >> small & 1:
                continue
            for seat, own, other in (("X", self.x, self.o), ("O", self.o, self.x)):
                times = sum(other >> 9 * at + small & 1 for at in range(9))
                times -= seat == side and (self.sent == small or self.is_game_over())
                marks = (own >> 9 * small & FULL).bit_count()
                if marks < times or (not self.closed and marks > times + (seat == "X")):
                    return (
                        f"{seat} has answered in the {NAMES[small]} board {marks} times, and was "
                        f"sent there {times} times"
                    )
        return ""


SENT = (*"123456789", "-")
"""How notation writes where the side to move is sent."""

MARKS = tuple(
    tuple(
        tuple("X" if x >> at & 1 else "O" if o >> at & 1 else "" for at in range(3))
        for o in range(8)
    )
    for x in range(8)
)
"""What stands on three cells side by side, by the bits of X and of O."""

TEXTS = tuple(tuple("".join(mark or "." for mark in three) for three in row) for row in MARKS)


@cache
def cells_in(small: int, places: int) -> tuple[int, ...]:
    """The cells at ``places`` of a small board, in rising order."""
    return tuple(SMALL[small][place] for place in cells_of(places))


@lru_cache(4096)  # asked several times on the way of a move
def small_boards(board: UltimateBoard) -> SmallBoards:
    """As ``UltimateBoard.small_boards``."""
    x, o, _, _, x_boards, o_boards, closed = board
    own, boards = (o, o_boards) if (x | o).bit_count() & 1 else (x, x_boards)
    legal, sends, takes, ends = board.available_moves(), [], [], []
    for cell in legal:
        (small, place), bit = PLACES[cell], BITS[cell]
        row = WON[(own | bit) >> 9 * small & FULL]
        if row:
            takes.append(cell)
        shut = row or (x | o | bit) >> 9 * small & FULL == FULL
        after, over = closed | shut << small, row and WON[boards | 1 << small]
        sends.append(-1 if over or after >> place & 1 else place)
        if (over or after == FULL) and (outcome := board.make_move(cell).outcome):
            ends.append((cell, outcome.winner or ""))
    live = cells_of(FULL & ~closed) if legal else ()
    if board.sent != ANYWHERE:
        live = (board.sent,)
    return SmallBoards(
        won=tuple(
            ("", "X", "O")[x_boards >> at & 1 | (o_boards >> at & 1) << 1] for at in range(9)
        ),
        closed=cells_of(closed),
        live=live,
        sends=tuple(sends),
        takes=tuple(takes),
        ends=tuple(ends),
    )


def winning_rows(own: int, boards: int) -> tuple[int, ...]:
    """The cells of the rows that won each small board of each row of ``boards``."""
    smalls = [small for row in ROWS if all(boards >> at & 1 for at in row) for small in row]
    cells = (
        SMALL[small][place]
        for small in dict.fromkeys(smalls)
        for row in ROWS
        if all(own >> 9 * small + place & 1 for place in row)
        for place in row
    )
    return tuple(dict.fromkeys(cells))
