"""The sweep: what it ends, what it closes, and what cannot stop it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import services
from games.match import Action, Match
from games.models import Game
from games.models import Seat as SeatRow
from games.queries import selectors
from tests.games.conftest import Play
from tests.opening import open_game

REST = {"keys": 0, "challenges": 0, "old_challenges": 0}
"""What a sweep did besides games: nothing."""


def test_the_sweep_ends_what_nobody_watches(ada: User, grace: User, open_match: Match) -> None:
    timed = open_game(ada, options={"clock": (60_000, 0)}, X=ada, O=grace)
    long_ago = timezone.now() - timedelta(days=2)
    Game.objects.filter(id=timed.id).update(started_at=long_ago, due_at=long_ago)
    Game.objects.filter(id=open_match.id).update(created_at=long_ago)
    assert services.sweep() == {"settled": 1, "closed": 1, "failed": 0, **REST}
    assert services.sweep() == {"settled": 0, "closed": 0, "failed": 0, **REST}
    assert selectors.match(timed.id).status == "aborted"
    assert selectors.match(open_match.id).status == "aborted"


@pytest.mark.parametrize(
    ("kind", "hours", "closed"), [("lobby", 2, 0), ("lobby", 4, 1), ("friend", 4, 0)]
)
def test_the_sweep_closes_a_lobby_game_whose_server_forgot_it(
    ada: User, kind: str, hours: int, closed: int
) -> None:
    open_game(ada, kind, X=ada)
    Game.objects.update(created_at=timezone.now() - timedelta(hours=hours))
    assert services.sweep() == {"settled": 0, "closed": closed, "failed": 0, **REST}
    assert selectors.open_count(ada.pk) == 1 - closed


def test_the_sweep_calls_off_what_nobody_played_on_with(friendly: Match, play: Play) -> None:
    play(friendly, 4, 0)
    long_ago = timezone.now() - timedelta(days=15)
    Game.objects.update(updated_at=long_ago, due_at=long_ago)
    assert services.sweep() == {"settled": 0, "closed": 1, "failed": 0, **REST}
    ended = selectors.match(friendly.id)
    assert (ended.status, ended.outcome.reason) == ("aborted", "lapsed")  # type: ignore[union-attr]


def test_one_game_that_cannot_be_settled_does_not_stop_the_sweep(
    ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    matches = [open_game(ada, "engine", X=ada, O="smart") for _ in range(2)]
    for match in matches:
        action = Action("place", match.version, cell=4, user=ada.pk)
        services.act(game_id=match.id, action=action)
    Game.objects.filter(id=matches[0].id).update(position="nonsense")
    with time_machine.travel(timezone.now() + timedelta(seconds=4), tick=False):
        counts = services.sweep()
        assert (counts["settled"], counts["failed"]) == (1, 1)
        assert matches[0].id in caplog.text
        assert services.sweep()["failed"] == 0, "it is set aside"


def test_the_sweep_leaves_a_living_server_three_seconds(ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="smart")
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        services.act(game_id=match.id, action=Action("place", 1, cell=4, user=ada.pk))
        assert services.sweep()["settled"] == 0
    with time_machine.travel(now + timedelta(seconds=2.9), tick=False):
        assert services.sweep()["settled"] == 0
    with time_machine.travel(now + timedelta(seconds=3), tick=False):
        assert services.sweep()["settled"] == 1


def due_at(match: Match) -> timedelta:
    """How long after its last change the server looks at a game."""
    row = Game.objects.get(id=match.id)
    assert row.due_at is not None
    return row.due_at - row.updated_at


def test_the_sweep_reads_only_games_whose_time_has_come(
    friendly: Match, play: Play, django_assert_num_queries: Any
) -> None:
    assert due_at(friendly) == timedelta(days=14)
    play(friendly, 4, 0)
    # Stale invitations, due games, old keys, stale and old challenges.
    with django_assert_num_queries(5):
        services.sweep()


def test_a_move_brings_the_next_look_forward_and_only_the_sweep_puts_it_off(
    ada: User, grace: User
) -> None:
    match = open_game(ada, options={"clock": (60_000, 0)}, X=ada, O=grace)
    assert due_at(match) == timedelta(seconds=30), "for the first move"
    first = Game.objects.get(id=match.id).due_at
    services.act(game_id=match.id, action=Action("place", 1, cell=4, user=ada.pk))
    assert Game.objects.get(id=match.id).due_at == first
    with time_machine.travel(timezone.now() + timedelta(seconds=40), tick=False):
        assert services.sweep()["settled"] == 0
    assert due_at(match) == timedelta(seconds=60)
    services.act(game_id=match.id, action=Action("resign", 2, user=grace.pk))
    assert Game.objects.get(id=match.id).due_at is None


def test_a_game_whose_engine_is_gone_is_looked_at_once_an_hour(ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="smart")
    services.act(game_id=match.id, action=Action("place", 1, cell=4, user=ada.pk))
    assert due_at(match) == timedelta(0)
    SeatRow.objects.filter(engine="smart").update(engine="gone")
    services.sweep()
    assert timedelta(minutes=59) < due_at(match) < timedelta(minutes=61)
