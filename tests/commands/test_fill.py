"""``manage.py fill``: many people and games, each valid, the same for the same seed."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.match import FINISHED
from games.models import Game, Rating, RatingChange, Seat
from games.services.verify import verify
from games.storage.log import moves_of
from progress.models import Attempt
from tests.bench.filling import lines

UNTIL = 1_790_000_000_000


@pytest.fixture(autouse=True)
def few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "EACH", 1)


def fill(games: int = 400, seed: int = 3) -> None:
    call_command("fill", "--users=60", f"--games={games}", f"--seed={seed}", f"--until={UNTIL}")


def stored() -> list[Any]:
    """All that was filled in, apart from the numbers that the database gives."""
    models = (Game, Seat, Rating, RatingChange, Attempt, User)
    numbered = {Seat, Rating, RatingChange, Attempt}
    return [
        sorted(
            repr([(k, v) for k, v in row.items() if k != "id" or model not in numbered])
            for row in model.objects.values()
        )
        for model in models
    ]


@pytest.mark.long
def test_a_filled_site_is_valid_by_replay(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    fill()
    games = list(Game.objects.prefetch_related("seats"))
    assert len(games) == 400
    assert [found for game in games if (found := verify(game))] == []
    assert {game.kind for game in games} == {"engine", "campaign", "friend", "lobby", "local"}
    assert {game.status for game in games} >= {FINISHED, "active", "aborted"}
    assert sum(bool(moves_of(game)) for game in games) > 380
    second = Game.objects.filter(rated=True, rematch_of__isnull=False)
    assert RatingChange.objects.count() == 2 * second.count() > 0
    played = [Seat.objects.filter(user=user).count() for user in User.objects.all()]
    assert max(played) > 5 * sorted(played)[30]
    assert "60 people, 400 games" in capsys.readouterr().out
    assert User.objects.create_user("late").pk > max(
        Seat.objects.exclude(user=None).values_list("user", flat=True)
    )


def test_the_same_seed_fills_in_the_same(db: None) -> None:
    fill(60)
    first = stored()
    Game.objects.all().delete()
    User.objects.all().delete()
    fill(60)
    assert stored() == first


def test_a_site_is_filled_once_from_a_seed(db: None) -> None:
    fill(20)
    with pytest.raises(CommandError, match="--seed 3: people of this seed are here already"):
        fill(20)
    fill(20, seed=4)
    assert Game.objects.count() == 40


def test_a_site_can_be_filled_with_one_game(db: None) -> None:
    call_command("fill", "--users=10", "--games=60", "--game=dstru", f"--until={UNTIL}")
    games = Game.objects.prefetch_related("seats")
    assert {game.variant for game in games} == {"dstru"}
    assert [found for game in games if (found := verify(game))] == []


@pytest.mark.parametrize("users", ["9", "-1", "many", "200000000"])
def test_a_number_that_cannot_be_is_quoted(db: None, users: str) -> None:
    with pytest.raises(CommandError, match=users):
        call_command("fill", f"--users={users}")
