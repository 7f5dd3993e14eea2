"""Daphne's WebSockets without the detours: what a short text message costs on its way.

Autobahn watches, logs and counts around every frame, which would add some 60 µs to a move (one
frame in, two writes out). Here the common case goes straight through: one whole short text frame
in, whole text frames out as one write. Everything else (control frames, pieces, frames that break
the rules) goes Autobahn's way. tests/config/test_private_parts.py names what this leans on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

from games.live.protocol import TOO_SLOW

TEXT = 0x81
"""First byte of a text frame that is a whole message."""

MASKED = 0x80
"""What a client adds to the length of its frames, which it has to mask."""

PING = b"\x89\x00"
"""A ping frame without a text."""

SHORT = 126
"""Lengths below stand in the second byte itself."""

MOST_UNREAD = 256 * 1024
"""Bytes that may wait for a client that does not read, besides what the kernel holds for it."""

LAST_WORDS = 10.0
"""Seconds that such a client has to read what waits for it, before the connection is cut."""


ONLY_TO_OPEN = {
    "clean_headers",
    "http_headers",
    "http_request_data",
    "http_request_host",
    "http_request_params",
    "http_request_path",
    "http_request_uri",
    "http_response_data",
    "http_status_line",
    "protocol_to_accept",
    "root_path",
    "server_addr",
    "flashSocketPolicy",
    "serveFlashSocketPolicy",
    "websocket_extensions",
    "websocket_origin",
    "websocket_protocols",
    "_raw_query_string",
    "_wskey",
}
"""What Autobahn and Daphne remember of a socket, and look at only until it is open."""


class Inbox:
    """What a client sent and its application has not taken yet: one reader, on the event loop.

    A queue of asyncio takes four times the memory of all that waits in it, for every socket.
    """

    __slots__ = ("_hear", "_held", "_reader")

    def __init__(self) -> None:
        self._held: list[dict[str, Any]] = []
        self._reader: asyncio.Future[None] | None = None
        self._hear: Callable[[str], bool] | None = None

    def heard_by(self, hear: Callable[[str], bool]) -> None:
        """Offer each text to ``hear`` first: it says whether it took it."""
        self._hear = hear

    def put_text(self, text: str) -> None:
        """Hand a text over at once if nothing else is under way, which spares waking the reader."""
        waits = self._reader is not None and not self._reader.done()
        if not (waits and self._hear is not None and self._hear(text)):
            self.put_nowait({"type": "websocket.receive", "text": text})

    def put_nowait(self, message: dict[str, Any]) -> None:
        self._held.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> dict[str, Any]:
        while not self._held:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._held.pop(0)


class Socket(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """One WebSocket of this server."""

    heard_at = float("inf")
    """When the client last sent anything, pongs included: seconds of the monotonic clock."""

    @property
    def gone(self) -> bool:
        """Whether the connection has ended, whatever the application knows by now."""
        return bool(self.state == self.STATE_CLOSED)

    def onOpen(self) -> None:  # noqa: N802  Autobahn's name
        """Let go of the request that opened the socket, and of what read it."""
        super().onOpen()
        self.request.headers.clear()
        # Copied, since a mapping that was once larger keeps its size.
        kept = {name: value for name, value in vars(self).items() if name not in ONLY_TO_OPEN}
        self.__dict__ = kept
        # The reader of HTTP asked to hear when the client is slow; ``_give_up`` sees to that here.
        if getattr(self.transport, "producer", None) is not None:
            self.transport.unregisterProducer()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        self.heard_at = time.monotonic()
        if (text := self._whole_text(data)) is None:
            super().dataReceived(data)
            return
        self.last_ping = time.time()
        self.application_queue.put_text(text)

    def _whole_text(self, data: bytes) -> str | None:
        """The text if ``data`` is one whole short text frame and nothing is half read."""
        size = len(data) - 6
        if not 0 <= size < SHORT or data[0] != TEXT or data[1] != MASKED + size:
            return None
        if self.state != self.STATE_OPEN or self.muted or self.data or self.inside_message:
            return None
        if self.current_frame is not None or self.autoPingTimeoutCall is not None:
            return None  # Autobahn finishes the frame, or stops waiting for an answer to its ping
        try:
            return _unmasked(data[2:6], data[6:]).decode()
        except UnicodeDecodeError:
            return None

    def ask(self) -> None:
        """Send a ping frame, which every client answers without its application."""
        if self.state == self.STATE_OPEN:
            self.transport.write(PING)

    def handle_reply(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send" and message.get("text"):
            self.send_texts(message["text"].encode())
        else:
            super().handle_reply(message)

    def send_texts(self, *texts: bytes) -> None:
        """Send text messages, in this order and with one write, unless the socket is closing."""
        if self.state == self.STATE_OPEN:
            data = b"".join([_frame(text) for text in texts])
            unread = unread_by(self.transport)
            if unread + len(data) > MOST_UNREAD:
                self._give_up()
            elif rest := data if unread else self._sent_at_once(data):
                self.transport.write(rest)

    def _sent_at_once(self, data: bytes) -> bytes:
        """What the kernel does not take at once of ``data``, before which nothing waits.

        Twisted would wait for the next turn of the loop, and ask it for that turn.
        """
        sent = self.transport.writeSomeData(data)
        return data[sent:] if isinstance(sent, int) else data  # Twisted finds out who is gone

    def _give_up(self) -> None:
        """Close on a client that does not read: it can come back and is sent the newest state."""
        self.closeHandshakeTimeout = LAST_WORDS
        self.sendCloseFrame(code=TOO_SLOW, reasonUtf8=b"reads too slowly")


CHUNK = 16
"""Bytes around a part of an answer that goes on: its length and the ends of lines, at most."""


class Reader:
    """Who reads an answer over HTTP that goes on: for ``games.programs.streaming``."""

    __slots__ = ("_request",)

    def __init__(self, request: Any) -> None:
        self._request = request

    def keeps_up(self, size: int) -> bool:
        """Whether ``size`` more bytes may wait; if not, the connection is cut without a word."""
        if self._request.channel is None:  # it is gone already
            return True
        transport = self._request.channel.transport
        if unread_by(transport) + size + CHUNK <= MOST_UNREAD:
            return True
        transport.abortConnection()
        return False


def unread_by(transport: Any) -> int:
    """Bytes that Twisted holds because the client does not read as fast as it is sent."""
    return len(getattr(transport, "dataBuffer", b"")) + getattr(transport, "_tempDataLen", 0)


def _unmasked(mask: bytes, payload: bytes) -> bytes:
    size = len(payload)
    key = (mask * (size // 4 + 1))[:size]
    mixed = int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")
    return mixed.to_bytes(size, "little")


def _frame(text: bytes) -> bytes:
    """A whole text message as a server sends it."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text
