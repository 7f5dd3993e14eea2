"""Steps of games, straight on the thread's connection: what nearly every batch consists of.

Of a step the rows are all there is to keep. Django's own transaction, which looks after savepoints,
hooks and the connection, takes longer than they do, and a move is often a batch by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper

from games.storage.statements import Rows, write_rows


def keep_steps(database: BaseDatabaseWrapper, steps: Sequence[Rows]) -> list[bool]:
    """Write ``steps`` in one transaction, which is on the disk by now; whether each landed.

    Raises what ``write`` and a commit do: then nothing is kept, unless it was the answer of the
    database that got lost. ``database`` must not be within a transaction.
    """
    if database.connection is None:
        database.ensure_connection()
    with database.wrap_database_errors:
        if database.vendor == "postgresql":
            return write_rows(database, steps)  # one statement, and so a transaction by itself
        database.connection.execute("BEGIN IMMEDIATE")
        try:
            landed = write_rows(database, steps)
            database.connection.execute("COMMIT")
        except BaseException:
            _roll_back(database)
            raise
    return landed


def _roll_back(database: BaseDatabaseWrapper) -> None:
    """End the transaction, if it has not ended by the failure; if need be, with the connection."""
    if database.connection.in_transaction:
        with suppress(DatabaseError), database.wrap_database_errors:
            database.connection.execute("ROLLBACK")
    if database.connection.in_transaction:
        database.close()
