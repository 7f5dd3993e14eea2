"""Who is present at a game, by socket or by polling, and telling the others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial

from channels.db import database_sync_to_async
from django.utils import timezone

from games import services
from games.live import protocol
from games.live.event_loop import EventLoop, Timers
from games.live.maintenance import notice
from games.live.presence import ONLINE, Presence
from games.live.processes import Body, Processes
from games.live.pulse import SWEEP
from games.live.registry import SocketRegistry
from games.live.visitor_pages import PAGES
from games.match import ACTIVE, LOBBY, OPEN, PERSON, Match
from games.models import Game
from games.queries.lobby import Waiting

logger = logging.getLogger(__name__)

LATE = "Parts of the site cannot reach each other: moves of others may show a few seconds late."
"""What pages say while other processes are out of reach and somebody may be at one of them."""

HEARTBEAT = 20.0
"""Seconds between a process's announcements of who is connected to it."""

BLINK = 5.0
"""Seconds for which an open game stays in the lobby without its opener: a page loads meanwhile."""

ASKED = 60.0
"""Seconds for which a process listens to a game after somebody asked who is there, or left it."""


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
        self._withdrawals = Timers(loop)
        self._waiting: set[str] = set()
        self._hidden: set[str] = set()
        self._asked: dict[str, float] = {}
        self.newest: Callable[[str], int] = lambda game_id: -1
        processes.on("presence", self._hear)

    # --- asked from any thread -------------------------------------------------------------

    def track_seats(self, match: Match) -> None:
        """Expect the people of a game in play, so that their absence is noticed."""
        on = match.status in (OPEN, ACTIVE)
        people = [s.name for s in match.seats if on and s.kind == PERSON and s.user is not None]
        self.presence.expect(match.id, people)
        if match.status == OPEN and match.kind == LOBBY:
            self._waiting.add(match.id)
        else:
            self._waiting.discard(match.id)
            self._hidden.discard(match.id)

    def record_poll(self, match: Match, user_id: int | None) -> None:
        """Count a request over HTTP as presence, for a person without a socket."""
        self.track_seats(match)
        seats = [s.name for s in match.seats if user_id is not None and s.user == user_id]
        news = self.presence.record_poll(self._processes.name, match.id, seats)
        self._listen_to(match.id)
        if news and self._loop.running:
            self._loop.soon(self._share, match.id)

    def opener_present(self, game: Game | Waiting) -> bool:
        """Whether the opener of a lobby game is still connected or has just joined."""
        absent = self.presence.absent(game.id)
        if absent is None:  # they may be on their way from the form to the page
            return timezone.now() - game.created_at < timedelta(seconds=self._patience / 2)
        return absent < BLINK

    def gone(self, match: Match) -> frozenset[str]:
        """The seats of ``match`` whose people have been away for longer than their grace."""
        self.track_seats(match)
        return self.gone_at(match.id)

    def gone_at(self, game_id: str) -> frozenset[str]:
        """``gone`` for a caller without the match; for a game unknown here the grace starts now."""
        self._listen_to(game_id)
        return self.presence.gone(game_id)

    def _listen_to(self, game_id: str) -> None:
        """Listen to a game asked for over HTTP, since others may be at it on other processes."""
        if self._processes.exist and self._loop.running:
            self._asked[game_id] = time.monotonic()
            self._loop.soon(self._join, game_id)

    def message(self, game_id: str) -> protocol.PresenceFrame:
        """The presence message of a game."""
        seats, watchers = self.presence.of(game_id)
        late = self._processes.apart and self.presence.missing(game_id)
        said = " ".join(filter(None, (notice.text, LATE if late else "")))
        return protocol.presence(seats, self.presence.grace(game_id), watchers, said)

    # --- on the loop -----------------------------------------------------------------------

    def sockets_changed(self, game_id: str) -> None:
        """Tell everyone at a game, here and elsewhere, who is connected now."""
        here = [one for one in self._sockets.at(game_id) if not one.pulse.away]
        self.presence.set_here(self._processes.name, game_id, here)
        self._share(game_id)
        if game_id in self._waiting and not self._anybody(game_id):
            self._loop.later(BLINK + 0.1, partial(self._hide, game_id))
            self._withdraw_after(game_id, self._patience)
        elif game_id in self._hidden:
            self._hidden.discard(game_id)
            self._tell_lobby()

    def people_changed(self, game_id: str) -> None:
        """Tell everyone at a game who of its people is away, since others are expected now."""
        if set(self.presence.of(game_id)[0].values()) != {ONLINE}:
            self._tell([game_id])

    def tell_everybody(self) -> None:
        """Tell all games that are watched here."""
        self._tell(self._sockets.watched())

    async def sweep(self) -> None:
        """Notice connections that fall silent or come back, for as long as the process lives."""
        while True:
            await asyncio.sleep(SWEEP)
            for game_id in self._sockets.check_pulses(time.monotonic()):
                try:
                    self.sockets_changed(game_id)
                except Exception:  # one game's failure must not end the sweep
                    logger.exception("could not tell who is at %s", game_id)

    async def repeat(self) -> None:
        """Tell other processes who is here before they forget, for as long as this one lives."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for game_id in self._processes.joined():
                if self._matters(game_id):
                    self._tell_processes(game_id)
                else:
                    self._processes.leave(game_id)
                    self._asked.pop(game_id, None)

    def reach_changed(self) -> None:
        """Handle a loss or return of other processes: ask who is there, and tell those affected."""
        for game_id in self._processes.joined():
            self._tell_processes(game_id, hello=True)
        self._tell(self._sockets.watched())

    def forget(self, game_id: str) -> None:
        """Stop sending presence to a game that has no socket here any more."""
        self._changes.cancel(game_id)

    def clear(self) -> None:
        self._changes.clear()
        self._withdrawals.clear()
        self._asked.clear()

    # --- within ----------------------------------------------------------------------------

    def _here(self, game_id: str) -> dict[str, int]:
        return self.presence.here(self._processes.name, game_id)

    def _anybody(self, game_id: str) -> bool:
        return ONLINE in self.presence.of(game_id)[0].values()

    def _share(self, game_id: str) -> None:
        if self._processes.exist:
            if not self._sockets.watches(game_id):  # they may come back
                self._asked[game_id] = time.monotonic()
            alone = self._processes.at(game_id) == [] and game_id not in self._waiting
            if not self._join(game_id) and not alone:
                self._tell_processes(game_id)
        self._tell([game_id])

    def _matters(self, game_id: str) -> bool:
        """Whether somebody is at the game here, or has just asked for it."""
        recent = self._asked.get(game_id, 0.0) + ASKED > time.monotonic()
        return recent or self._sockets.watches(game_id) or bool(self._here(game_id))

    def _join(self, game_id: str) -> bool:
        """Begin to listen to a game, and forget what was heard long ago."""
        if not self._processes.join(game_id):
            return False
        self.presence.begin(game_id)
        self._tell_processes(game_id, hello=True)
        return True

    def _tell_processes(self, game_id: str, *, hello: bool = False) -> None:
        """Tell other processes who is here; all of them need to know who waits in the lobby."""
        body = {"games": {game_id: self._here(game_id)}, "hello": hello}
        if game_id in self._waiting:
            self._processes.tell_all("presence", body)
        else:
            self._processes.tell_game(game_id, "presence", body)

    async def _hear(self, body: Body) -> None:
        name, games = body["from"], body["games"]
        before = {game_id: self.presence.of(game_id) for game_id in games}
        self.presence.heard(name, games)
        for game_id in filter(self._processes.hears_of, games):
            new = self._processes.met(name, game_id, bool(games[game_id]))
            if body["hello"] or (new and not body.get("answer")):
                self._answer(name, game_id)
        self._tell(one for one in games if self.presence.of(one) != before[one])

    def _answer(self, name: str, game_id: str) -> None:
        """Tell a process that has just joined a game who is here, and the game's version."""
        body = {"games": {game_id: self._here(game_id)}, "hello": False, "answer": True}
        self._processes.tell(name, "presence", body)
        if (version := self.newest(game_id)) >= 0:
            self._processes.tell(name, "newest", {"games": {game_id: version}})

    def _tell(self, game_ids: Iterable[str]) -> None:
        for game_id in game_ids:
            for listener in self._sockets.at(game_id):
                listener.tell_presence()
            self._watch(game_id)

    def _watch(self, game_id: str) -> None:
        """Send presence again when somebody's connection or grace runs out."""
        self._changes.cancel(game_id)
        delay = self.presence.next_change(game_id)
        if delay is not None and self._sockets.watches(game_id):
            self._changes.set(game_id, delay + 0.02, lambda: self._tell([game_id]))

    def _hide(self, game_id: str) -> None:
        """Tell the lobby that an open game is not listed for now."""
        if game_id in self._waiting and not self._anybody(game_id):
            self._hidden.add(game_id)
            self._tell_lobby()

    def _tell_lobby(self) -> None:
        PAGES.forget("lobby")
        for listener in list(self._sockets.lobby):
            listener.tell_lobby()
        self._processes.tell_all("lobby", {})

    def _withdraw_after(self, game_id: str, delay: float) -> None:
        self._withdrawals.set(
            game_id, delay, lambda: self._loop.spawn(self._withdraw_abandoned(game_id))
        )

    async def _withdraw_abandoned(self, game_id: str) -> None:
        """Take an open game off the lobby once nobody has been there for long; else wait on.

        While other processes are out of reach its opener may be at one of them.
        """
        self._withdrawals.cancel(game_id)
        if game_id not in self._waiting:
            return
        absent = self.presence.absent(game_id)
        if self._processes.apart:
            self._withdraw_after(game_id, self._patience)
        elif absent is not None and absent < self._patience:
            self._withdraw_after(game_id, self._patience - absent)
        else:
            self._waiting.discard(game_id)
            self._hidden.discard(game_id)
            await database_sync_to_async(services.withdraw)(game_id=game_id)
