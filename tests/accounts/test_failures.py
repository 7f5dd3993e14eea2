"""The schedule of waits after failures, and how failures are counted at a place."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from accounts.failures import KNOWN, STRANGE, Failures, Schedule


@pytest.mark.parametrize(
    ("schedule", "failures", "seconds"),
    [
        (STRANGE, 0, 0),
        (STRANGE, 4, 0),
        (STRANGE, 5, 5),
        (STRANGE, 6, 10),
        (STRANGE, 12, 640),
        (STRANGE, 13, 900),
        (STRANGE, 10_000, 900),
        (KNOWN, 39, 0),
        (KNOWN, 40, 5),
        (KNOWN, 43, 40),
        (KNOWN, 44, 60),
        (KNOWN, 10_000, 60),
    ],
)
def test_waits_grow_to_a_longest(schedule: Schedule, failures: int, seconds: int) -> None:
    assert schedule.delay(failures) == seconds


def guesses_in(seconds: int, schedule: Schedule) -> int:
    """How many guesses the schedule allows somebody who never loses a moment."""
    tried, now = 0, 0
    while now < seconds:
        tried += 1
        now += schedule.delay(tried)
    return tried


@pytest.mark.parametrize(
    ("schedule", "hours", "most"), [(STRANGE, 1, 15), (STRANGE, 24, 107), (KNOWN, 1, 102)]
)
def test_how_many_guesses_a_schedule_allows(schedule: Schedule, hours: int, most: int) -> None:
    assert guesses_in(hours * 3600, schedule) == most


def test_failures_at_one_place_cost_nothing_at_another() -> None:
    here, there = Failures(STRANGE, "ada", "192.0.2.1"), Failures(STRANGE, "ada", "192.0.2.2")
    for _ in range(9):
        here.add()
    assert (here.wait() > 0, there.wait()) == (True, 0)


def test_the_wait_counts_down_and_the_next_failure_costs_more() -> None:
    with time_machine.travel(1_000_000, tick=False) as clock:
        here = Failures(STRANGE, "ada", "192.0.2.1")
        waits = []
        for _ in range(8):
            here.add()
            waits.append(here.wait())
            clock.shift(here.wait())
            assert here.wait() == 0
    assert waits == [0, 0, 0, 0, 5, 10, 20, 40]


def test_asking_does_not_lengthen_the_wait() -> None:
    with time_machine.travel(1_000_000, tick=False) as clock:
        here = Failures(Schedule(free=1, longest=900), "ada")
        here.add()
        clock.shift(2)
        assert [here.wait() for _ in range(20)] == [3] * 20


def test_success_forgets_what_was_counted() -> None:
    here = Failures(STRANGE, "ada", "192.0.2.1")
    for _ in range(9):
        here.add()
    here.forget()
    assert here.wait() == 0
    here.add()
    assert here.wait() == 0


def test_failures_are_forgotten_an_hour_after_the_last(settings: Any) -> None:
    # Of the caches only this one lives by the clock this test turns.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    with time_machine.travel(1_000_000, tick=False) as clock:
        here = Failures(STRANGE, "ada", "elsewhere")
        for _ in range(4):
            here.add()
        clock.shift(3599)
        here.add()
        assert here.wait() == 5
        clock.shift(3601)
        here.add()
        assert here.wait() == 0
