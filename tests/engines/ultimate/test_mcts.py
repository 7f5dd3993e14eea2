"""Monte Carlo tree search on Ultimate: what holds in every tree that it grows."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

import pytest

from games.engines import engine
from games.engines.arena import ArenaPlayer
from games.engines.ultimate.mcts import DRAWN, PlayoutNode, PlayoutTree
from games.engines.ultimate.position import position
from games.rules import UltimateBoard
from tests.engines.ultimate.positions import walk


def grown(board: UltimateBoard, games: int, seed: int = 1) -> PlayoutTree:
    tree = PlayoutTree(position(board), Random(seed))
    for _ in range(games):
        tree.simulate()
    return tree


def nodes(node: PlayoutNode) -> Iterator[PlayoutNode]:
    yield node
    for below in node.below:
        yield from nodes(below)


def test_every_game_goes_through_one_move_of_the_root() -> None:
    tree = grown(walk(2)[12], 300)
    assert sum(tree.top.visits) == tree.top.played == 300


@pytest.mark.parametrize("most", [False, True])
def test_a_node_is_left_once_less_than_it_is_entered(most: bool) -> None:
    for board in walk(3, most=most)[::13]:
        for node in nodes(grown(board, 200).top):
            assert sum(node.visits) == node.played
            for at, below in enumerate(node.below):
                assert below.played in (0, node.visits[at] - 1)
                assert 0 <= node.shares[at] <= 1
                assert node.doubts[at] == 1 / sqrt(node.visits[at])


def test_no_move_is_played_twice_before_all_were_played() -> None:
    for node in nodes(grown(walk(2)[12], 400).top):
        if node.untried:
            assert set(node.visits) <= {1}


def test_the_tree_has_a_new_move_with_each_game_that_does_not_end_in_it() -> None:
    tree = grown(UltimateBoard.start(), 250)
    assert sum(len(node.moves) for node in nodes(tree.top)) == 250


def test_the_bonus_chooses_the_move_of_the_printed_formula() -> None:
    node = PlayoutNode()
    node.moves, node.shares, node.visits = [(0, (0, 0, 0, 0))] * 2, [0.5, 0.9], [1, 9]
    node.doubts, node.played = [1, 1 / 3], 10
    assert node.bonus == pytest.approx(0.7 * sqrt(2.302585))
    assert node.choose() == 0  # 0.5 + 1.06 beside 0.9 + 0.35


def test_the_same_seed_gives_the_same_tree_and_another_one_another() -> None:
    board = walk(5)[20]
    one, two = (engine("ultimate", "mcts:simulations=500").choose(board, Random(8)) for _ in "ab")
    assert one == two
    other = engine("ultimate", "mcts:simulations=500").choose(board, Random(9))
    assert other.view["visits"] != one.view["visits"]


@pytest.mark.parametrize(("most", "drawn"), [(False, 0.223), (True, 0.073)])
def test_random_games_end_as_often_as_counted(most: bool, drawn: float) -> None:
    tree = PlayoutTree(position(UltimateBoard.start(exact=most)), Random(1))
    ends = [0, 0, 0]
    for _ in range(3000):
        tree._begin()
        ends[tree.play_out()] += 1
    assert ends[DRAWN] / 3000 == pytest.approx(drawn, abs=0.025)
    assert 0 < (ends[0] - ends[1]) / 3000 < 0.1


def test_the_arena_asks_an_engine_that_samples_anew_each_time() -> None:
    board, player = walk(5)[3], ArenaPlayer(engine("ultimate", "mcts:simulations=100"))
    assert len({player.move(board, Random(seed)) for seed in range(12)}) > 1
