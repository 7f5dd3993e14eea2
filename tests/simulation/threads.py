"""Threads that run one at a time and change places only where a real one would have to wait.

Each is a greenlet with a connection to the database of its own, as threads of a server have.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from queue import Empty
from typing import Any

from greenlet import getcurrent, greenlet

from tests.simulation.loop import MACHINE


class Crash(BaseException):
    """The machine that this thread runs on is off."""


class Threads:
    """The threads of all machines. ``database`` makes a connection, ``spare`` takes it back."""

    def __init__(self, database: Callable[[], Any], spare: Callable[[Any], None]) -> None:
        self.loop: Any = None
        self._database, self._spare = database, spare
        self._main = getcurrent()
        self._main_database = database()
        self._alive: dict[Any, SimulatedThread] = {}

    @property
    def current(self) -> SimulatedThread | None:
        return self._alive.get(getcurrent())

    def connection(self) -> Any:
        """The connection of whoever asks."""
        thread = self.current
        return self._main_database if thread is None else thread.database

    def start(self, target: Callable[[], None]) -> None:
        thread = SimulatedThread(target, copy_context(), self._database())
        self._alive[thread.greenlet] = thread
        self.loop.call_soon(self._continue, thread)

    def wait(self, seconds: float) -> None:
        """Let others run for ``seconds``, if this is a thread: the event loop does not wait."""
        thread = self.current
        if thread is None:
            return
        if not thread.machine.on:
            raise Crash
        self.loop.call_later(seconds, self._continue, thread, context=thread.outside)
        self._main.switch()

    def park(self) -> SimulatedThread:
        """Wait until somebody wakes this thread."""
        thread = self.current
        assert thread is not None, "the event loop must not wait"
        if not thread.machine.on:
            raise Crash
        self._main.switch()
        return thread

    def wake(self, thread: SimulatedThread, seconds: float = 0.0) -> None:
        self.loop.call_later(seconds, self._continue, thread, context=thread.outside)

    def end(self, machine: Any) -> None:
        """End the threads of a machine that is off where they stand."""
        for thread in [one for one in self._alive.values() if one.machine is machine]:
            self._continue(thread, Crash)

    def _continue(self, thread: SimulatedThread, *crash: type[Crash]) -> None:
        if thread.greenlet not in self._alive:
            return
        running = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        try:
            if crash and not thread.greenlet:  # it never began
                thread.finished = True
            elif crash:
                thread.greenlet.throw(*crash)
            else:
                thread.greenlet.switch()
        except Crash:
            pass
        finally:
            asyncio._set_running_loop(running)
            if thread.greenlet.dead or thread.finished:
                del self._alive[thread.greenlet]
                self._spare(thread.database)


class SimulatedThread:
    def __init__(self, target: Callable[[], None], context: Context, database: Any) -> None:
        self.greenlet = greenlet(target)
        self.greenlet.gr_context = context
        self.outside = context.copy()
        self.machine: Any = context[MACHINE]
        self.database = database
        self.finished = False


class Queue:
    """``queue.SimpleQueue`` for simulated threads."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._items: deque[Any] = deque()
        self._waiting: SimulatedThread | None = None

    def put(self, item: Any) -> None:
        self._items.append(item)
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._threads.wake(waiting)

    def get(self, timeout: float | None = None) -> Any:
        """The next item; raises Empty if there is none within ``timeout`` seconds."""
        if not self._items:
            self._waiting = self._threads.current
            timer = None
            if timeout is not None:
                assert self._waiting is not None
                timer = self._threads.loop.call_later(timeout, self._give_up)
            self._threads.park()
            if timer is not None:
                timer.cancel()
        return self.get_nowait()

    def _give_up(self) -> None:
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._threads.wake(waiting)

    def get_nowait(self) -> Any:
        if not self._items:
            raise Empty
        return self._items.popleft()

    def empty(self) -> bool:
        return not self._items


class Pool:
    """The threads of one machine that its event loop hands work to."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._jobs = Queue(threads)
        self._started = False

    def submit(self, shared: bool, job: Callable[[], Any]) -> asyncio.Future[Any]:
        """Run ``job`` on the one ``shared`` thread after what waits there, or on one of its own."""
        future = self._threads.loop.create_future()
        if not shared:
            self._threads.start(lambda: self._do(future, job))
            return future
        self._jobs.put((future, job))
        if not self._started:
            self._started = True
            self._threads.start(self._work)
        return future

    def _work(self) -> None:
        while True:
            self._do(*self._jobs.get())

    def _do(self, future: asyncio.Future[Any], job: Callable[[], Any]) -> None:
        self._threads.wait(0.0)
        try:
            result = job()
        except Exception as error:
            self._threads.loop.call_soon_threadsafe(_fail, future, error)
        else:
            self._threads.loop.call_soon_threadsafe(_succeed, future, result)


def _succeed(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
