"""What the tests of the DSTRU engines share."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from games.engines.dstru.objectives import Role
from games.engines.dstru.tablebase import DstruTable, Tablebase, build
from games.rules import DstruBoard

READINGS = pytest.mark.parametrize("exact", [False, True], ids=["contains", "exact"])


@cache
def table(exact: bool) -> DstruTable:
    """The solution, made once for all tests."""
    return build(exact)


def random_boards(seed, *, exact=False):
    """Every position of a game of random moves, the first and last included."""
    rng, board = Random(seed), DstruBoard.start(exact=exact)
    yield board
    while not board.is_game_over():
        board = board.make_move(rng.choice(board.available_moves()))
        yield board


def moved(cells, held):
    """The 16-bit set ``held`` after cell c has gone to ``cells[c]``."""
    return sum(1 << cells[cell] for cell in range(16) if held >> cell & 1)


def image(cells, board):
    """The board after cell c has gone to ``cells[c]``."""
    return board._replace(tres=moved(cells, board.tres), uno=moved(cells, board.uno))


def full_width(board, aim):
    """The value of ``board`` from the laws alone, by visiting every continuation."""
    if board.outcome:
        haste = 1 if aim.has_chance else 45 - board.ply
        return aim.payoff[board.outcome.winner] * haste
    after = [full_width(board.make_move(cell), aim) for cell in board.available_moves()]
    role = aim.role[board.to_move]
    if role is Role.CHANCE:
        return sum(after) / len(after)
    return max(after) if role is Role.RAISE else min(after)


class Ready(Tablebase):
    """A tablebase with the tables on it."""

    def get(self, exact):
        return table(exact)


class Empty(Tablebase):
    """A tablebase whose tables never come."""

    def get(self, exact):
        return None
