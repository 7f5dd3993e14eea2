"""The other processes that serve the same games: which is at which, and messages to them.

A process listens to a game only while somebody is at it there. It tells all who listen to that
game, and they answer; from then on they know each other, and each sends what it commits directly to
the others and to nobody else. Any message may get lost; comparing versions repairs that.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from django.conf import settings

from games.live import bus as buses
from games.live import redis_bus
from games.observe import metrics

EXPIRY = 45.0
"""Seconds after which another process is forgotten unless it says again that it is at a game."""

SETTLED = 2.0
"""Seconds after which everybody at a game has answered. Until then all who hear of it are told."""

logger = logging.getLogger(__name__)

Body = dict[str, Any]
"""What a message says."""

Hear = Callable[[Body], Awaitable[None]]


class Processes:
    """The other processes, if there can be any. Used on the event loop except as noted."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(6)
        self._heard: dict[str, Hear] = {}
        self._bus: buses.Bus | None = None
        self._since: dict[str, float] = {}
        self._peers: dict[str, dict[str, float]] = {}
        self.when_changed: Callable[[], None] = lambda: None

    def on(self, kind: str, hear: Hear) -> None:
        """Call ``hear`` for messages of this ``kind`` from other processes."""
        self._heard[kind] = hear

    def start(self) -> bool:
        """Prepare the bus to the others; False if there cannot be any. Call ``run`` next."""
        self._since.clear()
        self._peers.clear()
        self._bus = buses.make_bus(self._take, self._changed)
        if self._bus is not None:
            for topic in (_ALL, _TO + self.name):
                self._bus.subscribe(_prefixed(topic))
        return self.exist

    async def run(self) -> None:
        """Listen to the others, for as long as this process lives."""
        if self._bus is not None:
            await self._bus.run()

    @property
    def exist(self) -> bool:
        return self._bus is not None

    @property
    def apart(self) -> bool:
        """Whether some messages do not arrive for now."""
        return self._bus is not None and self._bus.apart

    # --- games -------------------------------------------------------------------------------

    def join(self, game_id: str) -> bool:
        """Listen to a game from now on; True if that is new."""
        if self._bus is None or game_id in self._since:
            return False
        self._since[game_id] = time.monotonic()
        self._bus.subscribe(_prefixed(_GAME + game_id))
        return True

    def leave(self, game_id: str) -> None:
        """Stop listening to a game."""
        self._peers.pop(game_id, None)
        if self._bus is not None and self._since.pop(game_id, None) is not None:
            self._bus.unsubscribe(_prefixed(_GAME + game_id))

    def joined(self) -> list[str]:
        """The games that this process listens to."""
        return list(self._since)

    def hears_of(self, game_id: str) -> bool:
        return game_id in self._since

    def met(self, name: str, game_id: str, here: bool) -> bool:
        """Note whether a process is at a game; True if it has just come."""
        peers = self._peers.setdefault(game_id, {})
        if not here:
            peers.pop(name, None)
            return False
        new = name not in peers
        peers[name] = time.monotonic() + EXPIRY
        return new

    def at(self, game_id: str) -> list[str] | None:
        """The other processes at a game; None while they are not known for sure."""
        since = self._since.get(game_id)
        if since is None or time.monotonic() - since < SETTLED:
            return None
        if not (peers := self._peers.get(game_id)):
            return []
        now = time.monotonic()
        return [name for name, until in peers.items() if until > now]

    # --- telling -----------------------------------------------------------------------------

    def tell_all(self, kind: str, body: Body) -> None:
        self._publish(_ALL, kind, body)

    def tell_game(self, game_id: str, kind: str, body: Body) -> None:
        """Send to every process that listens to a game."""
        self._publish(_GAME + game_id, kind, body)

    def tell(self, name: str, kind: str, body: Body) -> None:
        """Send to one process."""
        self._publish(_TO + name, kind, body)

    def tell_without_loop(self, kind: str, body: Body, game_id: str | None = None) -> None:
        """Send to all, or to those at a game, from a process that serves no sockets."""
        if settings.REDIS_URL:
            topic = _prefixed(_ALL if game_id is None else _GAME + game_id)
            redis_bus.publish_now(settings.REDIS_URL, topic, self._packed(kind, body))

    def _publish(self, topic: str, kind: str, body: Body) -> None:
        if self._bus is not None:
            self._bus.publish(_prefixed(topic), self._packed(kind, body))

    def _packed(self, kind: str, body: Body) -> bytes:
        return msgspec.msgpack.encode({"type": kind, "from": self.name, "at": time.time(), **body})

    # --- hearing -----------------------------------------------------------------------------

    async def _take(self, message: bytes) -> None:
        try:
            body: Body = msgspec.msgpack.decode(message)
            if body["from"] != self.name and body["type"] in self._heard:
                metrics.HINT_LAG.observe(max(0.0, time.time() - body["at"]))
                await self._heard[body["type"]](body)
        except Exception:  # one message must not stop all others
            logger.exception("could not take a message of another process")

    def _changed(self, back: bool) -> None:
        """Handle a loss or return of the bus: find out again who is at which game."""
        if back:
            self._since = dict.fromkeys(self._since, time.monotonic())
        self.when_changed()


_ALL, _GAME, _TO = "all", "game:", "to:"


def _prefixed(topic: str) -> str:
    return f"{settings.REDIS_PREFIX}:{topic}"
