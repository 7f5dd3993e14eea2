"""Lines between clients and servers, and hints between servers; each may lose what it carries."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosedError

from tests.simulation.clock import clock

if TYPE_CHECKING:
    from tests.simulation.world import Server

LATENCY = 0.02
"""Seconds that a message takes at most where nothing is wrong."""

NOTICED = 8.0
"""Seconds after which a client notices at the latest that its line is dead, as pages do."""


@dataclass(frozen=True, slots=True)
class Troubles:
    """Shares of what goes wrong while it may: frames, lines cut by a frame, hints."""

    frames: float = 0.0
    cuts: float = 0.0
    hints: float = 0.0


class Network:
    """All lines of a run. ``context`` belongs to no server: what is under way arrives."""

    def __init__(self, rng: Random, context: Context, loop: asyncio.AbstractEventLoop) -> None:
        self.rng, self.context, self.loop = rng, context, loop
        self.troubles = Troubles()
        self.hints_down = False
        self.cut = 0
        self.servers: list[Server] = []

    def later(self, seconds: float, call: Callable[..., Any], *args: Any) -> None:
        self.loop.call_later(seconds, call, *args, context=self.context.copy())

    def latency(self) -> float:
        return self.rng.random() * LATENCY

    def spread_hint(self, sender: Server, topic: str, message: bytes) -> None:
        """Bring a hint to all who listen, each by itself: late, out of order, or not at all."""
        if self.hints_down:
            return
        for server in self.servers:
            if topic not in server.bus.topics:
                continue
            if server is sender or self.rng.random() >= self.troubles.hints:
                late = self.rng.random() * 3 if self.rng.random() < self.troubles.hints else 0.0
                self.later(self.latency() + late, server.hear_hint, message)


class Line:
    """One WebSocket between a client and a server, seen from the client."""

    def __init__(self, network: Network, server: Server, scope: dict[str, Any]) -> None:
        self.network, self.server = network, server
        self.up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.down: asyncio.Queue[str | int] = asyncio.Queue()
        self.open, self.ended = True, inf
        self.sound = False
        """Whether nothing ever goes wrong with what it carries, while its server lives."""
        self._due = {"up": 0.0, "down": 0.0}
        self.scope = scope

    # --- the client's side -------------------------------------------------------------------

    async def __aenter__(self) -> Line:
        await asyncio.sleep(self.network.latency())
        if not self.server.accept(self):
            raise ConnectionRefusedError
        await asyncio.sleep(self.network.latency())
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.open = False
        self.network.later(self.network.latency(), self.hang_up)

    async def recv(self) -> str:
        message = await self.down.get()
        if isinstance(message, str):
            return message
        raise ConnectionClosedError(None, None)

    async def send(self, text: str) -> None:
        self._carry("up", self._arrive, text)

    # --- the server's side -------------------------------------------------------------------

    async def from_server(self, message: dict[str, Any]) -> None:
        """What the server sends: that it accepts, a text, that it closes."""
        if message["type"] == "websocket.send":
            self._carry("down", self.down.put_nowait, message["text"])
        if message["type"] == "websocket.close":
            self._carry("down", self.down.put_nowait, int(message.get("code", 1000)), whole=True)
            self.network.later(self.network.latency(), self.hang_up)

    def hang_up(self) -> None:
        self.up.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def break_off(self, noticed: float) -> None:
        """Cut the line: either side notices it by itself, within ``noticed`` seconds."""
        if not self.open:
            return
        self.open, self.ended = False, clock.now
        self.network.cut += 1
        rng = self.network.rng
        self.network.later(rng.random() * noticed, self.down.put_nowait, 1006)
        self.network.later(rng.random() * noticed, self.hang_up)

    # --- between -----------------------------------------------------------------------------

    def _arrive(self, text: str) -> None:
        if self.server.on:
            self.up.put_nowait({"type": "websocket.receive", "text": text})

    def _carry(
        self, way: str, deliver: Callable[[Any], None], item: Any, whole: bool = False
    ) -> None:
        """Deliver ``item`` after what went before it, unless something goes wrong with it."""
        if not self.open:
            return
        network, rng = self.network, self.network.rng
        whole = whole or self.sound
        if not whole and rng.random() < network.troubles.cuts:
            self.break_off(NOTICED)
            return
        fault = rng.choice(("drop", "repeat", "delay", "overtake"))
        if whole or rng.random() >= network.troubles.frames:
            fault = ""
        now = clock.now
        due = max(self._due[way], now + network.latency())
        if fault == "drop":
            return
        if fault == "repeat":
            network.later(due + network.latency() - now, self._deliver, deliver, item)
        if fault == "overtake":
            network.later(network.latency(), self._deliver, deliver, item)
            return
        if fault == "delay":
            due += rng.random() * 0.5
        self._due[way] = due + 1e-6
        network.later(due - now, self._deliver, deliver, item)

    def _deliver(self, deliver: Callable[[Any], None], item: Any) -> None:
        if self.open or isinstance(item, int):
            deliver(item)


class Bus:
    """The bus of one server: what Redis is to it."""

    def __init__(self, server: Server, hear: Callable[[bytes], Awaitable[None]]) -> None:
        self._server, self._hear = server, hear
        self._heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.topics: set[str] = set()

    @property
    def apart(self) -> bool:
        return self._server.network.hints_down

    def subscribe(self, topic: str) -> None:
        self.topics.add(topic)

    def unsubscribe(self, topic: str) -> None:
        self.topics.discard(topic)

    def publish(self, topic: str, message: bytes) -> None:
        network = self._server.network
        network.later(network.latency(), network.spread_hint, self._server, topic, message)

    async def run(self) -> None:
        while True:
            await self._hear(await self._heard.get())

    def put(self, message: bytes) -> None:
        self._heard.put_nowait(message)
