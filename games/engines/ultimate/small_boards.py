"""Tables of every move in every state of a small board, and what a position promises.

The state of an open board is one integer: X's marks in bits 0 to 8, O's in bits 9 to 17. A closed
board is ``CLOSED``, whatever stands on it: the marks there matter no more. Masks of nine bits name
places of a small board, or small boards; tables by mask have 512 entries.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.rules.classic import LINES as ROWS
from games.rules.ultimate import FULL, WON

CLOSED = -1

MASKS = tuple(sum(1 << place for place in row) for row in ROWS)

OPEN = tuple(tuple(board for board in range(9) if not closed >> board & 1) for closed in range(512))
"""The open boards, by the mask of the closed ones."""

SENT = tuple(
    tuple((place,) if place in OPEN[closed] else OPEN[closed] for place in range(9))
    for closed in range(512)
)
"""The boards that one may play in, by the mask of the closed ones and the last move's place."""

SEAT = (3, 2, 3, 2, 4, 2, 3, 2, 3)
"""How many rows of the big board a small one is on: the weight of what happens there."""

WON_BOARD = 18
"""What a won board counts by itself, times its ``SEAT``."""

MARKS = (0, 1, 4)
"""What a row of an open board counts with 0, 1 or 2 marks of one side and none of the other."""

BOARDS = (0, 27, 110)
"""What a row of the big board counts with 0, 1 or 2 boards of one side if it alone can get it."""

OPENS, WINS, FILLS = 0, 1, 2
"""What a move does to its board: it stays open, it is won, it is full without a row."""

Move = tuple[int, int, int, int]
"""A place, the state after the move there, what it gains for the mover, and what it does."""


class BoardMoves(NamedTuple):
    """The moves of one side in one state of a board.

    Of ``every``, those that win the board come first, then those that gain most. ``quiet`` is the
    largest gain of one that leaves the board open, None without one; ``closing`` are the others.
    """

    every: tuple[Move, ...]
    quiet: int | None
    closing: tuple[Move, ...]


MoveTable = dict[int, BoardMoves]


def promise(own: int, other: int) -> int:
    """What the rows of an open board promise to the side with the marks ``own``."""
    return _promise(own, other, 0, MARKS)


@cache
def big_promise(own: int, other: int, closed: int) -> int:
    """What the rows of the big board promise to the side that has won the boards ``own``."""
    return _promise(own, other, closed & ~(own | other), BOARDS)


def _promise(own: int, other: int, nobodys: int, worth: tuple[int, ...]) -> int:
    total = 0
    for mask in MASKS:
        mine, theirs = mask & own, mask & other
        if not mask & nobodys and not (mine and theirs):
            total += worth[mine.bit_count()] - worth[theirs.bit_count()]
    return total


@cache
def move_tables() -> tuple[MoveTable, MoveTable]:
    """The moves of X and those of O by state. The first call takes a few tenths of a second."""
    masks = [mask for mask in range(512) if not WON[mask]]
    worth = {(x, o): promise(x, o) for x in masks for o in masks if not x & o}
    closed = BoardMoves((), None, ())
    of_x, of_o = {CLOSED: closed}, {CLOSED: closed}
    for x, o in worth:
        if x | o != FULL:
            of_x[x | o << 9] = _moves(worth, x, o, 0)
            of_o[x | o << 9] = _moves(worth, o, x, 9)
    return of_x, of_o


def _moves(worth: dict[tuple[int, int], int], own: int, other: int, shift: int) -> BoardMoves:
    """The moves of the side whose marks begin at bit ``shift`` of a state."""
    now, found = worth[own, other], list[Move]()
    for place in range(9):
        mine = own | 1 << place
        if (own | other) >> place & 1:
            continue
        if WON[mine]:
            found.append((place, CLOSED, WON_BOARD - now, WINS))
        elif mine | other == FULL:
            found.append((place, CLOSED, -now, FILLS))
        else:
            state = mine << shift | other << 9 - shift
            found.append((place, state, worth[mine, other] - now, OPENS))
    found.sort(key=lambda move: (move[3] != WINS, -move[2]))
    quiet = [gain for _, _, gain, does in found if does == OPENS]
    closing = tuple(move for move in found if move[3] != OPENS)
    return BoardMoves(tuple(found), max(quiet, default=None), closing)
