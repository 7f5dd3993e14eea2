"""Questions that are composed once: the same rows as Django's, without composing them again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db.models import BigIntegerField, DateTimeField, QuerySet

from accounts.models import User
from games.queries.composed import Composed, Given
from progress.models import OpenDay

AT = datetime(2026, 5, 4, 3, 2, 1, 987_000, UTC)


@pytest.fixture
def days(ada: User, grace: User) -> list[OpenDay]:
    return [
        OpenDay.objects.create(
            user=user,
            day=AT.date(),
            opened_at=AT,
            closes_at=AT.replace(day=day),
            zone=zone,
            short=["2026-05-01"],
        )
        for user, day, zone in ((ada, 5, "Asia/Tokyo"), (grace, 6, ""))
    ]


def test_rows_are_those_of_django_with_their_types(days: list[OpenDay]) -> None:
    columns = ("day", "opened_at", "closes_at", "zone", "short")
    rows = OpenDay.objects.filter(pk=Given("user", BigIntegerField())).values_list(*columns)
    asked = Composed(lambda: rows)
    for day in days:
        assert asked.rows(user=day.pk) == list(
            OpenDay.objects.filter(pk=day.pk).values_list(*columns)
        )
    assert asked.rows(user=0) == []


def test_moments_are_compared_as_django_does(days: list[OpenDay]) -> None:
    late = OpenDay.objects.filter(closes_at__gt=Given("moment", DateTimeField()))
    asked = Composed(lambda: late.order_by("pk").values_list("zone"))
    assert asked.column(moment=AT) == ["Asia/Tokyo", ""]
    assert asked.column(moment=AT.replace(day=5)) == [""]
    assert asked.column(moment=AT.replace(day=6)) == []


@pytest.mark.django_db
def test_the_queryset_is_made_once() -> None:
    made: list[int] = []

    def build() -> QuerySet[OpenDay, Any]:
        made.append(1)
        return OpenDay.objects.filter(pk=Given("user", BigIntegerField())).values_list("zone")

    asked = Composed(build)
    assert [asked.column(user=number) for number in range(3)] == [[], [], []]
    assert len(made) <= 2  # its model, and its statement


@pytest.mark.django_db
def test_a_value_that_is_not_given_is_named() -> None:
    rows = OpenDay.objects.filter(pk=Given("user", BigIntegerField())).values_list("zone")
    with pytest.raises(KeyError, match="user"):
        Composed(lambda: rows).rows(person=1)
