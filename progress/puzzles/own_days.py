"""The day that is open to a person: stored with the first answer, worked out until then."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import BigIntegerField, QuerySet

from accounts.guests import User
from games.queries.composed import Composed, Given
from progress.models import OpenDay, PuzzleTry
from progress.puzzles.day_clock import DayClock


def now() -> datetime:
    return datetime.now(UTC)


def clock_of(user_id: int | None, zone: str = "") -> DayClock:
    """The day that is open to a person, or to a visitor whose device is in ``zone``. One query."""
    rows = _open_day.rows(user=user_id) if user_id else []
    return _stored(*rows[0]).at(now()) if rows else DayClock.started(zone, now())


@Composed
def _open_day() -> QuerySet[OpenDay, Any]:
    row = OpenDay.objects.filter(pk=Given("user", BigIntegerField()))
    return row.values_list("day", "opened_at", "closes_at", "zone", "short")


def clock_of_person(person: User) -> DayClock:
    """The same for a person read together with their ``open_day``: no query."""
    row = getattr(person, "open_day", None)
    return _clock(row).at(now()) if row else DayClock.started(person.time_zone, now())


def kept(user_id: int, zone: str) -> DayClock:
    """The same, stored from now on. To be called inside a transaction."""
    OpenDay.objects.get_or_create(pk=user_id, defaults=_columns(DayClock.started(zone, now())))
    row = OpenDay.objects.select_for_update().get(pk=user_id)
    before = _clock(row)
    clock = before.at(now())
    if clock != before:
        keep(user_id, clock)
    return clock


def choose_zone(user: User) -> None:
    """Note that a person chose another time zone: it counts from their next midnight on.

    Who has played no day has no row and needs none, except people who played by UTC before
    there were zones. To be called inside a transaction.
    """
    has_row = OpenDay.objects.filter(pk=user.pk).exists()
    if has_row or PuzzleTry.objects.filter(user=user.pk, day__isnull=False).exists():
        keep(user.pk, kept(user.pk, "").moved_to(user.time_zone, now()))


def keep(user_id: int, clock: DayClock) -> None:
    OpenDay.objects.filter(pk=user_id).update(**_columns(clock))


def _clock(row: OpenDay) -> DayClock:
    return _stored(row.day, row.opened_at, row.closes_at, row.zone, row.short)


def _stored(
    day: date, opened_at: datetime, closes_at: datetime, zone: str, short: Iterable[str]
) -> DayClock:
    return DayClock(day, opened_at, closes_at, zone, frozenset(map(date.fromisoformat, short)))


def _columns(clock: DayClock) -> dict[str, object]:
    return {
        "day": clock.day,
        "opened_at": clock.opened_at,
        "closes_at": clock.closes_at,
        "zone": clock.zone,
        "short": sorted(day.isoformat() for day in clock.short),
    }
