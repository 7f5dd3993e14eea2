"""An event loop whose clock jumps to the next thing to do, and whose machines can be switched off.

Everything that runs belongs to a machine. What is scheduled belongs to the machine that scheduled
it; once that is off nothing of it runs any more, not even the end of an interrupted function.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from heapq import heappop
from typing import Any, Protocol

from tests.simulation.clock import clock


class Machine(Protocol):
    on: bool


MACHINE: ContextVar[Machine] = ContextVar("machine")
"""The machine that what runs now belongs to."""


class Idle(RuntimeError):
    """Nothing can ever happen any more, and somebody still waits."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """``steps`` counts what ran so far; ``on_step`` is called before each."""

    def __init__(self, run_in_thread: Callable[..., asyncio.Future[Any]]) -> None:
        super().__init__()
        self.steps = 0
        self.on_step: Callable[[int], None] = lambda steps: None
        self.wake_up: Callable[[], float] = lambda: 0.0
        self._run_in_thread = run_in_thread
        self._woken: dict[Any, float] = {}
        self._begun: list[tuple[asyncio.Task[Any], Machine]] = []

    def time(self) -> float:
        return clock.now

    def create_task(self, coro: Any, **options: Any) -> asyncio.Task[Any]:
        task = super().create_task(coro, **options)
        context = options.get("context")
        self._begun.append((task, MACHINE.get() if context is None else context[MACHINE]))
        return task

    def abandon(self) -> None:
        """Forget all that has not ended, each on its own machine: Python insists on ``finally``."""
        for task, machine in self._begun:
            if task.done() and machine.on and not task.cancelled() and task.exception():
                context = {"message": "nobody took care of an error", "exception": task.exception()}
                self.call_exception_handler(context)
        self.set_exception_handler(lambda loop, context: None)
        for task, machine in self._begun:
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                MACHINE.set(machine)
                _close(task.get_coro())
        self._begun.clear()
        self._ready.clear()
        self._scheduled.clear()

    def call_soon(
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        return super().call_soon(callback, *args, context=_of_machine(context))

    def call_at(
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return super().call_at(when, callback, *args, context=_of_machine(context))

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Another thread wakes this one in a moment; what a machine says keeps its order."""
        machine = MACHINE.get()
        when = max(clock.now + self.wake_up(), self._woken.get(machine, 0.0))
        self._woken[machine] = when
        return self.call_at(when, callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        return self._run_in_thread(executor, func, *args)

    def _run_once(self) -> None:
        if not self._ready:
            while self._scheduled and self._scheduled[0]._cancelled:
                heappop(self._scheduled)._scheduled = False
            if not self._scheduled:
                raise Idle
            clock.now = max(clock.now, self._scheduled[0]._when)
        while self._scheduled and self._scheduled[0]._when <= clock.now:
            timer = heappop(self._scheduled)
            timer._scheduled = False
            if not timer._cancelled:
                self._ready.append(timer)
        if not self._ready:
            return
        handle = self._ready.popleft()
        if not handle._cancelled and handle._context[MACHINE].on:
            self.steps += 1
            self.on_step(self.steps)
            if handle._context[MACHINE].on:
                handle._run()

    def _write_to_self(self) -> None:
        """There is nobody who could sleep meanwhile."""

    def _process_events(self, event_list: Any) -> None:
        """There are no files to be ready."""


def _close(coroutine: Any) -> None:
    for _ in range(10):  # one that waits for something while it ends has to be told again
        try:
            coroutine.close()
        except BaseException:  # whatever comes of it: this machine is off
            continue
        return


def _of_machine(context: Context | None) -> Context:
    """``context`` with a machine: its own, or that of whoever asks."""
    if context is None:
        return copy_context()
    if MACHINE not in context:
        context.run(MACHINE.set, MACHINE.get())
    return context
