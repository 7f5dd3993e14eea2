"""Daily statistics: the sweep writes a row for each day, the staff's first page shows them.

The page then costs the same however many games there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Count
from django.utils import timezone
from prometheus_client import REGISTRY

from games.match import ABORTED, FINISHED
from games.models import Game, Seat
from progress.models import Day

SHOWN = 30
"""Days that are drawn, and written if they are missing."""

RENEWED = timedelta(minutes=10)
"""How old the row of today gets before it is written again."""


def sweep() -> int:
    """Write the days that are missing, or were written before they were over; return how many."""
    now = timezone.now()
    rows = Day.objects.filter(day__gt=_today() - timedelta(SHOWN))
    written = dict(rows.values_list("day", "written_at"))
    stale = [day for day in latest() if _is_stale(day, written.get(day), now)]
    for day in stale:
        write(day)
    return len(stale)


def latest() -> list[date]:
    """The days that are shown, the earliest first."""
    return [_today() - timedelta(days) for days in reversed(range(SHOWN))]


def write(day: date) -> Day:
    """Count a day again and store it."""
    begin, end = bounds(day)
    # The ladder's and the demo's are part of an event; people's are not.
    games = Game.objects.filter(created_at__gte=begin, created_at__lt=end, event="").order_by()
    over = games.filter(status__in=(FINISHED, ABORTED))
    seated = Seat.objects.filter(game__in=games, user__isnull=False).order_by()
    people = get_user_model().objects.filter(joined_at__gte=begin, joined_at__lt=end)
    before = Day.objects.filter(day=day).first()
    lag = REGISTRY.get_sample_value("oxo_sweep_lag_seconds") or 0.0 if day == _today() else 0.0
    values: dict[str, Any] = {
        "games": games.count(),
        "signed_up": people.filter(is_guest=False).count(),
        "players": _people(seated),
        "returning": _people(seated.filter(user__joined_at__lt=begin)),
        "endings": dict(over.values_list("reason").annotate(Count("pk"))),
        "sweep_lag": max(lag, before.sweep_lag if before else 0.0),
        "written_at": timezone.now(),
    }
    return Day.objects.update_or_create(day=day, defaults=values)[0]


def bounds(day: date) -> tuple[datetime, datetime]:
    """When a day begins, and when the next one does."""
    begin, end = (
        timezone.make_aware(datetime.combine(one, time())) for one in (day, day + timedelta(days=1))
    )
    return begin, end


def _people(seats: Any) -> int:
    return int(seats.aggregate(people=Count("user", distinct=True))["people"])


def _is_stale(day: date, written: datetime | None, now: datetime) -> bool:
    if written is None:
        return True
    return written < bounds(day)[1] and now - written > RENEWED


def _today() -> date:
    return timezone.localdate()


def endings_of(days: Iterable[Day]) -> dict[str, int]:
    """How many games of these days ended for which reason, the most frequent first."""
    found: dict[str, int] = {}
    for row in days:
        for reason, count in row.endings.items():
            found[reason] = found.get(reason, 0) + count
    return dict(sorted(found.items(), key=lambda item: -item[1]))
