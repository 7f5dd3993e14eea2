"""A true SQLite whose transactions take simulated time, fail, or are cut off by a power failure.

Every statement outside a transaction, and every begin and commit, is a place where other threads
go on. A transaction is kept at one moment of its commit, as SQLite and its journal promise.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import OperationalError, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from tests.simulation.threads import Crash, SimulatedThread, Threads

FAST = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY"


class Disk:
    """The one database of all machines. ``trouble`` says what becomes of a commit."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "simulated.sqlite3"
        self.rng = Random(0)
        self.slowness = 0.0
        self.trouble: Callable[[], str] = lambda: ""
        self.kept: Callable[[Any], None] = lambda connection: None
        """Called with a connection of sqlite3 as soon as a transaction is kept."""
        self.pristine = sqlite3.connect(":memory:")
        self._spare: list[Connection] = []
        self._owner: Connection | None = None
        self._waiting: deque[SimulatedThread] = deque()
        self.threads = Threads(self._connection, self._take_back)
        connections._connections = _PerThread(self.threads)

    def create(self) -> None:
        """The tables of all models, as they are now."""
        with self.threads.connection().schema_editor() as editor:
            for model in (model for model in apps.get_models() if not model._meta.proxy):
                editor.create_model(model)

    def keep(self) -> None:
        """Remember what is stored now as what every run begins with."""
        self._raw().backup(self.pristine)

    def restore(self) -> None:
        """Begin a run: what was remembered, and nobody in the middle of anything."""
        self._owner = None
        self._waiting.clear()
        self.pristine.backup(self._raw())

    # --- for connections -------------------------------------------------------------------

    def think(self) -> None:
        """The time that a statement takes."""
        self.threads.wait(self.rng.random() * self.slowness / 4)

    def acquire(self, connection: Connection) -> None:
        """One transaction writes at a time; the next one waits."""
        while self._owner is not None:
            thread = self.threads.current
            assert thread is not None, "the event loop must not write"
            self._waiting.append(thread)
            try:
                self.threads.park()
            except Crash:
                self._wake_next()  # it may have been this thread's turn
                raise
        self._owner = connection

    def release(self, connection: Connection) -> None:
        if self._owner is connection:
            self._owner = None
            self._wake_next()

    def _wake_next(self) -> None:
        while self._owner is None and self._waiting:
            if (thread := self._waiting.popleft()).machine.on:
                self.threads.wake(thread)
                return

    def flush(self) -> str:
        """Wait for a commit to reach the disk; what goes wrong with it, if anything."""
        self.threads.wait(self.rng.random() * self.slowness)
        return self.trouble()

    # --- within ------------------------------------------------------------------------------

    def _raw(self) -> Any:
        connection = self.threads.connection()
        connection.ensure_connection()
        return connection.connection

    def _connection(self) -> Connection:
        return self._spare.pop() if self._spare else Connection(self)

    def _take_back(self, connection: Connection) -> None:
        self.release(connection)
        if connection.connection is None:
            return
        if connection.clean:
            self._spare.append(connection)
        else:
            connection.connection.close()


class Connection(DatabaseWrapper):
    """One thread's connection."""

    def __init__(self, disk: Disk) -> None:
        base = settings.DATABASES["default"]
        options = {**base["OPTIONS"], "init_command": FAST, "timeout": 0, "factory": self._opened}
        super().__init__({**base, "NAME": str(disk.file), "OPTIONS": options})
        self.disk, self.broken = disk, False
        self.execute_wrappers.append(self._waiting)

    def _opened(self, *args: Any, **options: Any) -> Straight:
        return Straight(self, *args, **options)

    @property
    def clean(self) -> bool:
        """Whether a crash left nothing in it that would meet the next thread."""
        left_over = self.broken or self.in_atomic_block or not self.autocommit
        return not (left_over or self.run_on_commit or self.needs_rollback)

    def _waiting(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.in_atomic_block or sql.startswith(("BEGIN", "PRAGMA", "SAVEPOINT")):
            return execute(sql, params, many, context)
        self.disk.think()
        if sql.lstrip().startswith("SELECT"):
            return execute(sql, params, many, context)
        self.disk.acquire(self)
        try:
            return execute(sql, params, many, context)
        finally:
            self.disk.release(self)

    def _start_transaction_under_autocommit(self) -> None:
        self.wait_for_turn()
        super()._start_transaction_under_autocommit()

    def wait_for_turn(self) -> None:
        """The time until this connection may begin a transaction."""
        self.disk.think()
        self.disk.acquire(self)

    def _commit(self) -> None:
        self.reach_disk(super()._commit)

    def reach_disk(self, commit: Callable[[], object]) -> None:
        """``commit``, which takes its time and may go wrong."""
        try:
            trouble = self.disk.flush()
        except Crash:
            # The power failed in the middle of it: the journal is whole, or it is not.
            self.broken = True
            if self.disk.rng.random() < 0.5:
                self.connection.commit()
                self.disk.kept(self.connection)
            else:
                self.connection.rollback()
            raise
        if trouble == "full":
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise OperationalError("database or disk is full") from full
        commit()
        self.disk.kept(self.connection)
        self.disk.release(self)
        if trouble == "in doubt":  # it is kept, but the answer got lost
            raise OperationalError("the connection was lost in a commit")
        self.disk.think()

    def _rollback(self) -> None:
        super()._rollback()
        self.disk.release(self)

    def close(self) -> None:
        """A connection is kept for the next thread: opening one takes longer than a whole run."""


class Straight(sqlite3.Connection):
    """What is below a ``Connection``, where some begin and commit without Django."""

    def __init__(self, above: Connection, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._above = above

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        found: list[sqlite3.Cursor] = []

        def run() -> None:
            found.append(super(Straight, self).execute(sql, *parameters))

        if sql.startswith("BEGIN"):
            self._above.wait_for_turn()
        if sql == "COMMIT":
            self._above.reach_disk(run)
        else:
            run()
        if sql == "ROLLBACK":
            self._above.disk.release(self._above)
        return found[0]


class _PerThread:
    """What ``django.db.connections`` looks into: each thread finds its own connection."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads

    @property
    def default(self) -> Any:
        return self._threads.connection()
