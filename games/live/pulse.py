"""Finds clients that no longer answer: a cut network closes nothing.

Only a client that has sent a ping is expected to send more: the site's page pings every two
seconds. A page in the background is slowed down by its browser and says so in its pings (``slow``);
the server's own ping frames, which browsers answer by themselves, close its socket
(``config.serve.PING``). Times are seconds of the monotonic clock.
"""

from __future__ import annotations

from dataclasses import dataclass

SWEEP = 1.0
"""Seconds between two looks at all connections of a process."""

SILENCE = 7.0
"""Seconds without a message after which a client counts as away; its socket is not closed."""


@dataclass(slots=True)
class Pulse:
    """When one client was heard from; ``said_at`` is None if it is not expected to say more."""

    said_at: float | None = None
    away: bool = False

    def pinged(self, now: float, slow: bool) -> None:
        """Note a ping: unless it is slow, the client is expected to send more from now on."""
        self.said_at = None if slow else now

    def hear(self, now: float) -> None:
        """Note a message of any kind."""
        if self.said_at is not None:
            self.said_at = now

    def check(self, now: float) -> bool:
        """Check the client; True if it has gone or is back."""
        before = self.away
        self.away = self.said_at is not None and now - self.said_at >= SILENCE
        return self.away != before
