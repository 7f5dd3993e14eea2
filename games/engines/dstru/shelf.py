"""Where the tables are found: in memory, else on disk, else they are being made.

The one piece of state among the engines. It changes an answer once, when a table arrives,
and the engines say in their view which of the two they answered from.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread

from games.engines.dstru.table import BadTable, Table, build

logger = logging.getLogger(__name__)


class Shelf:
    """Tables by reading of "won", made in a background thread when first asked for.

    ``directory`` is where they are kept between processes; without one they live in memory.
    """

    def __init__(
        self, directory: Path | None = None, make: Callable[[bool], Table] = build
    ) -> None:
        self.directory = directory
        self._make = make
        self._tables: dict[bool, Table] = {}
        self._at_work: dict[bool, Thread] = {}
        self._lock = Lock()

    def get(self, exact: bool) -> Table | None:
        """The table if it is there; if not, None, and it is on its way from now on."""
        if exact not in self._tables:
            self._start(exact)
        return self._tables.get(exact)

    def wait(self, exact: bool, timeout: float | None = None) -> Table | None:
        """The table once it is there; None if ``timeout`` seconds pass or making it failed."""
        if exact not in self._tables:
            self._start(exact).join(timeout)
        return self._tables.get(exact)

    def _start(self, exact: bool) -> Thread:
        with self._lock:
            thread = self._at_work.get(exact)
            if thread is None or (not thread.is_alive() and exact not in self._tables):
                thread = Thread(target=self._fetch, args=(exact,), name="dstru-table", daemon=True)
                self._at_work[exact] = thread
                thread.start()
            return thread

    def _fetch(self, exact: bool) -> None:
        self._tables[exact] = self._read(exact) or self._build(exact)

    def _read(self, exact: bool) -> Table | None:
        if self.directory is None:
            return None
        try:
            return Table.load(self.directory, exact)
        except FileNotFoundError:
            return None
        except (OSError, BadTable) as error:
            logger.warning("The table will be made anew: %s", error)
            return None

    def _build(self, exact: bool) -> Table:
        table = self._make(exact)
        if self.directory is not None:
            try:
                table.save(self.directory)
            except OSError as error:
                logger.warning("The table stays in memory only: %s", error)
        return table


SHELF = Shelf()
"""The shelf of this process. Whoever knows a place for files sets its ``directory`` early."""
