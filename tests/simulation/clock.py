"""Time that passes only when nothing is left to do at a moment, and chance that can be repeated.

Both have to be in place before the modules under test are imported: some keep the functions.
"""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

START = 1_700_000_000.0
"""Where the simulated clock begins: seconds since 1970, and of the monotonic clock as well."""


class Clock:
    """Seconds of simulated time. ``skew`` says how far the wall clock of a machine is off."""

    def __init__(self) -> None:
        self.now = START
        self.skew = lambda: 0.0

    def monotonic(self) -> float:
        return self.now

    def wall(self) -> float:
        return self.now + self.skew()

    def wall_ns(self) -> int:
        return round(self.wall() * 1_000_000_000)

    def utc(self) -> datetime:
        return datetime.fromtimestamp(START, UTC) + timedelta(seconds=self.wall() - START)


clock = Clock()
chance = Random(0)
"""Where ids, seeds and tokens come from."""


def install() -> None:
    """Replace the clocks and the randomness of this process for good."""
    from django.utils import timezone

    time.monotonic, time.time, time.time_ns = clock.monotonic, clock.wall, clock.wall_ns
    timezone.now = clock.utc
    replaced: dict[str, Any] = {
        "choice": lambda options: chance.choice(options),
        "randbits": lambda bits: chance.getrandbits(bits),
        "randbelow": lambda limit: chance.randrange(limit),
        "token_hex": lambda size=32: chance.randbytes(size).hex(),
    }
    for name, function in replaced.items():
        setattr(secrets, name, function)
