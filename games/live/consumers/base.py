"""What all sockets share: one dispatch without a thread hop, quotas, closing with a code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, TypedDict

from autobahn.exception import Disconnected
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.limits import network
from games.live import protocol
from games.live.hub import hub
from games.live.pulse import Line
from games.live.quotas import Place
from games.live.session import mark_of
from games.match import RefusalCode

if TYPE_CHECKING:
    from asgiref.typing import (
        ASGIReceiveCallable,
        ASGIReceiveEvent,
        WebSocketConnectEvent,
        WebSocketDisconnectEvent,
    )
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
    from django.contrib.sessions.backends.base import SessionBase

Extensions = TypedDict(
    "Extensions", {"oxo.texts": Callable[..., None], "oxo.line": Line}, total=False
)
"""What our server adds to ASGI: ``protocol.TEXTS`` and ``pulse.LINE``."""


class Route(TypedDict):
    kwargs: dict[str, str]


class SocketScope(TypedDict, total=False):
    """The parts of an ASGI scope that sockets read, with what Channels adds to it."""

    user: AbstractBaseUser | AnonymousUser
    session: SessionBase
    url_route: Route
    client: tuple[str, int] | None
    extensions: Extensions


class TextEvent(TypedDict):
    type: Literal["websocket.send"]
    text: str


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """A socket; the others say what they do in ``opened``, ``closed`` and on a message."""

    scope: SocketScope
    user_id: int | None = None
    session = ""
    place: Place | None = None
    send_texts: Callable[..., None] | None = None
    base_send: Callable[[TextEvent], Awaitable[None]]

    async def __call__(
        self,
        scope: SocketScope,
        receive: ASGIReceiveCallable,
        send: Callable[[TextEvent], Awaitable[None]],
    ) -> None:
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

    async def dispatch(self, message: ASGIReceiveEvent) -> None:
        # Channels hops to a thread before every message to tidy database connections;
        # these handlers reach the database through database_sync_to_async, which tidies itself.
        handler = getattr(self, message["type"].replace(".", "_"))
        await handler(message)

    async def websocket_connect(self, message: WebSocketConnectEvent) -> None:
        hub.start()
        user = self.scope.get("user")
        self.user_id = user.pk if user is not None and user.is_authenticated else None
        self.session = mark_of(self.session_key())
        # A socket closed before it was accepted tells the browser nothing but 1006.
        await self.accept()
        client = self.scope.get("client")
        self.place = hub.sockets.quotas.admit(self.user_id, network(client[0] if client else ""))
        if self.place is None:
            await self._turn_away()
            return
        await self.opened()

    async def _turn_away(self) -> None:
        text = "This site is open too many times. Close some of its pages and load this one again."
        await self.push(protocol.refused(RefusalCode.TOO_MANY, text))
        await self.close(protocol.TOO_MANY_SOCKETS)

    async def websocket_disconnect(self, message: WebSocketDisconnectEvent) -> None:
        raise StopConsumer

    def session_key(self) -> str | None:
        session = self.scope.get("session")
        return session.session_key if session is not None else None

    async def opened(self) -> None:
        """The socket is accepted and within its quotas."""

    async def closed(self) -> None:
        """The socket is closed, by whichever side."""

    async def push(self, message: protocol.ServerMessage) -> None:
        await self.push_texts(protocol.encode(message))

    async def push_texts(self, *texts: bytes) -> None:
        """Send text messages in this order: together where the server can."""
        if self.send_texts is not None:
            self.send_texts(*texts)
            return
        # A client that left while its answer was under way needs none; the disconnect comes next.
        with suppress(Disconnected):
            for text in texts:
                await self.base_send({"type": "websocket.send", "text": text.decode()})

    async def dismiss(self, code: int) -> None:
        await self.close(code)
