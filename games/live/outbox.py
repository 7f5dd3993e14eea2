"""What waits to be sent to one client, so that nobody waits for a client that does not read."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from types import coroutine
from typing import Any

from autobahn.exception import Disconnected

Message = dict[str, Any]
Sending = Coroutine[object, None, None]
Send = Callable[[Message], Sending]

MOST_UNREAD = 256 * 1024
"""Characters or bytes that may wait, besides what the server and the kernel hold for the client."""

GONE = (OSError, Disconnected, RuntimeError)
"""What servers raise once the client has left or they have closed: ASGI's error, Daphne's, and
uvicorn's after a close of its own. The disconnect comes next."""

logger = logging.getLogger(__name__)


class Outbox:
    """Sends ASGI messages in the order in which they are put.

    ``send`` is the server's, which waits while the client does not read: then a task goes on with
    it. To a client that reads, a message is sent within ``put``. When more than
    ``MOST_UNREAD`` would wait, what waits is dropped and ``last`` is sent instead: it ends the
    connection. Used on the event loop only.
    """

    __slots__ = ("_last", "_send", "_size", "_task", "_waiting", "ended")

    def __init__(self, send: Send, last: Message) -> None:
        self._send, self._last = send, last
        self._waiting: deque[tuple[Message, int]] = deque()
        self._size = 0
        self._task: asyncio.Task[None] | None = None
        self.ended = False
        """Whether nothing is taken any more."""

    def put(self, message: Message, size: int) -> None:
        """Send ``message``, which has ``size`` characters or bytes, unless the end is sent."""
        if self.ended:
            return
        if self._task is None:
            self._begin(message, size)
        elif self._size + size > MOST_UNREAD:
            self._waiting.clear()
            self.end(self._last)
        else:
            self._size += size
            self._waiting.append((message, size))

    def end(self, message: Message) -> None:
        """Send ``message`` after what waits, and nothing after it."""
        if self.ended:
            return
        self.ended = True
        if self._task is None:
            self._begin(message, 0)
        else:
            self._waiting.append((message, 0))

    async def empty(self) -> None:
        """Wait until everything is sent, or the client has gone."""
        if self._task is not None:
            await asyncio.shield(self._task)

    def _begin(self, message: Message, size: int) -> None:
        """Send ``message``; a task of its own would take as long as that."""
        sending = self._send(message)
        try:
            awaited = sending.send(None)
        except StopIteration:  # it is sent
            return
        except Exception as error:
            self._fail(error)
            return
        self._size = size
        self._task = asyncio.ensure_future(self._go_on(sending, awaited, size))

    async def _go_on(self, sending: Sending, awaited: object, size: int) -> None:
        """Send the rest of a message, and what waits after it."""
        try:
            await _rest(sending, awaited)
            while self._waiting:
                self._size -= size
                message, size = self._waiting.popleft()
                await self._send(message)
        except Exception as error:
            self._fail(error)
        finally:
            self._waiting.clear()
            self._size, self._task = 0, None

    def _fail(self, error: Exception) -> None:
        self.ended = True
        if not isinstance(error, GONE):
            logger.error("a message could not be sent", exc_info=error)


@coroutine
def _rest(begun: Sending, awaited: object) -> Iterator[object]:
    """Await the rest of a coroutine that was begun by hand and waits for ``awaited``."""
    yield awaited
    yield from begun
