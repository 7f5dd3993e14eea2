"""What an upgrade costs while it runs: how long a statement waits for a lock, and disk."""

from __future__ import annotations

import threading
from types import TracebackType

from tests.deploy.stack import MANAGER, Stack

EVERY = 0.02
"""Seconds between two looks: a shorter wait may be missed."""

WAITING = f"""
SELECT coalesce(extract(epoch FROM max(clock_timestamp() - waitstart)), 0)
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND datname = current_database() AND application_name <> '{MANAGER}'
"""
"""How long a server of the site has waited for a lock by now; the manager may wait as it likes."""


class Watch:
    """Looks at the database of a stack from a thread. A context manager.

    ``longest`` is the longest wait for a lock in seconds (PostgreSQL only: SQLite does not say),
    ``disk`` the most bytes that the database has taken.
    """

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.longest, self.disk, self.looks = 0.0, 0, 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        with self.stack.connected() as connection:
            while not self._ended.wait(EVERY):
                if not self.stack.sqlite:
                    ((waited,),) = connection.execute(WAITING).fetchall()
                    self.longest = max(self.longest, float(waited))
                if self.looks % 50 == 0:
                    self.disk = max(self.disk, self.stack.disk())
                self.looks += 1
