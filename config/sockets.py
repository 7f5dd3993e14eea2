"""Daphne's WebSockets without the detours: what a short text message costs on its way.

Twisted and Autobahn watch, log and count around every frame, and that is most of what a move
costs. Here the common case goes straight through: one whole short text frame in, whole text
frames out, written at once. All else (control frames, pieces, what breaks the rules) goes their
way, and so does what the kernel does not take at once.
"""

from __future__ import annotations

import time
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

TEXT = 0x81
"""First byte of a text frame that is a whole message."""

MASKED = 0x80
"""What a client adds to the length of its frames, which it has to mask."""

SHORT = 126
"""Lengths below stand in the second byte itself."""


class Socket(WebSocketProtocol):
    """One WebSocket of this server."""

    # Daphne's own are written in Python, and are asked at every message.
    __hash__ = object.__hash__
    __eq__ = object.__eq__

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        if (text := self._whole_text(data)) is None:
            super().dataReceived(data)
            return
        if self.autoPingTimeoutCall is not None:
            self._cancelAutoPingTimeoutCall()
        self.last_ping = time.time()
        self.application_queue.put_nowait({"type": "websocket.receive", "text": text})

    def _whole_text(self, data: bytes) -> str | None:
        """The text if ``data`` is one whole short text frame and nothing is half read."""
        size = len(data) - 6
        if not 0 <= size < SHORT or data[0] != TEXT or data[1] != MASKED + size:
            return None
        if self.state != self.STATE_OPEN or self.muted or self.data or self.inside_message:
            return None
        if self.current_frame is not None:
            return None
        try:
            return _unmasked(data[2:6], data[6:]).decode()
        except UnicodeDecodeError:
            return None

    def handle_reply(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send" and message.get("text"):
            self.send_texts(message["text"].encode())
        else:
            super().handle_reply(message)

    def send_texts(self, *texts: bytes) -> None:
        """Send text messages, in this order and with one write, unless the socket is closing."""
        if self.state != self.STATE_OPEN:
            return
        data = b"".join([_frame(text) for text in texts])
        transport = self.transport
        if not (transport.dataBuffer or transport._tempDataBuffer):
            try:
                sent = transport.socket.send(data)
            except OSError:  # Twisted will meet it again, and knows what to do
                sent = 0
            data = data[sent:]
        if data:
            transport.write(data)


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
