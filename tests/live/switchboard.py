"""Several hubs in one process that can hear of each other, as processes do over Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from games.live.bus import Hear


class Switchboard:
    """Makes a bus for each hub; ``published`` are the topics that anything was sent to."""

    def __init__(self) -> None:
        self.buses: list[Line] = []
        self.published: list[str] = []

    def make_bus(self, hear: Hear, changed: Callable[[bool], None]) -> Line:
        self.buses.append(Line(self, hear))
        return self.buses[-1]


class Line:
    """A ``Bus`` to all others of the switchboard."""

    apart = False

    def __init__(self, board: Switchboard, hear: Hear) -> None:
        self.board, self.hear = board, hear
        self.topics: set[str] = set()
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def subscribe(self, topic: str) -> None:
        self.topics.add(topic)

    def unsubscribe(self, topic: str) -> None:
        self.topics.discard(topic)

    def publish(self, topic: str, message: bytes) -> None:
        self.board.published.append(topic)
        for bus in self.board.buses:
            if topic in bus.topics:
                bus.heard.put_nowait(message)

    async def run(self) -> None:
        while True:
            await self.hear(await self.heard.get())
