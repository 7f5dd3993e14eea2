"""A position of Ultimate as its engines search it: from the side of the seat to move."""

from __future__ import annotations

from typing import NamedTuple

from games.engines.ultimate.small_boards import (
    CLOSED,
    OPEN,
    SEAT,
    WON_BOARD,
    Move,
    big_promise,
    move_tables,
    promise,
)
from games.rules.ultimate import ANYWHERE, FULL, SMALL, UltimateBoard

BoardMove = tuple[int, Move]
"""A small board and a move there."""


class SearchPosition(NamedTuple):
    """``boards`` are the states of the small boards, ``own`` and ``other`` the boards won.

    ``turn`` is 0 if X is to move and 1 if O is, in one of the boards ``places``. ``ply`` counts
    the marks. With ``most`` the side with more boards wins a game without a row.
    """

    boards: tuple[int, ...]
    own: int
    other: int
    closed: int
    places: tuple[int, ...]
    turn: int
    ply: int
    most: bool

    @property
    def moves(self) -> dict[int, BoardMove]:
        """The moves by cell, in the order in which a search tries them."""
        table = move_tables()[self.turn]
        return {
            SMALL[board][move[0]]: (board, move)
            for board in self.places
            for move in table[self.boards[board]].every
        }

    @property
    def free(self) -> int:
        """The free cells of open boards: no game goes on for more plies."""
        return sum(9 - state.bit_count() for state in self.boards if state != CLOSED)


def position(board: UltimateBoard) -> SearchPosition:
    """A live ``board`` as the engines search it."""
    turn = board.ply & 1
    won = (board.x_boards, board.o_boards)
    states = tuple(
        CLOSED
        if board.closed >> at & 1
        else board.x >> 9 * at & FULL | (board.o >> 9 * at & FULL) << 9
        for at in range(9)
    )
    places = OPEN[board.closed] if board.sent == ANYWHERE else (board.sent,)
    return SearchPosition(
        states, won[turn], won[1 - turn], board.closed, places, turn, board.ply, board.most
    )


def evaluation(here: SearchPosition) -> int:
    """What the rows of all boards promise to the side to move, and the boards that are won."""
    total, sign = big_promise(here.own, here.other, here.closed), -1 if here.turn else 1
    for board, state in enumerate(here.boards):
        if state == CLOSED:
            worth = WON_BOARD * ((here.own >> board & 1) - (here.other >> board & 1))
        else:
            worth = sign * promise(state & FULL, state >> 9)
        total += SEAT[board] * worth
    return total
