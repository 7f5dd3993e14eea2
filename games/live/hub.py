"""Who is connected to this process, and how news of a game reaches them.

Sockets of this process are reached directly: game id to sockets. Other processes get
one small hint through the channel layer, which may be lost: versions close the gap.
Everything but ``announce`` runs on the event loop.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial
from threading import Lock
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings
from django.utils import timezone

from games import selectors, services
from games.live.people import People
from games.live.presence import ONLINE, Presence
from games.live.told import Told
from games.match import ACTIVE, LOBBY, OPEN, PERSON, Match
from games.models import Game

GROUP = "games"
HEARTBEAT = 20.0
"""Seconds between a process's announcements of who is connected to it."""

logger = logging.getLogger(__name__)


class Listener(Protocol):
    """A socket at a game's table."""

    user_id: int | None
    session: str

    async def tell(self, told: Told) -> None: ...
    async def tell_presence(self) -> None: ...
    async def dismiss(self, code: int) -> None: ...


class Hub:
    """The sockets of one process. One instance, bound to the loop of its first connection."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(6)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.tables: dict[str, set[Listener]] = defaultdict(set)
        self.lobby: set[Any] = set()
        self.people = People()
        self.presence = Presence(settings.AWAY_GRACE)
        self._patience = 4.0 * settings.AWAY_GRACE  # with an open game nobody is at
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._watches: dict[str, asyncio.TimerHandle] = {}
        self._waiting: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._news: list[Match] = []
        self._news_lock = Lock()
        self._behind: set[str] = set()
        self._told: dict[str, Told] = {}
        self._fetching = False

    # --- coming and going ----------------------------------------------------------------

    def start(self) -> None:
        """Bind to the running loop; begin to listen for other processes if there can be any."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop = loop
        self.tables.clear()
        self.lobby.clear()
        self._timers.clear()
        self._watches.clear()
        self._news, self._fetching = [], False
        self._behind.clear()
        self._told.clear()
        if self._shared_layer() is not None:
            self._spawn(self._listen())
            self._spawn(self._beat())

    def add(self, game_id: str, listener: Listener) -> None:
        self.tables[game_id].add(listener)

    def remove(self, game_id: str, listener: Listener) -> None:
        listeners = self.tables.get(game_id)
        if listeners is None:
            return
        listeners.discard(listener)
        if not listeners:
            del self.tables[game_id]
            self._told.pop(game_id, None)
            for timers in (self._timers, self._watches):
                if (timer := timers.pop(game_id, None)) is not None:
                    timer.cancel()

    def all_listeners(self) -> list[Any]:
        return [one for table in self.tables.values() for one in table] + list(self.lobby)

    # --- news ------------------------------------------------------------------------------

    def announce(self, match: Match) -> None:
        """Spread a committed change. Called from any thread of any process, also without a loop.

        What is announced before the loop comes round to it is spread together.
        """
        if self._running():
            with self._news_lock:
                self._news.append(match)
                first = len(self._news) == 1
            if first:
                self._soon(self._spread)
        elif self._shared_layer() is not None:
            async_to_sync(self._send)("hint", _hint([match]))

    def dismiss_user(self, user_id: int, code: int, delay: float = 0.0, session: str = "") -> None:
        """Close a person's sockets everywhere; with the mark of a ``session``, only that one's."""
        body = {"user": user_id, "code": code, "session": session}
        if self._running():
            self._soon(self._later, delay, partial(self._dismiss_everywhere, body))
        elif self._shared_layer() is not None:
            async_to_sync(self._send)("dismiss", body)

    async def deliver(self, match: Match) -> None:
        """Tell every socket at this table, and be there when its deadline comes."""
        self._set_timer(match)
        self.expect(match)
        told = self.told(match)
        for listener in list(self.tables.get(match.id, ())):
            await listener.tell(told)

    def told(self, match: Match) -> Told:
        """``match`` with who is here now, to be told to any number of sockets."""
        seats, _ = self.presence.of(match.id)
        told = self._told.get(match.id)
        if told is None or not told.still_says(match, seats):
            told = Told(match, seats)
            if match.id in self.tables:
                self._told[match.id] = told
        return told

    # --- who is here -----------------------------------------------------------------------

    async def presence_changed(self, game_id: str) -> None:
        """Tell the table, here and elsewhere, who is connected now."""
        self.presence.set_here(self.name, game_id, self.tables.get(game_id, ()))
        await self._share_presence(game_id)
        if game_id in self._waiting and not self._anybody(game_id):
            self._later(self._patience, lambda: self._spawn(self._withdraw(game_id)))

    def _anybody(self, game_id: str) -> bool:
        return ONLINE in self.presence.of(game_id)[0].values()

    async def _withdraw(self, game_id: str) -> None:
        """An open game that was left for long goes from the lobby."""
        if game_id in self._waiting and not self._anybody(game_id):
            self._waiting.discard(game_id)
            await database_sync_to_async(services.withdraw)(game_id=game_id)

    def expect(self, match: Match) -> None:
        """While a game is on, its people can be missed."""
        on = match.status in (OPEN, ACTIVE)
        people = [s.name for s in match.seats if on and s.kind == PERSON and s.user is not None]
        self.presence.expect(match.id, people)
        if match.status == OPEN and match.kind == LOBBY:
            self._waiting.add(match.id)
        else:
            self._waiting.discard(match.id)

    def waits(self, game: Game) -> bool:
        """Whether whoever opened a game of the lobby is still at it, or has only just come."""
        seats, _ = self.presence.of(game.id)
        young = timezone.now() - game.created_at < timedelta(seconds=self._patience / 2)
        return young or any(state == ONLINE for state in seats.values())

    def polled(self, match: Match, user_id: int | None) -> None:
        """A person asked over HTTP: without a socket that is their presence. From any thread."""
        self.expect(match)
        seats = [s.name for s in match.seats if user_id is not None and s.user == user_id]
        if self.presence.polled(self.name, match.id, seats) and self._running():
            self._soon(lambda: self._spawn(self._share_presence(match.id)))

    def gone(self, match: Match) -> frozenset[str]:
        """The seats of ``match`` whose people have left for longer than their grace."""
        self.expect(match)
        return self.presence.gone(match.id)

    def presence_message(self, game_id: str) -> dict[str, Any]:
        seats, watchers = self.presence.of(game_id)
        grace = self.presence.grace(game_id)
        return {"type": "presence", "seats": seats, "grace": grace, "watchers": watchers}

    async def _share_presence(self, game_id: str) -> None:
        await self._send("presence", {"games": {game_id: self.presence.here(self.name, game_id)}})
        await self._tell_presence([game_id])

    # --- within this process ---------------------------------------------------------------

    def _spread(self) -> None:
        """Take what was announced: tell the tables here, and others in one hint."""
        with self._news_lock:
            news, self._news = self._news, []
        self._spawn(self._tell_all(news))

    async def _tell_all(self, matches: list[Match]) -> None:
        for match in matches:
            if match.id in self.tables:
                try:
                    await self.deliver(match)
                except Exception:  # of one table: the others are told all the same
                    logger.exception("could not tell the table of %s", match.id)
        hint = _hint(matches)
        if hint["lobby"]:
            await self._tell_lobby()
        await self._send("hint", hint)

    def _dismiss_everywhere(self, body: dict[str, Any]) -> None:
        self._dismiss_here(body)
        self._spawn(self._send("dismiss", body))

    def _dismiss_here(self, body: dict[str, Any]) -> None:
        for listener in self.all_listeners():
            meant = body.get("session") in ("", None, listener.session)
            if listener.user_id == body["user"] and meant:
                self._spawn(listener.dismiss(body["code"]))

    async def _tell_lobby(self) -> None:
        for listener in list(self.lobby):
            await listener.tell_lobby()

    async def _tell_presence(self, game_ids: Iterable[str]) -> None:
        for game_id in game_ids:
            for listener in list(self.tables.get(game_id, ())):
                await listener.tell_presence()
            self._watch(game_id)

    def _watch(self, game_id: str) -> None:
        """Tell a watched table again when somebody's connection or grace runs out by itself."""
        if (timer := self._watches.pop(game_id, None)) is not None:
            timer.cancel()
        delay = self.presence.next_change(game_id)
        if delay is not None and game_id in self.tables:
            self._watches[game_id] = self._later(
                delay + 0.02, lambda: self._spawn(self._tell_presence([game_id]))
            )

    def _set_timer(self, match: Match) -> None:
        """Look again when the deadline of a watched game comes, in case nobody acts before."""
        if (timer := self._timers.pop(match.id, None)) is not None:
            timer.cancel()
        if match.deadline is not None and match.status != OPEN:
            delay = max(0.0, (match.deadline - services.now_ms()) / 1000) + 0.02
            self._timers[match.id] = self._later(
                delay, lambda: self._spawn(self._refresh(match.id))
            )

    async def _refresh(self, game_id: str) -> None:
        await self.deliver(await database_sync_to_async(_settled)(game_id))

    # --- between processes -------------------------------------------------------------------

    async def _send(self, kind: str, body: dict[str, Any]) -> None:
        layer = self._shared_layer()
        if layer is None:
            return
        message = {"type": kind, "from": self.name, **body}
        try:
            await layer.group_send(GROUP, message)
        except Exception:  #  the hint may be lost: versions close the gap
            logger.warning("could not send %s to the other processes", kind, exc_info=True)

    async def _listen(self) -> None:
        layer = self._shared_layer()
        channel = await layer.new_channel()
        while True:
            try:
                await layer.group_add(GROUP, channel)
                while True:
                    message = await layer.receive(channel)
                    if message["from"] != self.name:
                        await self._hear(message)
            except Exception:  #  a broken layer must not end the listener
                logger.warning("lost the other processes, trying again", exc_info=True)
                await asyncio.sleep(1)

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "hint":
            self._fall_behind(message["games"])
            if message["lobby"]:
                await self._tell_lobby()
        elif message["type"] == "presence":
            self.presence.heard(message["from"], message["games"])
            await self._tell_presence(message["games"])
        elif message["type"] == "dismiss":
            self._dismiss_here(message)

    def _fall_behind(self, games: dict[str, int]) -> None:
        """Note which watched games have newer versions elsewhere, and begin to fetch them."""
        self._behind |= games.keys() & self.tables.keys()
        if self._behind and not self._fetching:
            self._fetching = True
            self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        """Fetch together what fell behind while the last lot was fetched."""
        try:
            while self._behind:
                lot, self._behind = self._behind, set()
                for match in await database_sync_to_async(_settled_all)(lot):
                    await self.deliver(match)
        finally:
            self._fetching = False

    async def _beat(self) -> None:
        """Repeat who is here before the others forget, and stay in the group."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            here = {game: self.presence.here(self.name, game) for game in self.tables}
            if here:
                await self._send("presence", {"games": here})

    def _shared_layer(self) -> Any:
        layer = get_channel_layer()
        return None if isinstance(layer, InMemoryChannelLayer) else layer

    def _running(self) -> bool:
        return self.loop is not None and self.loop.is_running()

    # A thread that holds asgiref's executor says so in its context. Work that is left for later
    # must not inherit that: it would be refused the executor as if it still waited for itself.

    def _soon(self, call: Callable[..., Any], *args: Any) -> None:
        """Call on the loop, from any thread."""
        assert self.loop is not None
        self.loop.call_soon_threadsafe(call, *args, context=contextvars.Context())

    def _later(self, delay: float, call: Callable[[], Any]) -> asyncio.TimerHandle:
        assert self.loop is not None
        return self.loop.call_later(delay, call, context=contextvars.Context())

    def _spawn(self, coroutine: Any) -> None:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _settled(game_id: str) -> Match:
    return services.settle(selectors.match(game_id))


def _settled_all(game_ids: Iterable[str]) -> list[Match]:
    return [services.settle(known.match) for known in selectors.newest(game_ids)]


def _hint(matches: Iterable[Match]) -> dict[str, Any]:
    games: dict[str, int] = {}
    for match in matches:
        games[match.id] = max(match.version, games.get(match.id, 0))
    return {"games": games, "lobby": any(map(_listed, matches))}


def _listed(match: Match) -> bool:
    """Whether this change may have put a game into the lobby's list or taken it off."""
    return match.kind == "lobby" and len(match.moves) <= match.opening


hub = Hub()
