"""Days that end at one's own midnight: no streak is broken by travel, no day counts twice."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from accounts import time_zones
from progress.puzzles.day_clock import DAY, DayClock, midnight, streak

EAST, WEST = "Pacific/Kiritimati", "Pacific/Pago_Pago"
"""The zones furthest apart: 25 hours."""

ZONES = st.sampled_from(
    (
        *(EAST, WEST, "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Africa/Cairo"),
        *("America/Santiago", "Australia/Lord_Howe", "Asia/Beirut", "Pacific/Chatham"),
    )
)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc, arg-type]


def test_a_day_ends_at_midnight_where_one_is() -> None:
    clock = DayClock.started("America/New_York", utc(2026, 11, 22, 3))
    assert clock.day == date(2026, 11, 21)
    assert clock.closes_at == utc(2026, 11, 22, 5)
    assert clock.at(utc(2026, 11, 22, 4, 59, 59)) is clock
    assert clock.at(utc(2026, 11, 22, 5)).day == date(2026, 11, 22)


def test_a_new_zone_leaves_the_open_day_as_it_is() -> None:
    clock = DayClock.started("Europe/Berlin", utc(2026, 11, 22, 12))
    for zone in (EAST, WEST):
        moved = clock.moved_to(zone, utc(2026, 11, 22, 13))
        assert (moved.day, moved.closes_at) == (clock.day, clock.closes_at)


def test_going_west_makes_the_next_day_longer() -> None:
    now = utc(2026, 11, 22, 12)
    clock = DayClock.started("Asia/Tokyo", now).moved_to("America/Los_Angeles", now)
    after = clock.at(clock.closes_at)
    assert after.day == date(2026, 11, 23)
    assert after.closes_at - after.opened_at == timedelta(hours=24 + 17)
    assert after.short == frozenset()


def test_going_east_makes_the_next_day_short_and_nobody_has_to_play_it() -> None:
    now = utc(2026, 11, 22, 12)
    clock = DayClock.started("America/Los_Angeles", now).moved_to("Asia/Tokyo", now)
    after = clock.at(clock.closes_at)
    assert after.day == date(2026, 11, 23)
    assert after.closes_at - after.opened_at == timedelta(hours=7)
    assert after.short == {after.day}


def test_the_longest_way_east_skips_a_day() -> None:
    now = utc(2026, 11, 22, 12)
    clock = DayClock.started(WEST, now).moved_to(EAST, now)
    after = clock.at(clock.closes_at)
    assert clock.day == date(2026, 11, 22)
    assert after.day == date(2026, 11, 24)
    assert after.short == {date(2026, 11, 23), date(2026, 11, 24)}


def test_when_clocks_go_forward_the_day_of_23_hours_is_short() -> None:
    clock = DayClock.started("Europe/Berlin", utc(2026, 3, 28, 12)).at(utc(2026, 3, 29, 12))
    assert clock.closes_at - clock.opened_at == timedelta(hours=23)
    assert clock.short == {date(2026, 3, 29)}


def test_a_day_whose_midnight_is_skipped_begins_after_it() -> None:
    # In Cairo clocks go from 00:00 to 01:00 on 24 April 2026.
    assert midnight(date(2026, 4, 24), "Africa/Cairo") == utc(2026, 4, 23, 22)
    assert DayClock.started("Africa/Cairo", utc(2026, 4, 23, 22)).day == date(2026, 4, 24)


@pytest.mark.parametrize(
    ("solved", "short", "current", "best"),
    [
        ((20,), (21,), 1, 1),  # the day between was short
        ((19,), (21,), 0, 1),  # one of the two between was not
        ((18, 20, 22), (19, 21), 3, 3),  # days that nobody had to play count for nothing
        ((18, 20), (), 0, 1),
    ],
)
def test_only_a_whole_day_that_is_missed_breaks_a_streak(
    solved: tuple[int, ...], short: tuple[int, ...], current: int, best: int
) -> None:
    def days(numbers: tuple[int, ...]) -> set[date]:
        return {date(2026, 11, number) for number in numbers}

    found = streak(days(solved), date(2026, 11, 22), days(short))
    assert (found.current, found.best) == (current, best)


class Travels(RuleBasedStateMachine):
    """Somebody plays, waits and changes zones as they like; the clock is asked only then."""

    def __init__(self) -> None:
        super().__init__()
        self.now = utc(2026, 1, 1) + timedelta(hours=7)
        self.clock = DayClock.started("UTC", self.now)
        self.solved: dict[date, datetime] = {}
        self.opened = {self.clock.day: (self.clock.opened_at, self.clock.closes_at)}
        self.last_play = self.now
        self.faithful = True
        self.missed_at: datetime | None = None

    def look(self) -> DayClock:
        """The clock as it stands, each of its days noted on the way."""
        clock = self.clock
        while (after := clock.at(clock.closes_at)) and self.now >= clock.closes_at:
            assert after.day > clock.day
            assert after.opened_at == clock.closes_at  # at every moment one day is open
            whole = clock.closes_at - clock.opened_at >= DAY
            if whole and clock.day not in self.solved:
                self.missed_at = clock.closes_at
            clock = after
            assert clock.day not in self.opened
            self.opened[clock.day] = (clock.opened_at, clock.closes_at)
        assert clock == self.clock.at(self.now)
        assert self.opened[clock.day] == (clock.opened_at, clock.closes_at)
        self.clock = clock
        return clock

    @rule(hours=st.floats(0, 30), days=st.sampled_from([0, 0, 0, 0, 1, 60]))
    def wait(self, hours: float, days: int) -> None:
        self.now += timedelta(hours=hours, days=days)

    @rule(zone=ZONES)
    def travel(self, zone: str) -> None:
        before = self.look()
        self.clock = before.moved_to(zone, self.now)
        assert (self.clock.day, self.clock.closes_at) == (before.day, before.closes_at)

    @rule()
    def play(self) -> None:
        clock = self.look()
        self.faithful &= self.now - self.last_play <= DAY
        self.last_play = self.now
        self.solved.setdefault(clock.day, self.now)

    @precondition(lambda self: self.solved)
    @rule()
    def look_at_the_streak(self) -> None:
        clock = self.look()
        found = streak(self.solved, clock.day, clock.short)
        since = [day for day, at in self.solved.items() if not self._missed(at)]
        assert found.current == len(since)  # neither broken by travel nor mended by it
        assert found.best <= len(self.solved)
        if self.faithful and self.now - self.last_play <= DAY:
            assert found.current == len(self.solved)

    def _missed(self, at: datetime) -> bool:
        """Whether a whole day was missed after ``at``."""
        return self.missed_at is not None and at < self.missed_at

    @invariant()
    def the_day_is_a_day_somewhere(self) -> None:
        clock = self.clock.at(self.now)
        assert midnight(clock.day, EAST) <= clock.opened_at < clock.closes_at
        assert clock.closes_at <= midnight(clock.day + DAY, WEST)


TestTravels: Any = Travels.TestCase
TestTravels.pytestmark = [pytest.mark.long]
TestTravels.settings = settings(max_examples=100, stateful_step_count=30)


def test_every_zone_on_offer_has_its_days() -> None:
    now = utc(2026, 11, 22, 12)
    for name in time_zones.names():
        clock = DayClock.started(name, now)
        assert clock.opened_at <= now < clock.closes_at
