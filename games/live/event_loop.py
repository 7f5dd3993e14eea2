"""The event loop that the sockets of this process live on, reached from any thread."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from typing import Any

Work = Coroutine[object, None, None]


class EventLoop:
    """Bound to the loop of the first connection; tests bind it to one after another.

    A thread that holds asgiref's executor has this in its context. Work scheduled for later must
    not inherit it, or it would be refused the executor as if it were waiting for itself.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def bind(self) -> bool:
        """Bind to the running loop; False if it is the one already."""
        loop = asyncio.get_running_loop()
        is_new, self._loop = loop is not self._loop, loop
        return is_new

    @property
    def running(self) -> bool:
        return self._loop is not None and self._loop.is_running()

    def soon(self, call: Callable[..., Any], *args: Any) -> None:
        """Call on the loop, from any thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(call, *args, context=contextvars.Context())

    def later(self, delay: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        """Call on the loop after ``delay`` seconds; only from the loop itself."""
        assert self._loop is not None
        return self._loop.call_later(delay, call, context=contextvars.Context())

    def spawn(self, coroutine: Work) -> None:
        """Run ``coroutine`` as a task; only from the loop itself."""
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Timers:
    """At most one timer for each game."""

    def __init__(self, loop: EventLoop) -> None:
        self._loop = loop
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def set(self, game_id: str, delay: float, call: Callable[[], object]) -> None:
        """Call after ``delay`` seconds, in place of the earlier timer."""
        self.cancel(game_id)
        self._timers[game_id] = self._loop.later(delay, call)

    def cancel(self, game_id: str) -> None:
        if (timer := self._timers.pop(game_id, None)) is not None:
            timer.cancel()

    def clear(self) -> None:
        """Forget the timers of a loop that is gone."""
        self._timers.clear()
