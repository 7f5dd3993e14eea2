"""The staff's first page: figures of days that the sweep has counted, not of games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import services
from games.match import Match
from games.models import Game
from progress.models import Day
from progress.staff import days
from tests.conftest import logged_in
from tests.games.conftest import friendly, play  # noqa: F401  fixtures


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    """No day ends in the middle of a test."""
    with time_machine.travel(timezone.now().replace(hour=12)):
        yield


def test_the_sweep_writes_the_day(ada: User, grace: User, friendly: Match) -> None:
    User.objects.filter(pk=grace.pk).update(joined_at=timezone.now() - timedelta(days=2))
    guests.create()
    services.annul(game_id=friendly.id)
    call_command("sweep")
    assert Day.objects.count() == days.SHOWN
    today = Day.objects.get(day=timezone.localdate())
    assert (today.games, today.signed_up, today.players, today.returning) == (1, 1, 2, 1)
    assert today.endings == {"annulled": 1}


def test_a_day_is_written_again_while_it_goes_on_and_once_after_it(db: Any) -> None:
    assert days.sweep() == days.SHOWN
    assert days.sweep() == 0
    now = timezone.now()
    begin, _ = days.bounds(timezone.localdate())
    Day.objects.filter(day=timezone.localdate()).update(written_at=now - 2 * days.RENEWED)
    yesterday = Day.objects.filter(day=timezone.localdate() - timedelta(days=1))
    yesterday.update(written_at=begin - timedelta(seconds=1))
    assert days.sweep() == 2


@pytest.mark.parametrize("games", [0, 12])
def test_the_page_asks_as_much_with_many_games_as_with_none(
    staff: User,
    friendly: Match,
    games: int,
    django_assert_num_queries: Any,
) -> None:
    for _ in range(games):
        clone = Game.objects.get(id=friendly.id)
        clone.id = Game._meta.pk.get_default()
        clone.save(force_insert=True)
    days.sweep()
    client = logged_in(staff)
    with django_assert_num_queries(7):
        page = client.get("/admin/").content.decode()
    assert "2 people play now" in page
    assert page.count('class="days"') == 4
    assert f"?day={timezone.localdate()}&amp;whose=people" in page
