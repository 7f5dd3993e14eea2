"""Finds connections that no longer answer: a cut network closes nothing.

Only a client that has sent a ping is expected to send more: the site's page pings every two
seconds. A page in the background is slowed down by its browser and says so in its pings (``slow``);
it is asked by ping frames of WebSocket, which browsers answer by themselves. Times are seconds of
the monotonic clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

SWEEP = 1.0
"""Seconds between two looks at all connections of a process."""

QUIET = 2.5
"""Seconds without a frame after which a slow client is asked for one."""

SILENCE = 7.0
"""Seconds without a frame after which a connection counts as away; it is not closed."""

LINE: Final = "oxo.line"
"""The ASGI extension of a server that says when a socket was last heard from: a ``Line``."""

READER: Final = "oxo.reader"
"""The ASGI extension of a server that knows whether the client of an answer reads it."""


class Line(Protocol):
    """The WebSocket connection of a socket."""

    heard_at: float

    def ask(self) -> None:
        """Send a ping frame."""


@dataclass(slots=True)
class Pulse:
    """One connection; ``line`` is None where the server cannot say when it was heard from."""

    line: Line | None = None
    said_at: float | None = None
    slow: bool = False
    away: bool = False

    def pinged(self, now: float, slow: bool) -> None:
        """Note a ping of the client, which is expected to send more from now on."""
        self.said_at, self.slow = now, slow

    def hear(self, now: float) -> None:
        """Note a message of any kind."""
        if self.said_at is not None:
            self.said_at = now

    def check(self, now: float) -> bool:
        """Check the connection, with a ping frame if needed; True if it has gone or is back."""
        before, self.away = self.away, self._silent(now) >= SILENCE
        return self.away != before

    def _silent(self, now: float) -> float:
        """Seconds since the client's last sign of life, if one is expected."""
        if self.said_at is None:
            return 0.0
        if not self.slow:
            return now - self.said_at
        if self.line is None:
            return 0.0
        silent = now - max(self.said_at, self.line.heard_at)
        if silent >= QUIET:
            self.line.ask()
        return silent
