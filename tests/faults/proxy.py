"""A proxy that does to frames what networks do: drops, repeats, delays and reorders them."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random

from tests.faults.frames import CONTROL, Splitter

LONGEST_DELAY = 0.25


class Proxy:
    """Listens on ``port`` and passes on to ``upstream``; ``rate`` is the share of frames hurt."""

    def __init__(self, upstream: int, rate: float, rng: Random) -> None:
        self.upstream, self.rate, self.rng = upstream, rate, rng
        self.done: Counter[str] = Counter()
        self.port = 0
        self.cut_off = False
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._server.close()

    def cut(self) -> None:
        """Break every connection, and take no more until ``mend``."""
        self.cut_off = True
        for writer in self._open:
            writer.transport.abort()

    def silence(self) -> None:
        """Let nothing through until ``mend``; what was sent meanwhile arrives then."""
        self._flowing.clear()

    def mend(self) -> None:
        self.cut_off = False
        self._flowing.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut_off:
            writer.transport.abort()
            return
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.upstream)
            ends = {writer, far_writer}
            self._open |= ends
            try:
                await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
            finally:
                self._open -= ends
        writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction: the handshake as it is, then frames by chance."""
        splitter, held = Splitter(), b""
        with suppress(OSError, asyncio.IncompleteReadError):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            while data := await reader.read(65536):
                await self._flowing.wait()
                for opcode, frame in splitter.feed(data):
                    held = self._pass(opcode, frame, held, writer)
        writer.close()

    def _pass(self, opcode: int, frame: bytes, held: bytes, writer: asyncio.StreamWriter) -> bytes:
        """Send ``frame`` or do something to it; the frame that is now held back, if one is."""
        fault = None
        if opcode < CONTROL and self.rng.random() < self.rate:
            fault = self.rng.choice(("dropped", "repeated", "delayed", "reordered"))
            self.done[fault] += 1
        if fault == "dropped":
            return held
        if fault == "reordered" and not held:
            return frame
        if fault == "delayed":
            delay = self.rng.random() * LONGEST_DELAY
            asyncio.get_running_loop().call_later(delay, _late, writer, frame)
        else:
            writer.write(frame * (2 if fault == "repeated" else 1))
        if held:
            writer.write(held)
        return b""


def _late(writer: asyncio.StreamWriter, frame: bytes) -> None:
    if not writer.is_closing():
        writer.write(frame)
