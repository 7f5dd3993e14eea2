"""A person's place by stars, near the top and far down."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from progress.campaign.selectors import leaderboard
from progress.models import Total
from progress.people import places
from tests.bench.plans import recorded
from tests.progress.players import on_paper


def test_place(ada: User, grace: User, stranger: User) -> None:
    on_paper(ada, 1, 1, 3, minutes=1)
    on_paper(grace, 1, 1, 3, minutes=1)
    on_paper(stranger, 1, 1, 1, minutes=0)
    found = [places.place(user.pk) for user in (ada, grace, stranger)]
    assert [one and one[0] for one in found] == [1, 2, 3]


@pytest.fixture
def crowd(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Thirty people in the order of the leaderboard, some with as many stars at the same moment."""
    monkeypatch.setattr(places, "FEW", 2)
    monkeypatch.setattr(places, "STRIDE", 4)
    rng, now = Random(1), timezone.now()
    names = [User(name=f"p{number}") for number in range(30)]
    people = User.objects.bulk_create(names)
    Total.objects.bulk_create(
        Total(
            user=user,
            best="." * 45,
            stars=rng.choice((1, 1, 1, 2, 5, 9)),
            since=now - timedelta(days=rng.randrange(6)),
            listed=True,
        )
        for user in people
    )
    cache.delete(places.KEY)
    yield [row["user_id"] for row in leaderboard()]
    cache.delete(places.KEY)


def test_far_down_a_place_is_found_from_a_milestone_and_the_same(crowd: list[int]) -> None:
    assert [shown(user_id) for user_id in crowd] == list(range(1, 31))


def test_what_changed_since_the_last_sweep_does_not_confuse_the_places(crowd: list[int]) -> None:
    places.sweep()
    now = timezone.now()
    climbed, new = crowd[-1], crowd[-2]
    Total.objects.filter(pk=climbed).update(stars=2, since=now)  # behind all others with two
    Total.objects.filter(pk=new).update(stars=3, since=now)  # nobody else has three
    with_two = list(Total.objects.filter(stars=2).order_by("since", "user_id").values_list("pk"))
    more = Total.objects.filter(stars__gt=3).count()
    assert shown(new) == more + 1
    assert shown(climbed) == more + len(with_two)  # one less, who has three since


def test_the_pages_read_what_the_sweep_has_found(crowd: list[int]) -> None:
    places.sweep()
    with recorded() as statements:
        shown(crowd[-1])
    assert not [sql for sql, _ in statements if "ROW_NUMBER" in sql]


def shown(user_id: int) -> int | None:
    found = places.place(user_id)
    return found and found[0]
