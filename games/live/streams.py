"""The streams of lines that programs have open at this process.

``games.api.programs.streaming`` serves them. Used on the event loop except as noted.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable
from typing import Protocol

from games.live.event_loop import EventLoop
from games.live.processes import Body, Processes
from games.match import ABORTED, FINISHED, PERSON, Match

logger = logging.getLogger(__name__)

LOOK = 0.8
"""Seconds between two looks of streams of events at what is stored."""

BEAT = 7.0
"""Seconds after which every stream gets a line, so that proxies and clients see that it lives."""

PARTS = 14
"""In so many parts of a beat the streams get it, one part after the other."""

Key = tuple[int, str]
"""A person, and the game; or "" for what happens to them."""


class Stream(Protocol):
    async def beat(self) -> None:
        """Send an empty line, and make up for news that may have been lost."""

    def end(self) -> None:
        """Finish the answer; the client may come again."""


class Events(Stream, Protocol):
    def look(self) -> None:
        """Games of its person may have begun or ended."""


class Streams:
    """One stream for each key: a new one ends the earlier one, in any process."""

    def __init__(self, loop: EventLoop, processes: Processes) -> None:
        self._loop, self._processes = loop, processes
        self._open: dict[Key, Stream] = {}
        self._since: dict[Key, float] = {}
        self._fresh: set[Key] = set()
        self._events: dict[int, Events] = {}
        self._due: deque[Key] = deque()
        processes.on("stream", self._hear_of_stream)

    def add(self, key: Key, stream: Stream) -> None:
        self._end(key)
        self._open[key] = stream
        self._since[key] = time.time()
        self._fresh.add(key)
        self._tell_of(key)

    def add_events(self, user_id: int, stream: Events) -> None:
        self.add((user_id, ""), stream)
        self._events[user_id] = stream

    def remove(self, key: Key, stream: Stream) -> None:
        if self._open.get(key) is stream:
            del self._open[key], self._since[key]
            self._fresh.discard(key)
            if not key[1]:
                del self._events[key[0]]

    def clear(self) -> None:
        """Forget the streams of a loop that is gone."""
        self._open.clear()
        self._since.clear()
        self._fresh.clear()
        self._events.clear()
        self._due.clear()

    def end_all(self) -> None:
        """The process is leaving."""
        for stream in list(self._open.values()):
            stream.end()

    def note(self, match: Match) -> None:
        """Tell the streams here of a game's people that it begins or ends; from any thread.

        Those of other processes find out when they look next.
        """
        over = match.status in (FINISHED, ABORTED)
        if (not over and len(match.moves) > match.opening) or not self._loop.running:
            return
        people = [seat.user for seat in match.seats if seat.kind == PERSON]
        if found := [stream for user in people if (stream := self._events.get(user or 0))]:
            self._loop.soon(_look, found)

    async def watch(self) -> None:
        """Look for what others stored, for as long as the process lives: all in one question."""
        while True:
            await asyncio.sleep(LOOK)
            _look(list(self._events.values()))

    async def run(self) -> None:
        """Give every stream its beat, for as long as the process lives."""
        while True:
            await asyncio.sleep(BEAT / PARTS)
            if not self._due:
                self._due.extend(self._open)
            for _ in range(-(-len(self._open) // PARTS)):
                if not self._due:
                    break
                key = self._due.popleft()
                if (stream := self._open.get(key)) is not None:
                    if key in self._fresh:  # the first message about it may be lost
                        self._fresh.discard(key)
                        self._tell_of(key)
                    try:
                        await stream.beat()
                    except Exception:  # one stream's failure must not stop the others
                        logger.exception("a stream could not be given its beat")

    def _tell_of(self, key: Key) -> None:
        """Tell other processes of a stream, so that they end theirs of the same key."""
        if self._processes.exist:
            body = {"user": key[0], "game": key[1], "since": self._since[key]}
            self._processes.tell_all("stream", body)

    async def _hear_of_stream(self, body: Body) -> None:
        key = (body["user"], body["game"])
        if self._since.get(key, body["since"]) < body["since"]:
            self._end(key)

    def _end(self, key: Key) -> None:
        if (before := self._open.get(key)) is not None:
            self.remove(key, before)
            before.end()


def _look(streams: Iterable[Events]) -> None:
    for stream in streams:
        stream.look()
