"""Long computations, out of the process that plays: a few worker processes and a short queue.

A picture takes the interpreter for 0.1 s, a proof for seconds, and no move is answered meanwhile.
Whatever a page can ask for that takes longer than a few milliseconds goes through ``compute``:

    compute(prove, engine, seat, board)    # the same as prove(engine, seat, board)

The function and its arguments are pickled, so the function stands in a module that a worker can
import, best one that does not need Django. Workers start when there is something to do, run at a
low priority, and end with the process that started them, however that one ends.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Literal, TypeVar, TypeVarTuple

from django.conf import settings
from django.db import connection

from games.compute import answers, release_files, worker
from games.compute.release_files import Computed
from games.compute.turns import TURNS
from games.compute.turns import Busy as Busy
from games.observe import metrics

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

Worker = subprocess.Popen[bytes]

WAITING = 16
"""Computations that may wait for a worker; at 0.2 s each the last one waits two seconds."""

PATIENCE = 8.0
"""Seconds somebody waits for a result. A server that leaves waits as long for its requests."""

TOGETHER = 1.0
"""Seconds that a worker waits for the others before all of them get ready."""

LONGEST = 60.0
"""Seconds after which a computation is given up and its worker replaced."""


MEMORY = 1 << 30
"""Bytes of a worker apart: four times what it takes to grade a file of the largest game."""


class Lost(Exception):
    """A worker died or took too long: of what it computed there is nothing."""


class ComputePool:
    """``processes`` workers with at most ``waiting`` computations in front of them.

    Each worker belongs to one thread, which starts it, hands it one computation at a time and
    replaces it when it is lost.
    """

    def __init__(
        self, processes: int, waiting: int = WAITING, longest: float = LONGEST, memory: int = 0
    ) -> None:
        """``memory`` fences workers that handle strangers' files (``games.arena.jail.fence``)."""
        self._processes, self._memory = processes, memory
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="compute")
        self._most = processes + waiting
        self._longest = longest
        self._lock = threading.Lock()
        self._under_way: dict[Hashable, Future[Any]] = {}
        self._workers: dict[int, tuple[Worker, Connection]] = {}
        self._closed = False

    def compute(
        self,
        function: Callable[[*Arguments], Result],
        *args: *Arguments,
        patience: float = PATIENCE,
    ) -> Result:
        """``function(*args)``, computed by a worker; raises what it raises.

        A request for something that is being computed gets that result. Raises Busy if too much is
        waiting or ``patience`` seconds have passed, Lost if the worker is lost. Blocks, so it is
        not for the event loop.
        """
        future = self.submit(function, *args)
        _lend_connection()
        try:
            with TURNS.aside():
                return future.result(patience)
        except (TimeoutError, CancelledError):
            if future.done() and not future.cancelled():  # just now, or by a TimeoutError
                return future.result()
            future.cancel()  # if it has not begun, nobody is served by beginning
            raise Busy(f"{function.__name__} took longer than {patience:g} s") from None

    def submit(self, function: Callable[[*Arguments], Result], *args: *Arguments) -> Future[Result]:
        """The result to come of ``function(*args)``. Raises Busy."""
        key = (function, args, tuple(map(type, args)))  # boards of two games can be equal tuples
        with self._lock:
            if (future := self._under_way.get(key)) is not None:
                return future
            if self._closed or len(self._under_way) >= self._most:
                raise Busy(f"{len(self._under_way)} computations are waiting")
            future = self._threads.submit(self._hand_over, function, args)
            self._under_way[key] = future
        future.add_done_callback(lambda _: self._forget(key))
        return future

    def in_each(self, function: Callable[[*Arguments], None], *args: *Arguments) -> None:
        """Have every worker compute ``function(*args)``, and wait for it.

        Workers that are not there yet are started. One that is busy for longer than ``TOGETHER``
        is left out. Raises Lost, and what ``function`` raises.
        """
        all_here = threading.Barrier(self._processes)

        def take() -> None:
            with suppress(threading.BrokenBarrierError):  # so that no thread takes two
                all_here.wait(TOGETHER)
            self._hand_over(function, args)

        with self._lock:
            if self._closed:
                raise Lost("the pool is closed")
            taken = [self._threads.submit(take) for _ in range(self._processes)]
        try:
            for one in taken:
                one.result()
        except CancelledError:
            raise Lost("the pool is closed") from None

    def waiting(self) -> int:
        """Computations that are under way or wait for a worker."""
        return len(self._under_way)

    def close(self) -> None:
        """End the workers at once; what they were doing is lost. Nothing more is computed."""
        with self._lock:
            self._closed = True
            workers = list(self._workers.values())
        for process, _ in workers:
            process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for process, _ in workers:
            process.wait()

    def _forget(self, key: Hashable) -> None:
        with self._lock:
            del self._under_way[key]

    # --- in a worker's thread ------------------------------------------------------------

    def _hand_over(
        self,
        function: Callable[[*Arguments], Result],
        args: tuple[*Arguments],
    ) -> Result:
        answer: tuple[Literal[True], Result] | tuple[Literal[False], Exception]
        process, pipe = self._worker()
        # Its end ends reading, also of an answer that it began and does not finish.
        late = threading.Timer(self._longest, process.kill)
        late.daemon = True
        late.start()
        try:
            pipe.send((function, args))
            answer = answers.read(pipe.recv_bytes(answers.MOST)) if self._memory else pipe.recv()
        except (OSError, EOFError, ValueError) as error:
            self._dismiss(process, pipe)
            raise Lost(f"the worker that computed {function.__name__} is lost") from error
        finally:
            late.cancel()
        if answer[0]:
            return answer[1]
        raise answer[1]

    def _worker(self) -> tuple[Worker, Connection]:
        """This thread's worker, started if there is none."""
        me = threading.get_ident()
        with self._lock:
            if self._closed:
                raise Lost("the pool is closed")
            if me not in self._workers:
                self._workers[me] = _start(self._memory)
            return self._workers[me]

    def _dismiss(self, process: Worker, pipe: Connection) -> None:
        with self._lock:
            self._workers.pop(threading.get_ident(), None)
        process.kill()
        process.wait()
        pipe.close()


