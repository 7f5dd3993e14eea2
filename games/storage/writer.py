"""A thread of its own that does together what arrived while it was busy: group commit.

One durable write costs a flush of the disk whether it holds one change or a hundred.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

LARGEST = 256
"""Items done at once; more wait for the next round."""

IDLE = 5.0
"""Seconds without work after which the thread ends; the next item starts another."""

Item = TypeVar("Item")
Answer = bool | Exception
Asked = tuple[Item, "asyncio.Future[bool]"]


class Writer(Generic[Item]):
    """``write`` answers a list of items; ``close`` is called before the thread ends."""

    def __init__(
        self, write: Callable[[Sequence[Item]], Sequence[Answer]], close: Callable[[], None]
    ) -> None:
        self._write, self._close = write, close
        self._queue: SimpleQueue[Asked[Item]] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None

    async def do(self, item: Item) -> bool:
        """The answer to ``item``, once it is written with whatever is written beside it."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._queue.put((item, future))
            if self._thread is None:
                self._thread = Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
        return await future

    def waiting(self) -> int:
        """Items that wait for the next round."""
        return self._queue.qsize()

    def _run(self) -> None:
        while True:
            try:
                batch = [self._queue.get(timeout=IDLE)]
            except Empty:
                if self._may_end():
                    return
                continue
            while len(batch) < LARGEST:
                try:
                    batch.append(self._queue.get_nowait())
                except Empty:
                    break
            self._answer(batch, self._write([item for item, _ in batch]))

    def _may_end(self) -> bool:
        with self._lock:
            if not self._queue.empty():
                return False
            self._thread = None
            self._close()
            return True

    def _answer(self, batch: Sequence[Asked[Item]], answers: Sequence[Answer]) -> None:
        """One wake-up for each event loop that waits, not one for each item."""
        waiting: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[bool], Answer]]] = {}
        for (_, future), answer in zip(batch, answers, strict=True):
            waiting.setdefault(future.get_loop(), []).append((future, answer))
        for loop, pairs in waiting.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve_all, pairs)


def _resolve_all(pairs: Sequence[tuple[asyncio.Future[bool], Answer]]) -> None:
    for future, answer in pairs:
        if future.done():  # the caller has gone
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
