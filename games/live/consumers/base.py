"""What all sockets share: handlers without a thread hop, quotas, closing with a code."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypedDict

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.limits import network
from games import services
from games.live import protocol
from games.live.hub import hub
from games.live.outbox import Outbox, Send
from games.live.quotas import Place, quiet_bucket
from games.live.session import mark_of
from games.match import RefusalCode
from games.observe import metrics
from games.storage import outage

if TYPE_CHECKING:
    from asgiref.typing import (
        ASGIReceiveCallable,
        WebSocketConnectEvent,
        WebSocketDisconnectEvent,
        WebSocketReceiveEvent,
    )


class Route(TypedDict):
    kwargs: dict[str, str]


class SocketScope(TypedDict, total=False):
    """The parts of an ASGI scope that sockets read, with what middleware adds.

    That is who is logged in (``config.server.log_ins``), and the parameters of the address.
    """

    user_id: int | None
    session_key: str | None
    url_route: Route
    client: tuple[str, int] | None
    path: str
    query_string: bytes


log = logging.getLogger(__name__)

HANDLERS = {
    "websocket.connect": "websocket_connect",
    "websocket.receive": "websocket_receive",
    "websocket.disconnect": "websocket_disconnect",
}
"""The method for each type of message that a server sends."""

TOO_SLOW: dict[str, Any] = {
    "type": "websocket.close",
    "code": protocol.TOO_SLOW,
    "reason": "reads too slowly",
}
"""Sent to a client that does not read: it can come back and is sent the newest state."""


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """A socket. Subclasses override ``opened``, ``closed`` and ``websocket_receive``."""

    scope: SocketScope
    kind = "none"
    """What the socket is at, for those who count sockets."""

    user_id: int | None = None
    session = ""
    place: Place | None = None

    async def __call__(self, scope: SocketScope, receive: ASGIReceiveCallable, send: Send) -> None:
        # Stock Channels waits on a channel of its own for every socket besides, and hops to a
        # thread before every message to tidy database connections. News comes through the hub here,
        # and database_sync_to_async tidies by itself.
        self.scope, self.base_send = scope, send
        self.outbox = Outbox(send, TOO_SLOW)
        try:
            while True:
                message = await receive()
                await getattr(self, HANDLERS[message["type"]])(message)
        except StopConsumer:
            pass
        except Exception as error:
            if self.place is None or not outage.is_outage(error):
                raise
            log.warning("%s: the database is away: %s", self.scope["path"], error)
            self.push(protocol.refused(RefusalCode.UNAVAILABLE, outage.AWAY))
            await self.close(protocol.UNAVAILABLE)
            await self.outbox.empty()
        finally:
            await self.closed()
            if self.place is not None:
                hub.sockets.quotas.release(self.place)
                metrics.SOCKETS.labels(self.kind).dec()

    async def websocket_connect(self, message: WebSocketConnectEvent) -> None:
        hub.start()
        self.user_id = self.scope.get("user_id")
        self.session = mark_of(self.scope.get("session_key"))
        # If a socket is closed before it is accepted, the browser only sees code 1006.
        await self.accept()
        client = self.scope.get("client")
        self.place = hub.sockets.quotas.admit(self.user_id, network(client[0] if client else ""))
        if self.place is None:
            await self._turn_away()
        else:
            metrics.SOCKETS.labels(self.kind).inc()
            await self.opened()

    async def _turn_away(self) -> None:
        text = "This site is open too many times. Close some of its pages and load this one again."
        self.push(protocol.refused(RefusalCode.TOO_MANY, text))
        await self.close(protocol.TOO_MANY_SOCKETS)

    async def websocket_disconnect(self, message: WebSocketDisconnectEvent) -> None:
        raise StopConsumer

    async def opened(self) -> None:
        """The socket is accepted and within its quotas."""

    async def closed(self) -> None:
        """The socket is closed, by whichever side."""

    def push(self, message: protocol.ServerMessage) -> None:
        self.push_text(protocol.encode(message))

    def push_text(self, text: bytes) -> None:
        """Send a text after what waits for the client; never waits itself."""
        self.outbox.put({"type": "websocket.send", "text": text.decode()}, len(text))

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket after what waits for the client."""
        self.outbox.end({"type": "websocket.close", "code": code or 1000, "reason": reason or ""})

    async def dismiss(self, code: int) -> None:
        await self.close(code)


class QuietSocket(Socket):
    """A socket on which pages only listen: all that it hears are pings."""

    def __init__(self) -> None:
        super().__init__()
        self.bucket = quiet_bucket()

    async def websocket_receive(self, message: WebSocketReceiveEvent) -> None:
        """Answer a ping, so that a quiet page is not mistaken for a dead connection."""
        if not self.bucket.take():
            await self.close(protocol.TOO_FAST)
            return
        with suppress(protocol.BadMessage):
            heard = protocol.parse(message.get("text") or "")
            if isinstance(heard, protocol.Ping):
                await self.pinged()
                self.push(protocol.pong(heard.sent, services.now_ms(), 0))

    async def pinged(self) -> None:
        """The page is still open."""
