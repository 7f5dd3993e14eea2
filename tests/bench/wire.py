"""The lightest WebSocket client that will do, so that a load test measures the server."""

from __future__ import annotations

import asyncio
import base64
import os
import ssl
from collections.abc import Callable
from typing import cast

TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
MASK = b"\0\0\0\0"
"""A mask of zeroes leaves the payload as it is, and saves the client the work."""


class Wire(asyncio.Protocol):
    """One connection. ``heard`` gets the payload of every text or binary frame.

    Once it is ``gone``, ``code`` and ``reason`` are those of the server's close frame, if there
    was one.
    """

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        self._request, self._heard = request, heard
        self._held = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.gone = asyncio.Event()
        self.code, self.reason = 0, ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's with TLS is none by name
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self.gone.set()
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed before it was open"))

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        assert len(payload) < 1 << 16
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([kind]) + length + MASK + payload)

    def data_received(self, data: bytes) -> None:
        held = self._held + data if self._held else data
        if not self.open.done():
            end = held.find(b"\r\n\r\n")
            if end < 0:
                self._held = held
                return
            if b" 101 " not in held[:20]:
                raise ConnectionError(held[:200].decode())
            self.open.set_result(None)
            held = held[end + 4 :]
        self._held = self._frames(held)

    def _frames(self, held: bytes) -> bytes:
        """Hand on every whole frame; what is left over."""
        start, total = 0, len(held)
        while total - start >= 2:
            size, body = held[start + 1], start + 2
            if size == 126:
                size, body = int.from_bytes(held[body : body + 2], "big"), body + 2
            if total < body + size:
                break
            if held[start] in (TEXT, BINARY):
                self._heard(held[body : body + size])
            elif held[start] == PING:
                self.send(held[body : body + size], PONG)
            elif held[start] == CLOSE and size >= 2:
                self.code = int.from_bytes(held[body : body + 2], "big")
                self.reason = held[body + 2 : body + size].decode()
            start = body + size
        return held[start:]


async def dial(
    port: int,
    path: str,
    cookie: str,
    heard: Callable[[bytes], None],
    *,
    host: str = "",
    tls: ssl.SSLContext | None = None,
) -> Wire:
    """A connection to ``path`` that is open; with ``tls`` one to the site called ``host``."""
    host, key = host or f"127.0.0.1:{port}", base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: http{'s' if tls else ''}://{host}\r\nCookie: {cookie}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    name = host.partition(":")[0] if tls else None
    _, wire = await loop.create_connection(
        lambda: Wire(request.encode(), heard), "127.0.0.1", port, ssl=tls, server_hostname=name
    )
    await asyncio.wait_for(wire.open, 60)
    return wire
