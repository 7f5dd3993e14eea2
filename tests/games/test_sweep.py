"""The sweep: what it ends, what it closes, and what cannot stop it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import selectors, services
from games.match import Action, Match, Seat
from games.models import Game
from tests.games.conftest import Play, person


def test_the_sweep_ends_what_nobody_watches(ada: User, grace: User, open_match: Match) -> None:
    seats = {"X": person("X", ada), "O": person("O", grace)}
    timed = services.open_game(
        services.GameSetup(
            by=ada.pk, variant="classic", kind="friend", seats=seats, clock=(60_000, 0)
        )
    )
    long_ago = timezone.now() - timedelta(days=2)
    Game.objects.filter(id=timed.id).update(started_at=long_ago)
    Game.objects.filter(id=open_match.id).update(created_at=long_ago)
    assert services.sweep() == {"settled": 1, "closed": 1, "keys": 0}
    assert services.sweep() == {"settled": 0, "closed": 0, "keys": 0}
    assert selectors.match(timed.id).status == "aborted"
    assert selectors.match(open_match.id).status == "aborted"


@pytest.mark.parametrize(
    ("kind", "hours", "closed"), [("lobby", 2, 0), ("lobby", 4, 1), ("friend", 4, 0)]
)
def test_the_sweep_closes_a_lobby_game_whose_server_forgot_it(
    ada: User, kind: str, hours: int, closed: int
) -> None:
    seats = {"X": person("X", ada)}
    services.open_game(services.GameSetup(by=ada.pk, variant="classic", kind=kind, seats=seats))
    Game.objects.update(created_at=timezone.now() - timedelta(hours=hours))
    assert services.sweep() == {"settled": 0, "closed": closed, "keys": 0}
    assert selectors.open_count(ada.pk) == 1 - closed


def test_the_sweep_calls_off_what_nobody_played_on_with(friendly: Match, play: Play) -> None:
    play(friendly, 4, 0)
    Game.objects.update(updated_at=timezone.now() - timedelta(days=15))
    assert services.sweep() == {"settled": 0, "closed": 1, "keys": 0}
    ended = selectors.match(friendly.id)
    assert (ended.status, ended.outcome.reason) == ("aborted", "lapsed")  # type: ignore[union-attr]


def test_one_game_that_cannot_be_settled_does_not_stop_the_sweep(
    ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    seats = {"X": person("X", ada), "O": Seat("O", "engine", engine="smart")}
    matches = [
        services.open_game(
            services.GameSetup(by=ada.pk, variant="classic", kind="engine", seats=seats)
        )
        for _ in range(2)
    ]
    for match in matches:
        action = Action("place", match.version, cell=4, user=ada.pk)
        services.act(game_id=match.id, action=action)
    Game.objects.filter(id=matches[0].id).update(position="nonsense")
    assert services.sweep()["settled"] == 1
    assert matches[0].id in caplog.text
