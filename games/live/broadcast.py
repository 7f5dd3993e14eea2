"""News of a game to the sockets that show it.

Sockets of this process are reached directly. Other processes get one small hint for each batch,
which may be lost: versions close the gap.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from threading import Lock

from channels.db import database_sync_to_async

from games import selectors, services
from games.live.attendance import Attendance
from games.live.event_loop import EventLoop, Timers
from games.live.processes import Body, Processes
from games.live.registry import SocketRegistry
from games.live.state_frames import StateFrames
from games.match import LOBBY, OPEN, Match
from games.storage.outage import RETRY_AFTER, is_outage

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
        self._news: list[Match] = []
        self._news_lock = Lock()
        self._frames: dict[str, StateFrames] = {}
        self._deadlines = Timers(loop)
        self._behind: set[str] = set()
        self._fetching = False
        processes.on("hint", self._hear)

    def forget(self, game_id: str) -> None:
        """Drop what was made for the sockets of a game that has none any more."""
        self._frames.pop(game_id, None)
        self._deadlines.cancel(game_id)

    def clear(self) -> None:
        self._news, self._fetching = [], False
        self._frames.clear()
        self._deadlines.clear()
        self._behind.clear()

    # --- committed changes -----------------------------------------------------------------

    def announce(self, match: Match) -> None:
        """Spread a committed change. Called from any thread of any process, also without a loop.

        What is announced before the loop comes round to it is spread together.
        """
        if not self._loop.running:
            self._processes.send_without_loop("hint", _hint([match]))
            return
        with self._news_lock:
            self._news.append(match)
            first = len(self._news) == 1
        if first:
            self._loop.soon(self._spread)

    def _spread(self) -> None:
        with self._news_lock:
            news, self._news = self._news, []
        self._loop.spawn(self._tell_all(news))

    async def _tell_all(self, matches: list[Match]) -> None:
        for match in matches:
            if self._sockets.watches(match.id):
                try:
                    await self.deliver(match)
                except Exception:  # one game's failure must not block the rest
                    logger.exception("could not tell the sockets at %s", match.id)
        hint = _hint(matches)
        if hint["lobby"]:
            await self._tell_lobby()
        await self._processes.send("hint", hint)

    async def _tell_lobby(self) -> None:
        for listener in list(self._sockets.lobby):
            await listener.tell_lobby()

    # --- one game ----------------------------------------------------------------------------

    async def deliver(self, match: Match) -> None:
        """Tell every socket at this game, and look again when its deadline comes."""
        known = self._frames.get(match.id)
        if known is not None and known.match.version > match.version:
            match = known.match  # something newer came in while this was being read
        self._set_deadline(match)
        self._attendance.track_seats(match)
        frames = self.frames(match)
        for listener in self._sockets.at(match.id):
            await listener.tell(frames)

    def frames(self, match: Match) -> StateFrames:
        """``match`` with who is here now, for any number of sockets."""
        seats, _ = self._attendance.presence.of(match.id)
        frames = self._frames.get(match.id)
        if frames is None or not frames.still_hold(match, seats):
            frames = StateFrames(match, seats)
            if self._sockets.watches(match.id):
                self._frames[match.id] = frames
        return frames

    async def advance(self, match: Match) -> None:
        """Do what the server owes the game; once the database is back if it is away."""
        try:
            await database_sync_to_async(services.advance)(match)
        except Exception as error:
            self._try_again(match.id, error)

    def _set_deadline(self, match: Match) -> None:
        """Look again when the deadline of a watched game comes, in case nobody acts before."""
        self._deadlines.cancel(match.id)
        if match.deadline is not None and match.status != OPEN:
            delay = max(0.0, (match.deadline - services.now_ms()) / 1000) + 0.02
            self._deadlines.set(match.id, delay, lambda: self._refresh(match.id))

    async def _refresh(self, game_id: str) -> None:
        try:
            match = await database_sync_to_async(services.current_match)(game_id)
        except selectors.NoSuchGame:  # a guest's, deleted with them
            return
        except Exception as error:
            self._try_again(game_id, error)
        else:
            await self.deliver(match)

    def _try_again(self, game_id: str, error: Exception) -> None:
        """Read a watched game again in a moment if ``error`` says that the database is away."""
        if not is_outage(error):
            raise error
        if self._sockets.watches(game_id):
            self._loop.later(RETRY_AFTER, lambda: self._loop.spawn(self._refresh(game_id)))

    # --- changes by other processes ----------------------------------------------------------

    async def _hear(self, hint: Body) -> None:
        """Begin to fetch the watched games that have newer versions elsewhere."""
        self._behind.update(filter(self._sockets.watches, hint["games"]))
        if self._behind and not self._fetching:
            self._fetching = True
            self._loop.spawn(self._catch_up())
        if hint["lobby"]:
            await self._tell_lobby()

    async def _catch_up(self) -> None:
        """Fetch together what fell behind while the last lot was fetched."""
        try:
            while self._behind:
                lot, self._behind = self._behind, set()
                for match in await database_sync_to_async(_advanced_all)(lot):
                    await self.deliver(match)
        finally:
            self._fetching = False


def _advanced_all(game_ids: Iterable[str]) -> list[Match]:
    return [services.advance(cached.match) for cached in selectors.newest(game_ids)]


def _hint(matches: Iterable[Match]) -> Body:
    """What other processes have to know: the newest versions, and whether the lobby changed."""
    games: dict[str, int] = {}
    for match in matches:
        games[match.id] = max(match.version, games.get(match.id, 0))
    return {"games": games, "lobby": any(map(_listed, matches))}


def _listed(match: Match) -> bool:
    """Whether this change may have put a game into the lobby's list or taken it off."""
    return match.kind == LOBBY and len(match.moves) <= match.opening
