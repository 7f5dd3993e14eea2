"""Who is present at a game, by socket or by polling, and telling the others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from datetime import timedelta

from channels.db import database_sync_to_async
from django.utils import timezone

from games import services
from games.live import protocol
from games.live.event_loop import EventLoop, Timers
from games.live.presence import ONLINE, Presence
from games.live.processes import Body, Processes
from games.live.pulse import SWEEP
from games.live.registry import SocketRegistry
from games.match import ACTIVE, LOBBY, OPEN, PERSON, Match
from games.models import Game

logger = logging.getLogger(__name__)

HEARTBEAT = 20.0
"""Seconds between a process's announcements of who is connected to it."""


class Attendance:
    """Presence as this process knows it, and what follows from it."""

    def __init__(
        self, grace: float, loop: EventLoop, sockets: SocketRegistry, processes: Processes
    ) -> None:
        """``grace``: seconds without a connection until a person counts as gone."""
        self.presence = Presence(grace)
        self._patience = 4.0 * grace  # how long to keep an abandoned open game
        self._loop, self._sockets, self._processes = loop, sockets, processes
        self._changes = Timers(loop)
        self._waiting: set[str] = set()
        processes.on("presence", self._hear)

    # --- asked from any thread -------------------------------------------------------------

    def track_seats(self, match: Match) -> None:
        """Expect the people of a game that is on: only they can be missed."""
        on = match.status in (OPEN, ACTIVE)
        people = [s.name for s in match.seats if on and s.kind == PERSON and s.user is not None]
        self.presence.expect(match.id, people)
        if match.status == OPEN and match.kind == LOBBY:
            self._waiting.add(match.id)
        else:
            self._waiting.discard(match.id)

    def record_poll(self, match: Match, user_id: int | None) -> None:
        """Count a request over HTTP as the presence of a person who has no socket."""
        self.track_seats(match)
        seats = [s.name for s in match.seats if user_id is not None and s.user == user_id]
        news = self.presence.record_poll(self._processes.name, match.id, seats)
        if news and self._loop.running:
            self._loop.soon(lambda: self._loop.spawn(self._share(match.id)))

    def opener_present(self, game: Game) -> bool:
        """Whether the opener of a lobby game is still connected or has just joined."""
        young = timezone.now() - game.created_at < timedelta(seconds=self._patience / 2)
        return young or self._anybody(game.id)

    def gone(self, match: Match) -> frozenset[str]:
        """The seats of ``match`` whose people have left for longer than their grace."""
        self.track_seats(match)
        return self.presence.gone(match.id)

    def message(self, game_id: str) -> protocol.PresenceFrame:
        """The presence message of a game."""
        seats, watchers = self.presence.of(game_id)
        return protocol.presence(seats, self.presence.grace(game_id), watchers)

    # --- on the loop -----------------------------------------------------------------------

    async def sockets_changed(self, game_id: str) -> None:
        """Tell everyone at a game, here and elsewhere, who is connected now."""
        here = [one for one in self._sockets.at(game_id) if not one.pulse.away]
        self.presence.set_here(self._processes.name, game_id, here)
        await self._share(game_id)
        if game_id in self._waiting and not self._anybody(game_id):
            self._loop.later(self._patience, lambda: self._loop.spawn(self._withdraw(game_id)))

    async def sweep(self) -> None:
        """Notice connections that fell silent or are back, for as long as the process lives."""
        while True:
            await asyncio.sleep(SWEEP)
            for game_id in self._sockets.check_pulses(time.monotonic()):
                try:
                    await self.sockets_changed(game_id)
                except Exception:  # one game's failure must not end the sweep
                    logger.exception("could not tell who is at %s", game_id)

    async def repeat(self) -> None:
        """Repeat who is here before other processes forget, for as long as this one lives."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            if here := {game_id: self._here(game_id) for game_id in self._sockets.watched()}:
                await self._processes.send("presence", {"games": here})

    def forget(self, game_id: str) -> None:
        """Stop telling a game that has no socket here any more."""
        self._changes.cancel(game_id)

    def clear(self) -> None:
        self._changes.clear()

    # --- within ----------------------------------------------------------------------------

    def _here(self, game_id: str) -> dict[str, int]:
        return self.presence.here(self._processes.name, game_id)

    def _anybody(self, game_id: str) -> bool:
        return ONLINE in self.presence.of(game_id)[0].values()

    async def _share(self, game_id: str) -> None:
        await self._processes.send("presence", {"games": {game_id: self._here(game_id)}})
        await self._tell([game_id])

    async def _hear(self, body: Body) -> None:
        self.presence.heard(body["from"], body["games"])
        await self._tell(body["games"])

    async def _tell(self, game_ids: Iterable[str]) -> None:
        for game_id in game_ids:
            for listener in self._sockets.at(game_id):
                await listener.tell_presence()
            self._watch(game_id)

    def _watch(self, game_id: str) -> None:
        """Tell a watched game again when somebody's connection or grace runs out by itself."""
        self._changes.cancel(game_id)
        delay = self.presence.next_change(game_id)
        if delay is not None and self._sockets.watches(game_id):
            self._changes.set(game_id, delay + 0.02, lambda: self._tell([game_id]))

    async def _withdraw(self, game_id: str) -> None:
        """Take an abandoned open game off the lobby."""
        if game_id in self._waiting and not self._anybody(game_id):
            self._waiting.discard(game_id)
            await database_sync_to_async(services.withdraw)(game_id=game_id)
