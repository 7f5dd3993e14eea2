"""The days of a person: each ends at midnight in their time zone, and no zone turns them back.

Pure. A day's end is fixed when it opens. A change of zone counts for the days after it, and every
day opens later than the one before, so that a day that is closed never opens again. A day that
was open for less than 24 hours, because of a change of zone or because the clocks went forward,
is ``short``: missing it breaks no streak, and neither does a day that was skipped.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from accounts.time_zones import zone as zone_of

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DayClock:
    """The ``day`` that is open until ``closes_at``, both in UTC, and the ``zone`` of the next.

    ``short`` are the days so far that nobody has to have played.
    """

    day: date
    opened_at: datetime
    closes_at: datetime
    zone: str = ""
    short: frozenset[date] = frozenset()

    @classmethod
    def started(cls, zone: str, now: datetime) -> DayClock:
        """The clock of somebody who has played nothing yet."""
        day = now.astimezone(zone_of(zone)).date()
        return cls(day, midnight(day, zone), midnight(day + DAY, zone), zone)

    def at(self, now: datetime) -> DayClock:
        """The clock as it stands at ``now``; unchanged as long as the day is open."""
        clock = self
        while now >= clock.closes_at:
            clock = clock._next()
        return clock

    def moved_to(self, zone: str, now: datetime) -> DayClock:
        """The clock of somebody who chooses ``zone`` at ``now``: it counts from the next day on."""
        return replace(self.at(now), zone=zone)

    def _next(self) -> DayClock:
        opens = self.closes_at
        day = max(self.day + DAY, opens.astimezone(zone_of(self.zone)).date())
        closes = midnight(day + DAY, self.zone)
        skipped = {self.day + DAY * n for n in range(1, (day - self.day).days)}
        if closes - opens < DAY:
            skipped.add(day)
        return DayClock(day, opens, closes, self.zone, self.short | skipped)


def midnight(day: date, zone: str) -> datetime:
    """When ``day`` begins in ``zone``, in UTC. Where clocks skip midnight, it begins after that."""
    return datetime.combine(day, time(), zone_of(zone)).astimezone(UTC)


def is_midnight(moment: datetime, zone: str) -> bool:
    """Whether a day begins in ``zone`` at ``moment``."""
    return moment == midnight(moment.astimezone(zone_of(zone)).date(), zone)


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which the day's puzzle was solved: the row that still goes on, the best."""

    current: int = 0
    best: int = 0


def streak(days: Collection[date], now: date, short: Collection[date] = ()) -> Streak:
    """The streaks in the solved ``days``, each counted by its days.

    A row goes on until a day that was not ``short`` passed without a solution.
    """
    best = run = 0
    last: date | None = None
    for day in sorted(set(days)):
        run = run + 1 if last and _goes_on(last, day, short) else 1
        best, last = max(best, run), day
    return Streak(run if last and _goes_on(last, now, short) else 0, best)


def _goes_on(last: date, day: date, short: Collection[date]) -> bool:
    """Whether every day between two days was short."""
    return all(last + DAY * n in short for n in range(1, (day - last).days))
