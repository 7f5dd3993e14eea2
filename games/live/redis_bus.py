"""Messages between processes over the pub/sub of Redis.

Redis stores nothing of this, so it works while Redis is full, and a process that dies leaves
nothing behind. A process has two connections.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from random import random
from typing import Any

import redis
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

logger = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that Redis may take to answer, before it counts as away."""

CHECK = 2.0
"""Seconds between two messages to oneself, which show that the way is open."""

PAUSE = 1.0
"""Seconds at most until a server that is away is tried again."""

MOST_WAITING = 4 << 20
"""Bytes that may wait to be sent; more are dropped, and versions close the gap."""

AT_ONCE = redis.retry.Retry(NoBackoff(), 0)
"""How often a client that waits for no event loop tries again: not at all."""

ECHO = "echo"


class RedisBus:
    """A ``Bus`` over the server at ``url``: its subscriptions and the messages to send."""

    def __init__(
        self, url: str, hear: Callable[[bytes], Awaitable[None]], changed: Callable[[bool], None]
    ) -> None:
        self.up = False
        self._url, self._hear, self._changed = url, hear, changed
        self._client: Any = None
        self._topics: set[str] = set()
        self._begin: list[str] = []
        self._end: list[str] = []
        self._out: list[tuple[str, bytes]] = []
        self._size = 0
        self._wake = asyncio.Event()
        self._unconfirmed: set[str] = set()
        self._confirmed = asyncio.Event()
        self._heard_at = 0.0
        self._echo = f"{ECHO}:{id(self)}:{random()}"

    @property
    def apart(self) -> bool:
        return not self.up

    def subscribe(self, topic: str) -> None:
        if topic not in self._topics:
            self._topics.add(topic)
            self._begin.append(topic)
            self._wake.set()

    def unsubscribe(self, topic: str) -> None:
        if topic in self._topics:
            self._topics.discard(topic)
            self._end.append(topic)
            self._wake.set()

    def publish(self, topic: str, message: bytes) -> None:
        if not self.up:
            return
        self._size += len(message)
        if self._size > MOST_WAITING:
            logger.warning("dropped %d messages to other processes", len(self._out))
            self._out, self._size = [], len(message)
        self._out.append((topic, message))
        self._wake.set()

    async def run(self) -> None:
        """Keep the connections, for as long as the process lives."""
        while True:
            try:
                await self._serve()
            except* (redis.RedisError, OSError, TimeoutError) as errors:
                if self.up or self._heard_at == 0.0:
                    logger.warning("Redis is away, trying again: %s", errors.exceptions[0])
            self._heard_at = -1.0
            if self.up:
                self.up = False
                self._changed(False)
            await asyncio.sleep(PAUSE * (0.5 + random() / 2))

    async def _serve(self) -> None:
        self._client = client_of(self._url)
        try:
            async with self._client.pubsub() as pubsub, asyncio.TaskGroup() as group:
                self._begin, self._end, self._out, self._size = [], [], [], 0
                await self._subscribe(pubsub, [self._echo, *self._topics])
                group.create_task(self._listen(pubsub))
                async with asyncio.timeout(PATIENCE):
                    await self._confirmed.wait()
                self.up = True
                self._changed(True)
                group.create_task(self._send(pubsub))
                group.create_task(self._check())
        finally:
            await self._client.aclose()

    async def _subscribe(self, pubsub: PubSub, topics: Sequence[str]) -> None:
        self._unconfirmed = set(topics)
        self._confirmed.clear()
        async with asyncio.timeout(PATIENCE):
            await pubsub.subscribe(*topics)

    async def _listen(self, pubsub: PubSub) -> None:
        loop = asyncio.get_running_loop()
        self._heard_at = loop.time()
        async for message in pubsub.listen():
            self._heard_at = loop.time()
            if message["type"] == "message":
                if message["data"]:
                    await self._hear(message["data"])
            elif message["type"] == "subscribe":
                self._unconfirmed.discard(message["channel"].decode())
                if not self._unconfirmed:
                    self._confirmed.set()

    async def _send(self, pubsub: PubSub) -> None:
        """Send all waiting messages together.

        Subscriptions are confirmed first, since a process that announces itself must already be
        listening.
        """
        while True:
            await self._wake.wait()
            self._wake.clear()
            begin = [topic for topic in self._begin if topic in self._topics]
            end = [topic for topic in self._end if topic not in self._topics]
            out, self._begin, self._end, self._out, self._size = self._out, [], [], [], 0
            if begin:
                await self._subscribe(pubsub, begin)
                async with asyncio.timeout(PATIENCE):
                    await self._confirmed.wait()
            if end:
                async with asyncio.timeout(PATIENCE):
                    await pubsub.unsubscribe(*end)
            if out:
                pipeline = self._client.pipeline(transaction=False)
                for topic, message in out:
                    pipeline.publish(topic, message)
                async with asyncio.timeout(PATIENCE):
                    await pipeline.execute()

    async def _check(self) -> None:
        """Detect a server that does not answer although its connections are open."""
        while True:
            self.publish(self._echo, b"")
            await asyncio.sleep(CHECK)
            silent = asyncio.get_running_loop().time() - self._heard_at
            if silent > PATIENCE:
                raise TimeoutError(f"nothing heard for {silent:.0f} s")


def client_of(url: str) -> Redis:
    """A client that reports an outage at once instead of retrying for seconds."""
    return Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=PATIENCE)


def publish_now(url: str, topic: str, message: bytes) -> None:
    """Publish from a thread without an event loop, for example in a command."""
    try:
        with redis.from_url(url, socket_timeout=PATIENCE, retry=AT_ONCE) as client:
            client.publish(topic, message)
    except redis.RedisError as error:
        logger.warning("could not tell the other processes: %s", error)
