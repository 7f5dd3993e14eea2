"""A gate for password hashing: few computations at once, a short queue, and then a refusal.

One Argon2 computation takes 100 MB and all cores for a moment. Twenty-four at once took 1.9 GB
and half a minute, in which nobody could play either.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import connection

AT_ONCE = 2
"""Computations at once in one process: 200 MB at most."""

QUEUE = 32
"""Requests that may wait: a whole class that logs in at the same moment."""

SHARE = 24
"""Places of the queue that one address may take: the others stay free for everybody else."""

PATIENCE = 20.0
"""Seconds a request waits for its turn."""

RETRY_AFTER = 5
"""Seconds after which it is worth trying again: a full queue takes about as long."""

visitor: ContextVar[str | None] = ContextVar("visitor", default=None)
"""The address whose request is being answered; set by ``accounts.middleware``."""


class LogInsBusy(Exception):
    """The queue is full, or the wait was too long. Answered with 503 and Retry-After."""

    def __init__(self) -> None:
        super().__init__(
            f"Too many people are logging in right now. Try again in {RETRY_AFTER} seconds."
        )


class Gate:
    """Lets ``at_once`` threads through; ``queue`` more may wait, ``share`` of them per visitor."""

    def __init__(self, *, at_once: int, queue: int, share: int, patience: float) -> None:
        self.queue, self.share, self.patience = queue, share, patience
        self._free = threading.Semaphore(at_once)
        self._lock = threading.Lock()
        self._waiting: Counter[str | None] = Counter()
        self._inside = threading.local()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Run the block when it is this thread's turn. Raises Busy.

        A thread that has its turn may ask again: a log-in takes one turn for the check of its
        limits and for the hash, which asks by itself.
        """
        if getattr(self._inside, "now", False):
            yield
            return
        if not self._free.acquire(blocking=False):
            self._wait(visitor.get())
        self._inside.now = True
        try:
            yield
        finally:
            self._inside.now = False
            self._free.release()

    def _wait(self, who: str | None) -> None:
        with self._lock:
            if self._waiting.total() >= self.queue or self._waiting[who] >= self.share:
                raise LogInsBusy
            self._waiting[who] += 1
        try:
            _release_connection()
            if not self._free.acquire(timeout=self.patience):
                raise LogInsBusy
        finally:
            with self._lock:
                self._waiting[who] -= 1
                self._waiting += Counter()  # forget the zeros

    @property
    def waiting(self) -> int:
        with self._lock:
            return self._waiting.total()


def _release_connection() -> None:
    """Give the database connection back: requests that wait here would empty the pool."""
    if not connection.in_atomic_block:
        connection.close()


GATE = Gate(at_once=AT_ONCE, queue=QUEUE, share=SHARE, patience=PATIENCE)
