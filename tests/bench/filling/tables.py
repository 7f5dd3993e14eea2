"""Rows in bulk: COPY on PostgreSQL, ``executemany`` on SQLite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction

Row = Sequence[str | int | float | bytes | None]
"""Values as text or numbers; times as ``times`` writes them, truth values as 0 and 1."""

ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def times(milliseconds: Iterable[int]) -> list[str]:
    """Moments since 1970 as both databases read them: ``2026-05-01 12:00:00.250``, in UTC."""
    found = np.fromiter(milliseconds, dtype="int64").astype("datetime64[ms]")
    texts = np.datetime_as_string(found)
    if not len(texts):
        return []
    texts.view("U1").reshape(len(texts), -1)[:, 10] = " "
    listed: list[str] = texts.tolist()
    return listed


class Tables:
    """Collects rows of several tables and writes them together, in the order of ``models``."""

    def __init__(self, **columns: tuple[type[models.Model], Sequence[str]]) -> None:
        self._columns = columns
        self.rows: dict[str, list[Row]] = {name: [] for name in columns}

    def write(self) -> None:
        """Write what has been collected, in one transaction, and begin again with nothing."""
        with transaction.atomic():
            _trust_keys()
            for name, (model, columns) in self._columns.items():
                if rows := self.rows[name]:
                    insert(model, columns, rows)
                    self.rows[name] = []


def _trust_keys() -> None:
    """Turn off PostgreSQL's foreign key checks in this transaction, if permitted."""
    if connection.vendor != "postgresql":
        return
    with suppress(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")


def insert(model: type[models.Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Add ``rows`` of ``columns`` to the table of ``model``. The caller holds a transaction."""
    listed = ", ".join(connection.ops.quote_name(name) for name in columns)
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({listed}) FROM STDIN") as copy:
                for first in range(0, len(rows), 2_000):
                    copy.write("".join(map(_line, rows[first : first + 2_000])))
        else:
            places = ", ".join(["%s"] * len(columns))
            statement = f"INSERT INTO {table} ({listed}) VALUES ({places})"
            cursor.executemany(statement, rows)


def after_given_ids(model: type[models.Model]) -> None:
    """Let the database number further rows of ``model`` after those that came with a number."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)


def _line(row: Row) -> str:
    return "\t".join([_text(value) for value in row]) + "\n"


def _text(value: str | int | float | bytes | None) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, bytes):
        return f"\\\\x{value.hex()}"
    if isinstance(value, str):
        return value.translate(ESCAPED) if "\\" in value or "\t" in value else value
    return str(value)


def analyse() -> None:
    """Update the statistics of the database's planner."""
    cursor: Any
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
