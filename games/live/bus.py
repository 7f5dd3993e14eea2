"""What carries messages between processes: topics that anybody can publish to and listen to.

A message may be lost. A bus that is ``apart`` does not reach everybody for now, and drops what it
cannot carry.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from django.conf import settings

from games.live.redis_bus import RedisBus

Hear = Callable[[bytes], Awaitable[None]]


class Bus(Protocol):
    """Used on one event loop. Only ``run`` waits."""

    @property
    def apart(self) -> bool:
        """Whether messages do not arrive for now."""
        ...

    def subscribe(self, topic: str) -> None:
        """Receive what is published to ``topic`` from now on, also after reconnecting."""
        ...

    def unsubscribe(self, topic: str) -> None: ...

    def publish(self, topic: str, message: bytes) -> None:
        """Send after everything requested before."""
        ...

    async def run(self) -> None:
        """Carry messages, for as long as the process lives."""
        ...


def make_bus(hear: Hear, changed: Callable[[bool], None]) -> Bus | None:
    """The bus to the other processes; None if this process is the only one.

    ``hear`` gets every message, also one's own; ``changed`` is called with True when the bus is
    back, with False when it is lost.
    """
    if not settings.REDIS_URL:
        return None
    return RedisBus(settings.REDIS_URL, hear, changed)
