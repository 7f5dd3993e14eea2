"""Daphne's WebSockets without the detours: what a short text message costs on its way.

Autobahn watches, logs and counts around every frame, which would add some 60 µs to a move (one
frame in, two writes out). Here the common case goes straight through: one whole short text frame
in, whole text frames out as one write. Everything else (control frames, pieces, frames that break
the rules) goes Autobahn's way. tests/config/test_private_parts.py names what this leans on.
"""

from __future__ import annotations

import time
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

TEXT = 0x81
"""First byte of a text frame that is a whole message."""

MASKED = 0x80
"""What a client adds to the length of its frames, which it has to mask."""

PING = b"\x89\x00"
"""A ping frame without a text."""

SHORT = 126
"""Lengths below stand in the second byte itself."""


class Socket(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """One WebSocket of this server."""

    heard_at = float("inf")
    """When the client last sent anything, pongs included: seconds of the monotonic clock."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        self.heard_at = time.monotonic()
        if (text := self._whole_text(data)) is None:
            super().dataReceived(data)
            return
        self.last_ping = time.time()
        self.application_queue.put_nowait({"type": "websocket.receive", "text": text})

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
            self.transport.write(b"".join([_frame(text) for text in texts]))


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
