"""Expensive pages are drawn one after the other.

Each takes the interpreter for some 10 ms. Drawn by many threads at once they would take it in
slices of 5 ms each, and a player would wait for all of them at every move. One page at a
time leaves the event loop its half.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from games.observe import metrics

PATIENCE = 8.0
"""Seconds a page waits for its turn."""

WAITING = 64
"""Pages that may wait: each has a thread. At 10 ms each the last one waits 0.6 s."""


class Busy(Exception):
    """More is waiting than there is time for; ask again in ``retry_after`` seconds."""

    retry_after = 5


class Turns:
    """One thread at a time has the turn. ``waiting`` threads may wait for it."""

    def __init__(self, waiting: int = WAITING, patience: float = PATIENCE) -> None:
        self._turn = threading.Lock()
        self._places = threading.BoundedSemaphore(waiting + 1)
        self._patience = patience
        self._holder: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Have the turn inside the block. Raises Busy if too many wait, or for too long."""
        if not self._places.acquire(blocking=False):
            raise Busy("too many pages wait for their turn")
        try:
            with metrics.PAGE_QUEUE.track_inprogress():
                self._take()
                try:
                    yield
                finally:
                    self._give()
        finally:
            self._places.release()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Let others have this thread's turn inside the block: it only waits there."""
        if self._holder != threading.get_ident():
            yield
            return
        self._give()
        try:
            yield
        finally:
            self._take()

    def _take(self) -> None:
        if not self._turn.acquire(timeout=self._patience):
            raise Busy(f"no turn within {self._patience:g} s")
        self._holder = threading.get_ident()

    def _give(self) -> None:
        if self._holder == threading.get_ident():
            self._holder = None
            self._turn.release()


TURNS = Turns()
"""Those of this process."""
