"""Slowing down those who guess passwords. docs/accounts.md has the rule and its reasons.

Only failures count. They are counted per name and place, so that a stranger's failures are the
stranger's: a place is a browser the person has logged in with before, else an address.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from django.core.cache import cache

from accounts.limits import count_up, counter_key

REMEMBERED = 3600
"""Seconds after the last failure at a place for which its failures are remembered."""


@dataclass(frozen=True)
class Schedule:
    """``free`` failures cost no wait; the next ones ``FIRST`` seconds, doubling to ``longest``."""

    free: int
    longest: int

    FIRST = 5

    def delay(self, failures: int) -> int:
        """Seconds to wait after so many failures."""
        if failures < self.free:
            return 0
        doublings = min(failures - self.free, 20)
        return min(self.longest, self.FIRST << doublings)


STRANGE = Schedule(free=5, longest=900)
"""At a place the person has not logged in from: 15 tries in the first hour, 107 in a day."""

KNOWN = Schedule(free=40, longest=60)
"""At a place the person has logged in from: about 100 tries an hour, and never a long wait."""


class Failures:
    """The failures counted at one place, in the cache that all processes share."""

    def __init__(self, schedule: Schedule, *place: object) -> None:
        self.schedule = schedule
        self.key = counter_key("failures", *place)

    def wait(self) -> int:
        """Seconds until the next try is accepted; 0 for now."""
        until: float = cache.get(f"{self.key}:until", 0)
        return max(0, math.ceil(until - time.time()))

    def add(self) -> None:
        count = count_up(self.key, REMEMBERED)
        cache.touch(self.key, REMEMBERED)
        if delay := self.schedule.delay(count):
            cache.set(f"{self.key}:until", time.time() + delay, delay)

    def forget(self) -> None:
        cache.delete_many([self.key, f"{self.key}:until"])
