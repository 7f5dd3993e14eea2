"""The socket at a game's table, and the one in the lobby."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from games import selectors, services
from games.live import protocol
from games.live.bucket import Bucket
from games.live.hub import hub
from games.live.people import Person
from games.live.session import LogIn, mark_of
from games.live.told import Told
from games.match import Match

MAX_BAD = 5
"""Messages that are none of the protocol's before the socket is closed."""


class Socket(AsyncWebsocketConsumer):
    """What both sockets share: one dispatch without a thread hop, closing with a code."""

    user_id: int | None = None
    session = ""
    person: Person | None = None
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
            if self.person is not None and self.user_id is not None:
                hub.people.release(self.user_id)

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
        if self.user_id is not None:
            self.person = hub.people.admit(self.user_id)
            if self.person is None:
                await self._turn_away()
                return
        await self.opened()

    async def _turn_away(self) -> None:
        text = "This site is open too many times. Close some of its pages and load this one again."
        await self.push(protocol.refused("too_many", text))
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
        self.joined = False
        self._acting = False
        self._untold: Told | None = None

    # --- coming and going --------------------------------------------------------------------

    async def opened(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.log_in = LogIn(self.user_id, self._session_key())
        hub.add(self.game_id, self)  # before reading, so that no news falls in between
        try:
            match = await self._current()
        except selectors.NoSuchGame:
            hub.remove(self.game_id, self)
            await self.close(protocol.NO_SUCH_GAME)
            return
        self._take_seats(match)
        self.joined = True
        await self.tell(hub.told(match))
        await hub.deliver(match)
        await hub.presence_changed(self.game_id)

    async def closed(self) -> None:
        if self in hub.tables.get(getattr(self, "game_id", ""), ()):
            hub.remove(self.game_id, self)
            await hub.presence_changed(self.game_id)

    # --- to the client -----------------------------------------------------------------------

    async def tell(self, told: Told) -> None:
        """Send the state unless this socket has it or a newer one (formula 10).

        While an action of this socket is under way its ack goes first.
        """
        if self._acting:
            self._untold = told
        elif news := self._news(told):
            await self.push_texts(*news)

    def _news(self, told: Told) -> list[bytes]:
        """The state frame, if this socket does not have it or a newer one; now it has."""
        if told.match.version <= self.version:
            return []
        self.version = told.match.version
        self._take_seats(told.match)
        return [told.text(self.user_id)]

    async def tell_presence(self) -> None:
        await self.push(hub.presence_message(self.game_id))

    # --- from the client ---------------------------------------------------------------------

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        if not self.joined or not await self._in_measure():
            return
        try:
            if (text := message.get("text")) is None:
                raise protocol.BadMessage("Only text frames are understood.")
            await self._answer(protocol.parse(text))
        except protocol.BadMessage as error:
            await self._complain(str(error))

    async def _in_measure(self) -> bool:
        """Whether this socket, and this person over all sockets, may send one more now."""
        buckets = [self.bucket] if self.person is None else [self.bucket, self.person.bucket]
        if min(bucket.take() for bucket in buckets):  # all are asked: none is to be spared
            return True
        if any(bucket.exhausted for bucket in buckets):
            await self.close(protocol.TOO_FAST)
        else:
            await self.push(protocol.refused("too_fast", "Slow down: too many messages."))
        return False

    async def _answer(self, message: protocol.Message) -> None:
        if isinstance(message, protocol.Act):
            await self._act(message)
        elif isinstance(message, protocol.Sync):
            await self._catch_up(message)
        else:
            await self._pong(message)

    async def _pong(self, message: protocol.Ping) -> None:
        """Answer with the newest version there is: news from other processes may get lost."""
        version = await database_sync_to_async(selectors.version)(self.game_id)
        pong = {"type": "pong", "sent": message.sent, "now": services.now_ms()}
        await self.push({**pong, "version": version})

    async def _complain(self, text: str) -> None:
        self.bad += 1
        await self.push(protocol.refused("bad_message", text))
        if self.bad >= MAX_BAD:
            await self.close(protocol.TOO_MANY_BAD)

    async def _catch_up(self, message: protocol.Sync) -> None:
        match = await self._current()
        self.version = min(self.version, message.version)
        await self.tell(hub.told(match))

    async def _act(self, message: protocol.Act) -> None:
        if not await self.log_in.stands():
            await self._refuse("login_required", "Log in to play.", message.id)
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
            await database_sync_to_async(services.settle)(match)

    async def _acted(self, message: protocol.Act) -> Match | None:
        """Act and say what became of it; the match if the action is kept."""
        gone = hub.presence.gone(self.game_id) if message.claims else frozenset[str]()
        action = message.by(self.user_id, gone)
        try:
            accepted = await services.act_live(game_id=self.game_id, action=action)
        except services.ActionRefused as refused:
            self.version = max(self.version, refused.match.version)
            game = hub.told(refused.match).snapshot(self.user_id)
            await self._refuse(refused.code, refused.message, message.id, game)
            return None
        ack = protocol.encode(protocol.ack(message.id, accepted.version))
        await self.push_texts(ack, *self._news(hub.told(accepted.match)))
        return accepted.match

    async def _refuse(
        self, code: str, text: str, action_id: str, game: dict[str, Any] | None = None
    ) -> None:
        await self.push(protocol.refused(code, text, game, action_id))

    # --- this game ---------------------------------------------------------------------------

    async def _current(self) -> Match:
        return await database_sync_to_async(_settled)(self.game_id)

    def _take_seats(self, match: Match) -> None:
        own = self.user_id is not None
        self.seats = tuple(s.name for s in match.seats if own and s.user == self.user_id)


class LobbySocket(Socket):
    """Says that the open games changed; the page fetches them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bucket = Bucket(rate=5, size=20)

    async def opened(self) -> None:
        hub.lobby.add(self)

    async def closed(self) -> None:
        hub.lobby.discard(self)

    async def tell_lobby(self) -> None:
        await self.push({"type": "lobby"})

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """A ping is answered, so that a quiet lobby is not taken for a dead line."""
        if not self.bucket.take():
            await self.close(protocol.TOO_FAST)
            return
        with suppress(protocol.BadMessage):
            heard = protocol.parse(message.get("text") or "")
            if isinstance(heard, protocol.Ping):
                now = services.now_ms()
                await self.push({"type": "pong", "sent": heard.sent, "now": now, "version": 0})


class NowhereSocket(Socket):
    """Any other address: accept, say so, close."""

    async def opened(self) -> None:
        await self.close(protocol.NO_SUCH_GAME)


def _settled(game_id: str) -> Match:
    return services.settle(selectors.match(game_id))