def _start(memory: int) -> tuple[Worker, Connection]:
    # A forked worker would inherit sockets, locks and the database's connections, one of
    # multiprocessing the environment with its secrets.
    ours, theirs = Pipe()
    folders = [settings.VAR_DIR / "tables", settings.VAR_DIR / "grading"]
    process = subprocess.Popen(  # our own interpreter
        [*worker.COMMAND, str(theirs.fileno()), str(folders[0]), str(memory), str(folders[1])],
        stdin=subprocess.DEVNULL,
        env=worker.environment(),
        pass_fds=[theirs.fileno()],
    )
    theirs.close()  # so that the worker's end is the only one, and reading ends when it dies
    return process, ours


def _lend_connection() -> None:
    """Let others use this thread's database connection while it waits: there are few of them."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        connection.close()


# --- this process's pool -----------------------------------------------------------------

_pool: ComputePool | None = None
_apart: dict[str, ComputePool] = {}
_making = threading.Lock()


def pool() -> ComputePool:
    """The pool of this process."""
    global _pool
    with _making:
        if _pool is None:
            most = settings.SIZES["compute_waiting"]
            _pool = ComputePool(settings.COMPUTE_PROCESSES, waiting=most)
        return _pool


def apart(name: str, longest: float) -> ComputePool:
    """One worker called ``name``, for what would keep pages waiting for the others.

    A computation there may take ``longest`` seconds. The worker is fenced.
    """
    with _making:
        if name not in _apart:
            _apart[name] = ComputePool(1, longest=longest, memory=MEMORY)
        return _apart[name]


metrics.count_when_asked(
    "oxo_compute_queue",
    "Long computations under way or waiting for a worker.",
    lambda: _pool.waiting() if _pool is not None else 0,
)


def compute(
    function: Callable[[*Arguments], Result],
    *args: *Arguments,
    patience: float = PATIENCE,
) -> Result:
    """``function(*args)``, computed by this process's pool (``ComputePool.compute``)."""
    return pool().compute(function, *args, patience=patience)


def compute_once(
    name: str,
    function: Callable[[*Arguments], Result],
    *args: *Arguments,
    patience: float = PATIENCE,
) -> Computed[Result]:
    """``function(*args)`` as this release of the code computes it; kept as ``name`` in a file."""
    directory = settings.VAR_DIR / "computed"
    if (computed := release_files.read(directory, name)) is not None:
        return computed
    return compute(release_files.once, directory, name, function, *args, patience=patience)


def close() -> None:
    """End the workers, if there are any, before this process ends."""
    for each in ([_pool] if _pool is not None else []) + list(_apart.values()):
        each.close()
