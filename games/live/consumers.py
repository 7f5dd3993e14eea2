"""The socket at a game's table, and the one in the lobby."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from games import presenters, selectors, services
from games.live import protocol
from games.live.bucket import Bucket
from games.live.hub import hub
from games.match import Match

MAX_BAD = 5
"""Messages that are none of the protocol's before the socket is closed."""


class Socket(AsyncWebsocketConsumer):
    """What both sockets share: one dispatch without a thread hop, closing with a code."""

    user_id: int | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        # Channels hops to a thread before every message to tidy database connections;
        # these handlers reach the database through database_sync_to_async, which tidies itself.
        handler = getattr(self, message["type"].replace(".", "_"))
        await handler(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        hub.start()
        user = self.scope.get("user")
        self.user_id = user.pk if user is not None and user.is_authenticated else None
        # A socket closed before it was accepted tells the browser nothing but 1006.
        await self.accept()
        await self.opened()

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        await self.closed()
        raise StopConsumer

    async def opened(self) -> None: ...

    async def closed(self) -> None: ...

    async def push(self, message: dict[str, Any]) -> None:
        await self.send(text_data=protocol.encode(message))

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
        self._acting = asyncio.Lock()

    # --- coming and going --------------------------------------------------------------------

    async def opened(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        try:
            match = await self._current()
        except selectors.NoSuchGame:
            await self.close(protocol.NO_SUCH_GAME)
            return
        self._take_seats(match)
        hub.add(self.game_id, self)
        await self.tell(match)
        await hub.deliver(match)
        await hub.presence_changed(self.game_id)

    async def closed(self) -> None:
        if self in hub.tables.get(getattr(self, "game_id", ""), ()):
            hub.remove(self.game_id, self)
            await hub.presence_changed(self.game_id)

    # --- to the client -----------------------------------------------------------------------

    async def tell(self, match: Match) -> None:
        """Send the state unless this socket has it or a newer one (formula 10).

        While an action of this socket is under way its ack goes first.
        """
        async with self._acting:
            await self._tell(match)

    async def _tell(self, match: Match) -> None:
        if match.version > self.version:
            self.version = match.version
            self._take_seats(match)
            await self.push(protocol.state(self._snapshot(match)))

    async def tell_presence(self) -> None:
        await self.push(hub.presence_message(self.game_id))

    # --- from the client ---------------------------------------------------------------------

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        if not self.bucket.take():
            if self.bucket.exhausted:
                await self.close(protocol.TOO_FAST)
            else:
                await self.push(protocol.refused("too_fast", "Slow down: too many messages."))
            return
        try:
            if (text := message.get("text")) is None:
                raise protocol.BadMessage("Only text frames are understood.")
            await self._answer(protocol.parse(text))
        except protocol.BadMessage as error:
            await self._complain(str(error))

    async def _answer(self, message: protocol.Message) -> None:
        if isinstance(message, protocol.Act):
            await self._act(message)
        elif isinstance(message, protocol.Sync):
            await self._catch_up(message)
        else:
            pong = {"type": "pong", "sent": message.sent, "now": services.now_ms()}
            await self.push({**pong, "version": self.version})

    async def _complain(self, text: str) -> None:
        self.bad += 1
        await self.push(protocol.refused("bad_message", text))
        if self.bad >= MAX_BAD:
            await self.close(protocol.TOO_MANY_BAD)

    async def _catch_up(self, message: protocol.Sync) -> None:
        match = await self._current()
        self.version = min(self.version, message.version)
        await self.tell(match)

    async def _act(self, message: protocol.Act) -> None:
        if not await self._still_logged_in():
            await self.push(
                protocol.refused("login_required", "Log in to play.", action_id=message.id)
            )
            return
        action = message.by(self.user_id, hub.presence.gone(self.game_id))
        async with self._acting:
            try:
                accepted = await database_sync_to_async(services.act)(
                    game_id=self.game_id, action=action
                )
            except services.ActionRefused as refused:
                self.version = max(self.version, refused.match.version)
                game = self._snapshot(refused.match)
                await self.push(protocol.refused(refused.code, refused.message, game, message.id))
                return
            await self.push(protocol.ack(message.id, accepted.version))
            await self._tell(accepted.match)
        await database_sync_to_async(services.settle)(accepted.match)

    async def _still_logged_in(self) -> bool:
        """The session as it is now: a socket must not outlive its log-in."""
        if self.user_id is None:
            return False
        key = self.scope["session"].session_key
        return await database_sync_to_async(_user_of_session)(key) == self.user_id

    # --- this game ---------------------------------------------------------------------------

    async def _current(self) -> Match:
        return await database_sync_to_async(_settled)(self.game_id)

    def _take_seats(self, match: Match) -> None:
        own = self.user_id is not None
        self.seats = tuple(s.name for s in match.seats if own and s.user == self.user_id)

    def _snapshot(self, match: Match) -> dict[str, Any]:
        seats, _ = hub.presence.of(self.game_id)
        return presenters.snapshot(match, self.user_id, services.now_ms(), seats)


class LobbySocket(Socket):
    """Says that the open games changed; the page fetches them."""

    async def opened(self) -> None:
        hub.lobby.add(self)

    async def closed(self) -> None:
        hub.lobby.discard(self)

    async def tell_lobby(self) -> None:
        await self.push({"type": "lobby"})

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """The lobby has nothing to hear."""


class NowhereSocket(Socket):
    """Any other address: accept, say so, close."""

    async def opened(self) -> None:
        await self.close(protocol.NO_SUCH_GAME)


def _settled(game_id: str) -> Match:
    return services.settle(selectors.match(game_id))


def _user_of_session(key: str) -> int | None:
    """Whose session this is at this moment; None once it ended or the password changed."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(request)
    return user.pk if user.is_active else None
