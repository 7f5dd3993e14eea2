"""What engines cost: medians of a warm engine, in the same positions for all of them."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pytest

from games.arena.grading import cost
from games.engines import engine, opposing_engines
from games.engines.base import Choice
from games.rules import VARIANTS, Board


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_engines_are_measured_in_the_same_different_live_positions(variant: str) -> None:
    boards = cost.positions(variant)
    assert boards == cost.positions(variant)
    assert len(set(boards)) == len(boards) == cost.POSITIONS
    assert all(one.outcome is None and one.to_move in one.RIVALS for one in boards)
    assert all(2 * one.ply <= one.CELLS for one in boards)


@pytest.mark.long
def test_positions_are_the_median_of_what_the_engine_counts() -> None:
    boards = cost.positions("classic")
    found = cost.measure("classic", ("minimax", "alphabeta", "smart"))
    for name, measured in found.items():
        counts = [engine("classic", name).choose(board, Random(0)).nodes for board in boards]
        assert measured.nodes == median(counts)
        assert measured.seconds > 0
    assert found["minimax"].nodes > 10 * found["alphabeta"].nodes > found["smart"].nodes


def test_a_game_that_our_engines_play_is_measured_for_all_of_them() -> None:
    names = tuple(opposing_engines("dstru"))
    assert set(cost.measure("dstru", names)) == set(names)


def test_an_engine_of_one_side_is_measured_where_it_moves() -> None:
    assert cost.measure("classic", ["menace"])["menace"].nodes > 0


class Cold:
    """An engine that takes 100 ticks for its first answer in a position, then 3, 1, 2, 1, 50."""

    thinks_long = False

    def holds(self, seat: str) -> bool:
        return True

    def __init__(self) -> None:
        self.now = 0.0
        self.asked: dict[Board, int] = {}

    def choose(self, board: Board, rng: Random) -> Choice:
        ticks = (100, 3, 1, 2, 1, 50)
        at = self.asked.get(board, 0)
        self.asked[board] = at + 1
        self.now += ticks[at]
        return engine("classic", "smart").choose(board, rng)


def test_the_first_answer_and_a_slow_one_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    cold: Any = Cold()
    monkeypatch.setattr(cost, "perf_counter", lambda: cold.now)
    monkeypatch.setattr(cost, "engine", lambda variant, name: cold)
    assert cost.measure("classic", ["cold"])["cold"].seconds == 2
    assert set(cold.asked.values()) == {1 + cost.RUNS}
