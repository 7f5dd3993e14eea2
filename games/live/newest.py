"""The newest versions of the games that are watched here, for pongs, read in one query.

Hundreds of sockets ping every other second. A query for each ping would cost more than many moves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping

from channels.db import database_sync_to_async

from games import selectors
from games.live.registry import SocketRegistry

LOOK = 3.5
"""Seconds for which a pong may repeat what the database said is the newest version."""

Known = dict[str, int | None]
"""Versions by game; None for one that does not exist any more."""

Read = Callable[[Iterable[str]], Mapping[str, int]]


class NewestVersions:
    """Used on the event loop only."""

    def __init__(
        self,
        sockets: SocketRegistry,
        read: Read = selectors.versions,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sockets, self._read, self._now = sockets, read, clock
        self._known: dict[str, tuple[int | None, float]] = {}
        self._looking: asyncio.Future[Known] | None = None

    async def of(self, game_id: str) -> int:
        """The newest version that a watched game had in the last seconds. Raises NoSuchGame."""
        found: Known = {}
        if not self._is_older(game_id, LOOK):
            found = {game_id: self._known[game_id][0]}
        while game_id not in found:
            if self._looking is None:
                self._looking = asyncio.ensure_future(self._look(game_id))
            # Whoever goes meanwhile must not take the answer from the others.
            found = await asyncio.shield(self._looking)
        if (version := found[game_id]) is None:
            raise selectors.NoSuchGame(game_id)
        return version

    def forget(self, game_id: str) -> None:
        """Forget a game that nobody watches here any more."""
        self._known.pop(game_id, None)

    def clear(self) -> None:
        self._known.clear()
        self._looking = None

    async def _look(self, game_id: str) -> Known:
        """Read the versions of all games whose known version is about to expire."""
        try:
            due = [one for one in self._sockets.watched() if self._is_older(one, LOOK / 2)]
            now, games = self._now(), {game_id, *due}
            read = await database_sync_to_async(self._read)(games)
            found = {one: read.get(one) for one in games}
            watched = {one: (found[one], now) for one in games if self._sockets.watches(one)}
            self._known.update(watched)
            return found
        finally:
            self._looking = None

    def _is_older(self, game_id: str, seconds: float) -> bool:
        known = self._known.get(game_id)
        return known is None or self._now() - known[1] >= seconds
