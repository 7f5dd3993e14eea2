"""Trained learners play like every engine, and are proven like every engine."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.engines import LEARNED, EngineError, engine, playing_engines, rival_engines
from games.engines.learning.net import Net
from games.engines.learning.players import NetEngine, net_from, stored
from games.engines.learning.training import LEARNERS
from games.engines.proofs import prove
from games.rules import ClassicBoard
from tests.engines.positions import at, live

each_learner = pytest.mark.parametrize("slug", LEARNED["classic"])


@pytest.mark.parametrize("slug", ["menace", "td", "net"])
def test_a_trained_learner_never_loses(slug: str) -> None:
    one = engine("classic", slug)
    for seat in filter(one.holds, ClassicBoard.SEATS):
        assert prove(one, seat, ClassicBoard.start(), 0).losses == 0


@pytest.mark.long
def test_the_tree_never_loses() -> None:
    for seat in ClassicBoard.SEATS:
        assert prove(engine("classic", "mcts"), seat, ClassicBoard.start(), 0).losses == 0


@each_learner
def test_the_move_is_drawn_from_what_it_holds_for_best(slug: str) -> None:
    one = engine("classic", slug)
    for board in [board for board in live() if board.ply > 3][::200]:
        if one.holds(board.to_move):
            choice = one.choose(board, Random(3))
            assert choice.move == Random(3).choice(choice.candidates)
            assert set(choice.values) == set(board.available_moves())
            assert json.loads(json.dumps(choice.view)) == choice.view


def test_the_boxes_play_the_first_seat_only() -> None:
    with pytest.raises(EngineError, match="menace does not act for O"):
        engine("classic", "menace").choose(at("X........ O"), Random(1))
    assert "menace" in playing_engines("classic")
    assert "menace" not in rival_engines("classic")


def test_the_perfect_engines_come_last() -> None:
    assert list(playing_engines("classic"))[-1] == "perfect"


@pytest.mark.parametrize(("slug", "games"), [("menace", 50), ("td", 400), ("q", 200), ("mcts", 9)])
def test_the_file_of_a_learner_is_small_and_says_how_it_came_to_be(slug: str, games: int) -> None:
    learner = LEARNERS[slug](3)
    learner.train(games)
    text = json.dumps(stored(learner))
    assert len(text) <= 100_000
    assert json.loads(text)["seed"] == 3
    assert json.loads(text)["games"] == games


def test_a_net_is_read_from_its_file() -> None:
    net = Net(5)
    net.train(512)
    again = net_from(json.dumps(stored(net)))
    assert again.loses() == net.loses()
    assert again.results("smart") == pytest.approx(net.results("smart"))


@pytest.mark.long
def test_the_stored_net_is_what_its_seed_and_games_make() -> None:
    kept = NetEngine().learner
    assert isinstance(kept, Net)
    again = Net(kept.seed)
    again.train(kept.games)
    assert kept.loses() == again.loses() == 0
