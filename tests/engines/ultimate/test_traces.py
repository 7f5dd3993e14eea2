"""The traces of Ultimate's engines tell what those do."""

from __future__ import annotations

from random import Random

import pytest

from games.analysis.player.trace_show import TraceShow
from games.engines import engine
from games.engines.ultimate.mcts import PlayoutTree
from games.engines.ultimate.position import position
from games.engines.ultimate.traces import GAMES, SEED, SHOWN, alphabeta, playouts
from games.rules import UltimateBoard
from tests.engines.ultimate.positions import walk

BOARDS = [board for seed in range(3) for board in walk(seed)[8::9]]


def sentences(board: UltimateBoard, words: str) -> list[str]:
    trace = {"playouts": playouts, "two-plies": alphabeta}[words](board)
    shown = TraceShow(trace, words)
    return [shown.frame(step, "?")[0].sentence for step in range(1, shown.steps + 1)]


def test_the_traced_alpha_beta_draws_from_the_moves_of_the_engine() -> None:
    for board in BOARDS:
        choice = engine("ultimate", "alphabeta:depth=2").choose(board, Random(1))
        assert alphabeta(board).candidates == choice.candidates


@pytest.mark.long
def test_the_traced_tree_is_the_tree_that_is_not_traced() -> None:
    for board in BOARDS:
        plain = PlayoutTree(position(board), Random(SEED))
        for _ in range(GAMES + len(board.available_moves())):
            plain.simulate()
        shown = playouts(board).events[-1].bands["tree"].values()
        most = sorted(plain.top.visits, reverse=True)[:SHOWN]
        assert sorted((one.numbers["visits"] for one in shown), reverse=True) == most


def test_a_playout_on_the_board_ends_as_it_is_counted() -> None:
    for board in BOARDS:
        for event in playouts(board).events:
            if event.kind == "playout":
                [item] = event.bands["end"].values()
                assert item.board is not None
                assert item.board.outcome is not None
                assert item.board.outcome.winner == (event.numbers["winner"] or None)


def test_the_chosen_move_has_the_highest_sum_of_share_and_bonus() -> None:
    for board in BOARDS:
        for event in playouts(board).events:
            if event.kind == "choose":
                worths = [item.numbers["worth"] for item in event.bands["formula"].values()]
                assert event.numbers["worth"] == max(worths)


@pytest.mark.long
@pytest.mark.parametrize("words", ["playouts", "two-plies"])
def test_every_step_is_a_short_sentence(words: str) -> None:
    for board in BOARDS[::3]:
        for said in sentences(board, words):
            assert len(said) <= 140
            assert said.endswith(".")
            assert "{" not in said


def test_of_many_moves_few_are_drawn() -> None:
    for event in playouts(UltimateBoard.start()).events:
        for band in ("tree", "formula"):
            assert len(event.bands.get(band, ())) <= SHOWN


def test_the_steps_of_a_game_follow_each_other() -> None:
    kinds = [event.kind for event in playouts(walk(1)[20]).events]
    assert kinds[0] == "start"
    assert kinds[-1] == "done"
    assert kinds[1:4] == ["grow", "playout", "count"]
    assert kinds.count("count") == GAMES + len(walk(1)[20].available_moves())
