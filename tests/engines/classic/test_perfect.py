"""``perfect``: keeps the value, then sets traps, then hurries."""

from __future__ import annotations

from random import Random

import pytest

from games.engines import engine
from games.engines.classic.tablebase import table
from games.rules import ClassicBoard
from tests.engines.positions import at, exact, holding, live

PERFECT = engine("classic", "perfect")


def merits(board: ClassicBoard, move: int) -> tuple[int, float, int]:
    """(value, share of losing replies, score) of a move, from the rules and formula 1."""
    after = board.make_move(move)
    replies = after.available_moves()
    losing = [reply for reply in replies if exact(after.make_move(reply)) > 0]
    share = len(losing) / len(replies) if replies else float(exact(after) < 0)
    return -exact(after), share, -table().score(after)


@pytest.mark.long
def test_its_candidates_are_the_best_by_value_then_traps_then_speed() -> None:
    for board in live():
        found = {move: merits(board, move) for move in board.available_moves()}
        best = tuple(move for move, merit in found.items() if merit == max(found.values()))
        assert PERFECT.choose(board, Random(0)).candidates == best, board.notation
        assert set(best) <= holding(board)


def test_it_lists_the_replies_that_lose() -> None:
    for board in live()[::13]:
        view = PERFECT.choose(board, Random(0)).view
        for move in board.available_moves():
            after = board.make_move(move)
            losing = [r for r in after.available_moves() if exact(after.make_move(r)) > 0]
            assert view["losing_replies"][str(move)] == losing


def test_it_opens_in_a_corner_where_seven_of_eight_replies_lose() -> None:
    choice = PERFECT.choose(ClassicBoard(), Random(0))
    assert choice.candidates == (0, 2, 6, 8)
    assert choice.view["losing_replies"]["0"] == [1, 2, 3, 5, 6, 7, 8]
    assert choice.view["losing_replies"]["4"] == [1, 3, 5, 7]


def test_it_wins_at_once_rather_than_leave_many_losing_replies() -> None:
    assert PERFECT.choose(at("XX.OO.... X"), Random(0)).candidates == (2,)
