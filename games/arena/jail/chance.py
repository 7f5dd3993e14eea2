"""What a move draws: the generators and clocks that a file sees, each noting that it was asked.

While a file is graded, a draw among ``n`` values takes the one that the script says, so that the
grader can follow all of them. At the board they are what they always are.
"""

from __future__ import annotations

import datetime
import os
import random
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

SMALL_BITS = 8
"""``getrandbits`` of so many bits is a draw among finitely many values."""

CLOCKS = (
    "time",
    "time_ns",
    "monotonic",
    "monotonic_ns",
    "perf_counter",
    "perf_counter_ns",
    "process_time",
    "process_time_ns",
    "thread_time",
    "thread_time_ns",
    "clock_gettime",
    "clock_gettime_ns",
    "ctime",
    "localtime",
    "gmtime",
)

CALENDARS = ("ctime", "localtime", "gmtime")

BY_NUMBER = ("clock_gettime", "clock_gettime_ns")
"""These have an argument that says which clock, not what time."""

OF_NOW = {"asctime": 0, "strftime": 1}
"""These show the time now, if they get no more arguments than so many."""

FIXED, TICK = 1_700_000_000.0, 0.001
"""Where the clock stands while a script is followed, and what a look adds: loops have an end."""


class Draws:
    """The draws of one move: what was drawn among how many values, and what is no such draw."""

    def __init__(self) -> None:
        self._source = random.Random(os.urandom(16))
        self.begin(None)

    def begin(self, script: Sequence[int] | None) -> None:
        """Follow ``script`` from now on, and the first value where it ends; None draws freely."""
        self._script = script
        self._looks = 0
        if script is not None:
            self._source.seed(0)
        self.among: list[int] = []
        self.endless = self.clock = False

    @property
    def happened(self) -> int:
        """A number that grows with every draw and every look at a clock."""
        return len(self.among) + self.endless + self.clock

    def below(self, values: int) -> int:
        """One of ``values`` numbers from 0 on."""
        if values <= 1:
            return 0
        place = len(self.among)
        self.among.append(values)
        if self._script is None:
            return self._source.randrange(values)
        return min(self._script[place], values - 1) if place < len(self._script) else 0

    def bits(self, count: int) -> int:
        if count <= SMALL_BITS:
            return self.below(1 << count)
        self.endless = True
        return self._source.getrandbits(count)

    def now(self) -> float | None:
        """The time of a clock that says the same whenever a script is followed, in seconds."""
        self.clock = True
        if self._script is None:
            return None
        self._looks += 1
        return FIXED + self._looks * TICK

    def fraction(self) -> float:
        self.endless = True
        return self._source.random()


draws = Draws()


class Random(random.Random):
    """``random.Random`` with its draws noted. All other methods are made of these three."""

    def random(self) -> float:
        return draws.fraction()

    def getrandbits(self, k: int, /) -> int:
        return draws.bits(k)

    def _randbelow(self, n: int) -> int:
        return draws.below(n)

    def choices(
        self,
        population: Any,
        weights: Any = None,
        *,
        cum_weights: Any = None,
        k: int = 1,
    ) -> list[Any]:
        if weights is None and cum_weights is None:
            return [population[draws.below(len(population))] for _ in range(k)]
        return super().choices(population, weights, cum_weights=cum_weights, k=k)


def _noting_bytes(source: Callable[..., bytes]) -> Callable[..., bytes]:
    def read(*args: Any, **named: Any) -> bytes:
        draws.endless = True
        return source(*args, **named)

    return read


def _noting_clock(name: str, clock: Callable[..., Any]) -> Callable[..., Any]:
    def read(*args: Any) -> Any:
        fixed = draws.now()
        if fixed is None or (args and name not in BY_NUMBER):
            return clock(*args)
        if name in CALENDARS:
            return clock(fixed)
        return int(fixed * 1e9) if name.endswith("_ns") else fixed

    return read


def _noting_text(name: str, show: Callable[..., str]) -> Callable[..., str]:
    localtime = time.localtime

    def read(*args: Any) -> str:
        if len(args) > OF_NOW[name]:
            return show(*args)
        fixed = draws.now()
        return show(*args) if fixed is None else show(*args, localtime(fixed))

    return read


class _Datetime(datetime.datetime):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> _Datetime:
        fixed = draws.now()
        return super().now(tz) if fixed is None else cls.fromtimestamp(fixed, tz)

    @classmethod
    def utcnow(cls) -> _Datetime:
        return cls.now(datetime.UTC).replace(tzinfo=None)

    @classmethod
    def today(cls) -> _Datetime:
        return cls.now()


class _Noted:
    """A module of which every use is a draw without end."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        draws.endless = True
        return getattr(self._module, name)


def note_draws() -> None:
    """Put the noting ones in the place of the generators and clocks of the standard library."""
    one = Random()
    for name in random.__all__:
        if hasattr(one, name):
            setattr(random, name, getattr(one, name))
    generators: Any = random
    generators.Random = generators.SystemRandom = Random
    for name in ("choice", "randbelow", "randbits"):
        known = {"choice": one.choice, "randbelow": draws.below, "randbits": draws.bits}
        setattr(secrets, name, known[name])
    setattr(secrets, "SystemRandom", Random)  # the module does not say that it has it
    for name in ("urandom", "getrandom"):
        if hasattr(os, name):
            setattr(os, name, _noting_bytes(getattr(os, name)))
    setattr(secrets, "token_bytes", lambda size=32: os.urandom(size))  # as above
    for name in OF_NOW:
        setattr(time, name, _noting_text(name, getattr(time, name)))
    for name in CLOCKS:
        setattr(time, name, _noting_clock(name, getattr(time, name)))
    time.sleep = lambda seconds: None
    clocks: Any = datetime
    clocks.datetime = _Datetime
    if (numpy := sys.modules.get("numpy")) is not None:
        noted: Any = _Noted(sys.modules["numpy.random"])
        sys.modules["numpy.random"] = noted
        setattr(numpy, "random", noted)  # no such attribute is declared
