"""One ladder: what each technique saves, and the same count for the same switches everywhere."""

from __future__ import annotations

from random import Random

import pytest

from games.engines import engine
from games.engines.classic.ladder import ladder, opponent
from games.engines.steps import SteppedSearch
from games.engines.subtrees import size
from games.rules import ClassicBoard
from tests.engines.positions import at, live

EMPTY = ClassicBoard()
LATE = [board for board in live() if board.ply >= 3][::61]


def test_each_technique_reads_less_from_the_empty_board() -> None:
    rungs = ladder(EMPTY)
    assert [rung.nodes for rung in rungs] == [549_946, 18_297, 7_275, 918, 296]
    assert [round(rung.ratio, 1) for rung in rungs] == [1.0, 30.1, 2.5, 7.9, 3.1]
    assert [rung.table_hits for rung in rungs] == [0, 0, 0, 0, 93]


def test_ordering_and_a_memo_alone_read_1242_positions() -> None:
    """The textbook's count, which others can check: bounds kept, finished games included."""
    found = engine("classic", "alphabeta:early=no,memo=yes,find=value")
    assert found.choose(EMPTY, Random(0)).nodes == 1_242


def test_the_opponent_reads_more_to_find_every_equal_move() -> None:
    assert opponent(EMPTY) == engine("classic", "alphabeta").choose(EMPTY, Random(0)).nodes
    assert opponent(EMPTY) == 1_806


@pytest.mark.parametrize("board", LATE, ids=str)
def test_a_rung_is_the_engine_with_the_options_it_names(board: ClassicBoard) -> None:
    for rung in ladder(board):
        choice = engine("classic", rung.options).choose(board, Random(0))
        assert (choice.nodes, choice.cutoffs) == (rung.nodes, rung.cutoffs)


def test_the_first_rung_is_the_minimax_engine() -> None:
    for board in LATE:
        nodes = engine("classic", "minimax").choose(board, Random(0)).nodes
        assert ladder(board)[0].nodes == nodes == size(board)


def test_the_second_rung_is_the_tree_that_is_drawn() -> None:
    for board in LATE:
        found, rung = SteppedSearch(pruning=True).found(board), ladder(board)[1]
        assert (found.read, found.moves_cut) == (rung.nodes, rung.cutoffs)


def test_the_position_of_the_lesson_has_the_counts_of_the_textbook() -> None:
    board = at("X.O.X...O X")
    assert [rung.nodes for rung in ladder(board)][:3] == [186, 88, 120]
