"""Connections that send hostile frames and count what they get for each."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.faults.frames import Splitter, payload
from tests.faults.hostile import VIOLATIONS, malformed, nonsense

MALFORMED, NONSENSE = 4, 30
"""Frames of each kind on one connection: one short of what closes it, then a violation does."""

PATIENCE = 20.0
ANSWERS = {"refused", "ack", "pong"}


@dataclass
class Fuzz:
    """Hostile connections to ``paths`` of one server, as people with ``cookies``."""

    port: int
    paths: Sequence[str]
    cookies: Sequence[str]
    version: int
    rng: Random
    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    unanswered: list[str] = field(default_factory=list)

    async def run(self, frames: int, at_once: int = 8) -> None:
        """At least ``frames`` frames, unless connections are cut off or left without an answer."""
        await asyncio.gather(*(self._until(frames) for _ in range(at_once)))

    async def _until(self, frames: int) -> None:
        failed = 0
        while self.sent < frames and not failed:
            await self._connection()
            failed = len(self.unanswered) + self.answers["cut off early"]

    async def _connection(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            await self._upgrade(reader, writer)
            frames = [malformed(self.rng) for _ in range(MALFORMED)]
            frames += [nonsense(self.rng, self.version) for _ in range(NONSENSE)]
            self.rng.shuffle(frames)
            writer.write(b"".join(frames))
            if not await asyncio.wait_for(self._answered(reader, len(frames)), PATIENCE):
                self.sent += len(frames)  # too many at once for one person: closed for that
                return
            writer.write(self.rng.choice(VIOLATIONS)(self.rng))
            await asyncio.wait_for(self._closed(reader), PATIENCE)
            self.sent += len(frames) + 1
        except ConnectionError:
            self.answers["cut off early"] += 1
        except TimeoutError:
            self.unanswered.append(f"after {self.sent} frames")
        finally:
            writer.close()

    async def _upgrade(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{self.port}"
        writer.write(
            f"GET {self.rng.choice(self.paths)} HTTP/1.1\r\nHost: {host}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nOrigin: http://{host}\r\n"
            f"Cookie: {self.rng.choice(self.cookies)}\r\n\r\n".encode()
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert b" 101 " in head[:20], head

    async def _answered(self, reader: asyncio.StreamReader, expected: int) -> bool:
        """Until every frame has its answer (True), or the server closes."""
        splitter, found = Splitter(), 0
        while found < expected:
            data = await reader.read(65536)
            if not data:
                raise ConnectionResetError
            for opcode, raw in splitter.feed(data):
                if opcode == 8:
                    self.answers["closed early"] += 1
                    return False
                if opcode == 1:
                    found += self._count(raw)
        return True

    def _count(self, raw: bytes) -> bool:
        message = json.loads(payload(raw))
        if message["type"] not in ANSWERS:
            return False
        self.answers[message.get("code", message["type"])] += 1
        return True

    async def _closed(self, reader: asyncio.StreamReader) -> None:
        """Until the connection ends; the close frame's code is counted if there is one."""
        splitter, code = Splitter(), "dropped"
        try:
            while data := await reader.read(65536):
                for opcode, raw in splitter.feed(data):
                    if opcode == 8:
                        code = f"closed {int.from_bytes(raw[2:4], 'big')}"
        except ConnectionError:
            pass
        self.answers[code] += 1

    def report(self) -> None:
        sys.stdout.write(f"\n{self.sent} hostile frames: {dict(self.answers)}\n")
