"""A token bucket: bursts up to ``size``, ``rate`` a second in the long run."""

from __future__ import annotations

import time


class Bucket:
    """``take`` returns whether one more is allowed now."""

    def __init__(self, *, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self.tokens, self.at = size, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.at) * self.rate)
        self.at = now
        self.tokens -= 1
        return self.tokens >= 0

    def give_back(self) -> None:
        """Undo a ``take``."""
        self.tokens += 1

    @property
    def exhausted(self) -> bool:
        """Whether the sender has ignored refusals for another full bucket."""
        return self.tokens < -self.size
