"""Engines that think for long: a worker finds their moves, and nobody waits for them."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from accounts.models import User
from games import services
from games.compute import pool
from games.compute.moves import PendingMoves, engine_move
from games.engines import engine
from games.match import Match
from games.services import slow_engines
from tests.uploads.conftest import Slow, now, place

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Slow:
    slow = Slow()
    monkeypatch.setitem(pool._apart, "moves", slow)
    monkeypatch.setattr(slow_engines, "_moves", PendingMoves[int]())
    return slow


def against(user: User, name: str, seat: str = "X") -> Match:
    wanted = services.Request("ultimate", f"engine:{name}", seat)
    return services.new_game(user_id=user.pk, name=user.name, request=wanted)


@pytest.mark.long
def test_a_slow_engine_moves_once_a_worker_has_found_its_move(worker: Slow, ada: User) -> None:
    match = place(against(ada, "mcts"), ada, 40)
    assert (match.to_act, match.moves) == ("O", (40,))
    assert now(match).moves == (40,)
    assert len(worker.asked) == 1
    expected = engine_move("ultimate", "mcts", match.board.notation, match.seed)
    assert worker.answer() == 1
    assert now(match).moves == (40, expected)


def test_a_quick_engine_moves_at_once(worker: Slow, ada: User) -> None:
    match = place(against(ada, "greedy"), ada, 40)
    assert len(match.moves) == 2
    assert worker.asked == []


def test_a_slow_engine_begins(worker: Slow, ada: User) -> None:
    match = against(ada, "deepening", "O")
    assert match.moves == ()
    worker.answer()
    assert len(now(match).moves) == 1


@pytest.mark.parametrize("trouble", [pool.Lost("gone"), MemoryError(), OSError("no process")])
def test_a_move_that_was_lost_is_asked_for_again(
    worker: Slow, ada: User, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    monkeypatch.setattr("games.compute.moves.AGAIN", 0.0)
    match = place(against(ada, "mcts"), ada, 40)
    [(future, _, _)] = worker.asked
    assert isinstance(future, Future)
    worker.asked.clear()
    future.set_exception(trouble)
    assert now(match).moves == (40,)
    worker.answer()
    assert len(now(match).moves) == 2


@pytest.mark.parametrize(
    ("name", "slow"),
    [
        ("random", False),
        ("greedy", False),
        ("alphabeta", False),
        ("alphabeta:depth=7", True),
        ("mcts:simulations=100", True),
        ("deepening", True),
    ],
)
def test_it_is_known_which_engines_are_slow(name: str, slow: bool) -> None:
    assert engine("ultimate", name).is_slow is slow
