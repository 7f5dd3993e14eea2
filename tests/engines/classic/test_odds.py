"""The odds of a player at random against perfect play."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.engines.classic.odds import against_chance
from games.engines.classic.tablebase import table
from games.rules import ClassicBoard
from tests.engines.positions import at, live


@pytest.mark.parametrize("ai", ["X", "O"])
def test_perfect_play_never_loses_from_a_position_that_is_not_lost(ai: str) -> None:
    for board in live():
        sign = 1 if board.to_move == ai else -1
        if sign * table().score(board) >= 0:
            assert against_chance(board, ai).player == 0


def test_shares_sum_to_one() -> None:
    for board in live()[::7]:
        assert sum(against_chance(board, "X")) == 1


def test_a_finished_game_is_certain() -> None:
    assert against_chance(at("XXXOO.... O"), "X") == (0, 0, 1)
    assert against_chance(at("XXXOO.... O"), "O") == (1, 0, 0)
    assert against_chance(at("XOXXOOOXX O"), "X") == (0, 1, 0)


def test_one_reply_of_two_holds() -> None:
    """O must block at c1 or X wins there; only two cells besides are free for chance to take."""
    board = at("XX.OOXXO. O")
    assert board.available_moves() == (2, 8)
    assert against_chance(board, "X").ai == Fraction(1, 2)


def test_the_empty_board_is_never_won_by_chance() -> None:
    odds = against_chance(ClassicBoard(), "X")
    assert odds.player == 0
    assert 0 < odds.draw < Fraction(1, 10)
