"""What all sockets share: dispatch without a thread hop, quotas, closing with a code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, TypedDict

from autobahn.exception import Disconnected
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.limits import network
from games import metrics
from games.live import protocol
from games.live.hub import hub
from games.live.protocol import OPENED
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

Extensions = TypedDict(
    "Extensions",
    {
        "oxo.texts": Callable[..., None],
        "oxo.line": Line,
        "oxo.opened": Callable[[], None],
        "oxo.go_on": Callable[..., None],
        "oxo.hear": Callable[[Callable[[str], bool]], None],
    },
    total=False,
)
"""What our server adds to ASGI: ``TEXTS``, ``OPENED``, ``GO_ON`` and ``HEAR`` of ``protocol``, and
``pulse.LINE``."""


class Route(TypedDict):
    kwargs: dict[str, str]


class SocketScope(TypedDict, total=False):
    """The parts of an ASGI scope that sockets read, with what middleware adds.

    That is who is logged in (``config.log_ins``), and the parameters of the address.
    """

    user_id: int | None
    session_key: str | None
    url_route: Route
    client: tuple[str, int] | None
    query_string: bytes
    extensions: Extensions


class TextEvent(TypedDict):
    type: Literal["websocket.send"]
    text: str


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """A socket. Subclasses override ``opened``, ``closed`` and ``websocket_receive``."""

    scope: SocketScope
    kind = "none"
    """What the socket is at, for those who count sockets."""

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
        go_on = scope.get("extensions", {}).get(protocol.GO_ON)
        if go_on is None:
            await self._live(receive)
            return
        try:
            await self.dispatch(await receive())  # the first message opens the socket
        except BaseException:
            await self._end()
            raise
        self.scope = {}
        go_on(self._live)

    async def _live(self, receive: ASGIReceiveCallable) -> None:
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            await self._end()

    async def _end(self) -> None:
        await self.closed()
        if self.place is not None:
            hub.sockets.quotas.release(self.place)
            metrics.SOCKETS.labels(self.kind).dec()

    async def dispatch(self, message: ASGIReceiveEvent) -> None:
        # Channels hops to a thread before every message to tidy database connections;
        # these handlers reach the database through database_sync_to_async, which tidies itself.
        handler = getattr(self, message["type"].replace(".", "_"))
        await handler(message)

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
        if opened := self.scope.get("extensions", {}).get(OPENED):
            opened()

    async def _turn_away(self) -> None:
        text = "This site is open too many times. Close some of its pages and load this one again."
        await self.push(protocol.refused(RefusalCode.TOO_MANY, text))
        await self.close(protocol.TOO_MANY_SOCKETS)

    async def websocket_disconnect(self, message: WebSocketDisconnectEvent) -> None:
        raise StopConsumer

    async def opened(self) -> None:
        """The socket is accepted and within its quotas."""

    async def closed(self) -> None:
        """The socket is closed, by whichever side."""

    async def push(self, message: protocol.ServerMessage) -> None:
        await self.push_texts(protocol.encode(message))

    async def push_texts(self, *texts: bytes) -> None:
        """Send text messages in this order, in one write if the server can."""
        if self.send_texts is not None:
            self.send_texts(*texts)
            return
        # A client that has left needs no answer; its disconnect comes next.
        with suppress(Disconnected):
            for text in texts:
                await self.base_send({"type": "websocket.send", "text": text.decode()})

    async def dismiss(self, code: int) -> None:
        await self.close(code)
