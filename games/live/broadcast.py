"""News of a game to the sockets that show it.

Sockets of this process are reached directly. Other processes with somebody at a game get its new
state, one message for a whole batch. A message may get lost, and what works beside the servers (the
sweep, a command) reaches them only through Redis: so the versions of all watched games are compared
with the database every second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from functools import partial
from threading import Lock

from channels.db import database_sync_to_async

from games import services
from games.live import protocol
from games.live.attendance import Attendance
from games.live.event_loop import EventLoop, Timers
from games.live.frames import Frames
from games.live.packed import pack, unpack
from games.live.processes import Body, Processes
from games.live.registry import GameListener, SocketRegistry
from games.live.visitor_pages import PAGES
from games.match import LOBBY, OPEN, Match
from games.queries import selectors
from games.signals import GameChange
from games.storage.match_cache import match_cache
from games.storage.outage import RETRY_AFTER, is_outage

OWED = 1.0
"""Seconds that the process which made a change has to do what the server owes the game next."""

LOOK = 0.8
"""Seconds between two looks at what the database has of the watched games."""

logger = logging.getLogger(__name__)


class Broadcast:
    """Everything but ``announce`` runs on the event loop."""

    def __init__(
        self,
        loop: EventLoop,
        sockets: SocketRegistry,
        processes: Processes,
        attendance: Attendance,
    ) -> None:
        self._loop, self._sockets = loop, sockets
        self._processes, self._attendance = processes, attendance
        self._news: list[GameChange] = []
        self._news_lock = Lock()
        self._frames: dict[str, Frames] = {}
        self._deadlines = Timers(loop)
        self._behind: set[str] = set()
        self._fetching = False
        processes.on("news", self._hear)
        processes.on("newest", self._hear_newest)
        processes.on("lobby", self._hear_of_lobby)

    def forget(self, game_id: str) -> None:
        """Drop the frames and timers of a game that has no socket any more."""
        self._frames.pop(game_id, None)
        self._deadlines.cancel(game_id)

    async def watch(self) -> None:
        """Fetch whatever the database has newer, whoever stored it. Never returns."""
        while True:
            await asyncio.sleep(LOOK)
            await self.compare()

    async def compare(self) -> None:
        """Compare the watched games with the database once, in one query."""
        if games := list(self._sockets.watched()):
            try:
                versions = await database_sync_to_async(selectors.versions)(games)
                self._fetch(versions)
                await self._leave(game_id for game_id in games if game_id not in versions)
            except Exception as error:
                if not is_outage(error):
                    logger.exception("could not compare %d games", len(games))

    async def _leave(self, gone: Iterable[str]) -> None:
        """Close the sockets at games that were deleted with the guests who played them."""
        for game_id in gone:
            if self.newest(game_id) > -1:
                for listener in list(self._sockets.at(game_id)):
                    await listener.dismiss(protocol.NO_SUCH_GAME)

    def clear(self) -> None:
        self._news, self._fetching = [], False
        self._frames.clear()
        self._deadlines.clear()
        self._behind.clear()

    # --- committed changes -----------------------------------------------------------------

    def announce(self, changes: Sequence[GameChange]) -> None:
        """Spread committed changes. Called from any thread of any process, also without a loop.

        Changes announced before the loop gets to them are spread together.
        """
        listed = any(_listed(change.match) for change in changes)
        if listed:
            PAGES.forget("lobby")
        if not self._loop.running:
            for change in changes:
                self._processes.tell_without_loop("news", _news([change]), change.match.id)
            if listed:
                self._processes.tell_without_loop("lobby", {})
            return
        with self._news_lock:
            first = not self._news
            self._news += changes
        if first:
            self._loop.soon(self._spread)

    def _spread(self) -> None:
        with self._news_lock:
            news, self._news = self._news, []
        self._tell_processes(news)
        self._tell_sockets(news)

    def _tell_processes(self, news: Sequence[GameChange]) -> None:
        """Tell the processes that have somebody at the games, each of them once."""
        if not self._processes.exist:
            return
        lots: dict[str, list[GameChange]] = {}
        for change in news:
            peers = self._processes.at(change.match.id)
            if peers is None:
                self._processes.tell_game(change.match.id, "news", _news([change]))
            for name in peers or ():
                lots.setdefault(name, []).append(change)
        for name, lot in lots.items():
            self._processes.tell(name, "news", _news(lot))
        if any(_listed(change.match) for change in news):
            self._processes.tell_all("lobby", {})

    def _tell_sockets(self, changes: Sequence[GameChange]) -> None:
        for change in changes:
            if self._sockets.watches(change.match.id):
                try:
                    self.deliver(change.match, change.action)
                except Exception:  # one game's failure must not block the rest
                    logger.exception("could not tell the sockets at %s", change.match.id)
        if any(_listed(change.match) for change in changes):
            self._tell_lobby()

    def _tell_lobby(self) -> None:
        PAGES.forget("lobby")
        for listener in list(self._sockets.lobby):
            listener.tell_lobby()

    # --- one game ----------------------------------------------------------------------------

    def deliver(self, match: Match, by: str | None = None) -> Frames:
        """Tell every socket at this game how it stands, and check again at its deadline.

        ``by`` is the id of the action that led there, if it is known. Returns what the sockets
        know now: nothing else changes that, so that no socket is left behind.
        """
        known = self._frames.get(match.id)
        if known is not None and known.match.version > match.version:
            match, by = known.match, None  # nothing older replaces anything newer
        people_changed = known is None or not _same_people(known.match, match)
        if people_changed:
            self._attendance.track_seats(match)
        seats, _ = self._attendance.presence.of(match.id)
        if known is not None and known.still_hold(match, seats):
            frames = known
        else:
            frames = Frames(match, seats, known, by)
        listeners = self._sockets.at(match.id)
        if listeners:
            self._frames[match.id] = frames
        self._set_deadline(match)
        for listener in listeners:
            listener.tell(frames)
        if known is not None and people_changed:
            self._attendance.people_changed(match.id)
        return frames

    def repeat(self, game_id: str, listener: GameListener) -> None:
        """Tell one socket how the game stands, if that is known and it was not told."""
        if (known := self._frames.get(game_id)) is not None:
            listener.tell(known)

    async def advance(self, match: Match) -> None:
        """Do what the server owes the game, as soon as the database is available.

        Where somebody else was faster, nobody else tells the sockets here.
        """
        try:
            newest = await database_sync_to_async(services.advance)(match)
        except Exception as error:
            self._try_again(match.id, error)
        else:
            self.catch_up(newest)

    def catch_up(self, match: Match) -> None:
        """Tell the sockets here of a match that was read, if it is news to them."""
        if -1 < self.newest(match.id) < match.version:
            self.deliver(match)

    def _set_deadline(self, match: Match) -> None:
        """Check a watched game at its deadline, in case nobody acts before."""
        self._deadlines.cancel(match.id)
        if match.deadline is not None and match.status != OPEN:
            delay = max(0.0, (match.deadline - services.now_ms()) / 1000) + 0.02
            self._deadlines.set(match.id, delay, partial(self._look_again, match.id))

    def _look_again(self, game_id: str) -> None:
        self._loop.spawn(self._refresh(game_id))

    async def _refresh(self, game_id: str) -> None:
        try:
            match = await database_sync_to_async(services.current_match)(game_id)
        except selectors.NoSuchGame:  # a guest's, deleted with them
            return
        except Exception as error:
            self._try_again(game_id, error)
        else:
            self.deliver(match)

    def _try_again(self, game_id: str, error: Exception) -> None:
        """Read a watched game again in a moment if ``error`` is an outage of the database."""
        if not is_outage(error):
            raise error
        if self._sockets.watches(game_id):
            self._loop.later(RETRY_AFTER, partial(self._look_again, game_id))

    # --- changes by other processes ----------------------------------------------------------

    async def _hear(self, body: Body) -> None:
        """Take over changes that another process has committed, without reading them.

        The cached match is updated only if it has the version before the change.
        """
        for game_id, version, before, key, packed in body["news"]:
            if not self._sockets.watches(game_id):
                continue
            try:
                match = unpack(packed)
            except ValueError:  # from another release: read the game from the database
                self._fetch({game_id: version})
                continue
            change = GameChange(match, before, key)
            if before is not None:
                match_cache.follow([change])
            self.deliver(match, change.action)
            if services.owes(match):  # the other process may have died
                self._deadlines.set(game_id, OWED, partial(self._look_again, game_id))

    async def _hear_newest(self, body: Body) -> None:
        """Another process says which version of a game it has."""
        self._fetch(body["games"])

    async def _hear_of_lobby(self, body: Body) -> None:
        self._tell_lobby()

    def newest(self, game_id: str) -> int:
        """The version that the sockets here have of a game; -1 if there are none."""
        known = self._frames.get(game_id)
        return -1 if known is None else known.match.version

    def _fetch(self, versions: dict[str, int]) -> None:
        """Begin to fetch the watched games that have newer versions elsewhere."""
        self._behind.update(
            game_id
            for game_id, version in versions.items()
            if self._sockets.watches(game_id) and self.newest(game_id) < version
        )
        if self._behind and not self._fetching:
            self._fetching = True
            self._loop.spawn(self._catch_up())

    async def _catch_up(self) -> None:
        """Fetch the games that fell behind while the last batch was fetched."""
        try:
            while self._behind:
                lot, self._behind = self._behind, set()
                try:
                    found = await database_sync_to_async(_advanced_all)(lot)
                except Exception as error:
                    for game_id in lot:
                        self._try_again(game_id, error)
                    continue
                for match in found:
                    self.deliver(match)
        finally:
            self._fetching = False


def _advanced_all(game_ids: Iterable[str]) -> list[Match]:
    return [services.advance(cached.match) for cached in selectors.newest(game_ids)]


def _same_people(before: Match, match: Match) -> bool:
    """Whether the same people are expected at both versions of a game."""
    return before.seats == match.seats and before.status == match.status


def _news(changes: Iterable[GameChange]) -> Body:
    """The message for the processes that have sockets at these games."""
    return {
        "news": [
            (one.match.id, one.match.version, one.before, one.key, pack(one.match))
            for one in changes
        ]
    }


def _listed(match: Match) -> bool:
    """Whether this change may have put a game into the lobby's list or taken it off."""
    return match.kind == LOBBY and len(match.moves) <= match.opening
