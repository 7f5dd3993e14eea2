"""The socket at a game's table, and the one in the lobby."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.limits import network
from games import selectors, services
from games.live import protocol
from games.live.bucket import Bucket
from games.live.hub import hub
from games.live.pulse import LINE, Pulse
from games.live.quotas import Place
from games.live.session import LogIn, mark_of
from games.live.state_frames import StateFrames
from games.match import Match, RefusalCode
from games.storage import outage

logger = logging.getLogger(__name__)

MAX_BAD = 5
"""Messages that are none of the protocol's before the socket is closed."""

LOOK = 3.5
"""Seconds for which a pong may repeat what the database said is the newest version."""


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """What both sockets share: one dispatch without a thread hop, closing with a code."""

    user_id: int | None = None
    session = ""
    place: Place | None = None
    send_texts: Callable[..., None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # Stock Channels waits on a channel of its own for every socket besides; news comes
        # through the hub here, so that one queue is enough.
        self.scope, self.base_send = scope, send
        self.send_texts = scope.get("extensions", {}).get(protocol.TEXTS)
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            await self.closed()
            if self.place is not None:
                hub.sockets.quotas.release(self.place)

    async def dispatch(self, message: dict[str, Any]) -> None:
        # Channels hops to a thread before every message to tidy database connections;
        # these handlers reach the database through database_sync_to_async, which tidies itself.
        handler = getattr(self, message["type"].replace(".", "_"))
        await handler(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        hub.start()
        user = self.scope.get("user")
        self.user_id = user.pk if user is not None and user.is_authenticated else None
        self.session = mark_of(self._session_key())
        # A socket closed before it was accepted tells the browser nothing but 1006.
        await self.accept()
        client = self.scope.get("client") or [""]
        self.place = hub.sockets.quotas.admit(self.user_id, network(client[0]))
        if self.place is None:
            await self._turn_away()
            return
        await self.opened()

    async def _turn_away(self) -> None:
        text = "This site is open too many times. Close some of its pages and load this one again."
        await self.push(protocol.refused(RefusalCode.TOO_MANY, text))
        await self.close(protocol.TOO_MANY_SOCKETS)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    def _session_key(self) -> str | None:
        session = self.scope.get("session")
        return session.session_key if session is not None else None

    async def opened(self) -> None: ...

    async def closed(self) -> None: ...

    async def push(self, message: dict[str, Any]) -> None:
        await self.push_texts(protocol.encode(message))

    async def push_texts(self, *texts: bytes) -> None:
        """Send text messages in this order: together where the server can."""
        if self.send_texts is not None:
            self.send_texts(*texts)
            return
        # Who has gone while the answer was on its way needs none; the disconnect comes next.
        with suppress(Disconnected):
            for text in texts:
                await self.base_send({"type": "websocket.send", "text": text.decode()})

    async def dismiss(self, code: int) -> None:
        await self.close(code)


class GameSocket(Socket):
    """One connection to one game: a player's or a watcher's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats: tuple[str, ...] = ()
        self.version = -1
        self.bad = 0
        self.bucket = Bucket(rate=20, size=40)
        self.pulse = Pulse()
        self._looked_at, self._newest = float("-inf"), -1
        self.joined = False
        self._acting = False
        self._untold: StateFrames | None = None

    # --- coming and going --------------------------------------------------------------------

    async def opened(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.pulse.line = self.scope.get("extensions", {}).get(LINE)
        self.log_in = LogIn(self.user_id, self._session_key())
        hub.sockets.add(self.game_id, self)  # before reading, so that no news falls in between
        try:
            match = await self._current()
        except selectors.NoSuchGame:
            hub.remove(self.game_id, self)
            await self.close(protocol.NO_SUCH_GAME)
            return
        self._take_seats(match)
        self.joined = True
        await self.tell(hub.broadcast.frames(match))
        await hub.broadcast.deliver(match)
        await hub.attendance.sockets_changed(self.game_id)

    async def closed(self) -> None:
        if self in hub.sockets.at(getattr(self, "game_id", "")):
            hub.remove(self.game_id, self)
            await hub.attendance.sockets_changed(self.game_id)

    # --- to the client -----------------------------------------------------------------------

    async def tell(self, frames: StateFrames) -> None:
        """Send the state unless this socket has it or a newer one (formula 10).

        While an action of this socket is under way its ack goes first.
        """
        if self._acting:
            self._untold = frames
        elif news := self._news(frames):
            await self.push_texts(*news)

    def _news(self, frames: StateFrames) -> list[bytes]:
        """The state frame, if this socket does not have it or a newer one; now it has."""
        if frames.match.version <= self.version:
            return []
        self.version = frames.match.version
        self._take_seats(frames.match)
        return [frames.text(self.user_id)]

    async def tell_presence(self) -> None:
        await self.push(hub.attendance.message(self.game_id))

    # --- from the client ---------------------------------------------------------------------

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        self.pulse.hear(time.monotonic())
        if not self.joined or not await self._in_measure():
            return
        try:
            if (text := message.get("text")) is None:
                raise protocol.BadMessage("Only text frames are understood.")
            heard = protocol.parse(text)
        except protocol.BadMessage as error:
            await self._complain(str(error))
            return
        try:
            await self._answer(heard)
        except selectors.NoSuchGame:  # a guest's, deleted with them
            await self.close(protocol.NO_SUCH_GAME)
        except Exception as error:
            if not outage.is_outage(error):
                raise
            logger.warning("game %s: the database is away: %s", self.game_id, error)
            await self._refuse(RefusalCode.UNAVAILABLE, outage.AWAY, getattr(heard, "id", None))

    async def _in_measure(self) -> bool:
        """Whether this socket, and whoever it is over all sockets, may send one more now."""
        shared = self.place.bucket if self.place is not None else None
        buckets = [self.bucket] if shared is None else [self.bucket, shared]
        if min(bucket.take() for bucket in buckets):  # all are asked: none is to be spared
            return True
        # Visitors share a bucket with strangers, who must not close their sockets.
        own = buckets if self.user_id is not None else [self.bucket]
        if any(bucket.exhausted for bucket in own):
            await self.close(protocol.TOO_FAST)
        else:
            await self.push(protocol.refused(RefusalCode.TOO_FAST, "Slow down: too many messages."))
        return False

    async def _answer(self, message: protocol.Message) -> None:
        if isinstance(message, protocol.Act):
            await self._act(message)
        elif isinstance(message, protocol.Sync):
            await self._catch_up(message)
        else:
            await self._pong(message)

    async def _pong(self, message: protocol.Ping) -> None:
        """Answer with the newest version there is: news from other processes may get lost.

        Whoever pings shows that they are there; the database is not asked each time.
        """
        now = time.monotonic()
        self.pulse.pinged(now, message.slow)
        if now - self._looked_at >= LOOK:
            self._looked_at = now
            self._newest = await database_sync_to_async(selectors.version)(self.game_id)
        newest = max(self._newest, self.version)
        await self.push(protocol.pong(message.sent, services.now_ms(), newest))

    async def _complain(self, text: str) -> None:
        self.bad += 1
        await self.push(protocol.refused(RefusalCode.BAD_MESSAGE, text))
        if self.bad >= MAX_BAD:
            await self.close(protocol.TOO_MANY_BAD)

    async def _catch_up(self, message: protocol.Sync) -> None:
        match = await self._current()
        self.version = min(self.version, message.version)
        await self.tell(hub.broadcast.frames(match))

    async def _act(self, message: protocol.Act) -> None:
        if not await self.log_in.stands():
            await self._refuse(RefusalCode.LOGIN_REQUIRED, "Log in to play.", message.id)
            return
        self._acting = True
        try:
            match = await self._acted(message)
        finally:
            self._acting = False
        if self._untold is not None:
            await self.tell(self._untold)
            self._untold = None
        if match is not None and services.owes(match):
            await hub.broadcast.advance(match)

    async def _acted(self, message: protocol.Act) -> Match | None:
        """Act and say what became of it; the match if the action is kept."""
        gone = hub.attendance.presence.gone(self.game_id) if message.claims else frozenset[str]()
        action = message.by(self.user_id, gone)
        try:
            accepted = await services.act_live(game_id=self.game_id, action=action)
        except services.ActionRefused as refused:
            self.version = max(self.version, refused.match.version)
            game = hub.broadcast.frames(refused.match).snapshot(self.user_id)
            await self._refuse(refused.code, refused.message, message.id, game)
            return None
        ack = protocol.encode(protocol.ack(message.id, accepted.version))
        await self.push_texts(ack, *self._news(hub.broadcast.frames(accepted.match)))
        return accepted.match

    async def _refuse(
        self,
        code: RefusalCode,
        text: str,
        action_id: str | None,
        game: Mapping[str, Any] | None = None,
    ) -> None:
        await self.push(protocol.refused(code, text, game, action_id))

    # --- this game ---------------------------------------------------------------------------

    async def _current(self) -> Match:
        match: Match = await database_sync_to_async(services.current_match)(self.game_id)
        return match

    def _take_seats(self, match: Match) -> None:
        own = self.user_id is not None
        self.seats = tuple(s.name for s in match.seats if own and s.user == self.user_id)


class LobbySocket(Socket):
    """Says that the open games changed; the page fetches them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bucket = Bucket(rate=5, size=20)

    async def opened(self) -> None:
        hub.sockets.lobby.add(self)

    async def closed(self) -> None:
        hub.sockets.lobby.discard(self)

    async def tell_lobby(self) -> None:
        await self.push(protocol.lobby())

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """A ping is answered, so that a quiet lobby is not taken for a dead line."""
        if not self.bucket.take():
            await self.close(protocol.TOO_FAST)
            return
        with suppress(protocol.BadMessage):
            heard = protocol.parse(message.get("text") or "")
            if isinstance(heard, protocol.Ping):
                await self.push(protocol.pong(heard.sent, services.now_ms(), 0))


class NowhereSocket(Socket):
    """Any other address: accept, say so, close."""

    async def opened(self) -> None:
        await self.close(protocol.NO_SUCH_GAME)
