"""The SQL that stores any number of changes of games at once.

A row is updated only if it still has the version that its change was decided on; if one has moved
on, only that change fails. That comparison is all that keeps moves apart: there is no second row
that a unique constraint could guard. SQLite takes a batch as a list of VALUES and PostgreSQL as
arrays. The caller holds a transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from itertools import chain

import msgspec
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Cursor

from games.models import Game
from games.storage.columns import GameRow, types_of

GAMES = Game._meta.db_table
COLUMNS = types_of(GameRow)
"""Names and PostgreSQL's types of what is written, in the order of a row."""

Value = str | int | bytes | datetime | None
"""What a column of a row may hold."""

TIMES = [index for index, kind in enumerate(COLUMNS.values()) if kind == "timestamptz"]
"""Where the times stand in a row."""

EARLIER = {"sqlite": "min(ifnull({old}, {new}), {new})", "postgresql": "least({old}, {new})"}
"""The earlier of two times, the new one if there is no old one."""

APPENDED = {"sqlite": "CAST({old} || {new} AS BLOB)", "postgresql": "{old} || {new}"}
"""Bytes after bytes; SQLite calls what it joins a text, though it keeps every byte of it."""


class Rows(msgspec.Struct, frozen=True, gc=False):
    """The row of one change, and the version that it was decided on."""

    before: int
    game: GameRow


class LostRace(Exception):
    """Some unknown changes of a batch are of games that have moved on."""


def write(changes: Sequence[Rows], *, one_by_one: bool = False) -> list[bool]:
    """Write every change whose row has not moved on; return which were written.

    No two of ``changes`` may be of one game. On SQLite a batch raises LostRace if some rows have
    moved on: roll back, then call with ``one_by_one``.
    """
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    with database.wrap_database_errors:
        if database.vendor == "postgresql":
            return _write_postgresql(database, changes)
        return _write_sqlite(database, changes, one_by_one=one_by_one)


def _new_values(vendor: str, given: Mapping[str, str]) -> dict[str, str]:
    """The SQL that sets each column of a game, from the SQL of what is given for it.

    ``due_at`` only moves to an earlier time, so nearly all moves change no indexed column.
    """
    new = {name: value for name, value in given.items() if name != "id"}
    new["log"] = APPENDED[vendor].format(old=f"{GAMES}.log", new=new["log"])
    due = new["due_at"]
    earlier = EARLIER[vendor].format(old=f"{GAMES}.due_at", new=due)
    new["due_at"] = f"CASE WHEN {due} IS NULL THEN NULL ELSE {earlier} END"
    return new


def _assigned(values: Mapping[str, str]) -> str:
    return ", ".join(f'"{name}" = {value}' for name, value in values.items())


# --- SQLite ----------------------------------------------------------------------------------


@cache
def _sqlite_update(size: int) -> str:
    """The UPDATE for ``size`` rows of a game, each after the version that it was decided on."""
    rows = ", ".join([f"({', '.join('?' * (1 + len(COLUMNS)))})"] * size)
    given = {name: f"given.column{number}" for number, name in enumerate(COLUMNS, 2)}
    return f"""
UPDATE {GAMES} SET {_assigned(_new_values("sqlite", given))}
FROM (VALUES {rows}) AS given
WHERE {GAMES}.id = {given["id"]} AND {GAMES}.version = given.column1
"""  # names of tables and columns only


def _write_sqlite(
    database: BaseDatabaseWrapper, changes: Sequence[Rows], *, one_by_one: bool
) -> list[bool]:
    """Write all rows at once, which nearly always succeeds, or one by one to see which do."""
    if one_by_one or len(changes) == 1:
        return [_update_sqlite(database, [change]) == 1 for change in changes]
    if _update_sqlite(database, changes) == len(changes):
        return [True] * len(changes)
    raise LostRace


def _update_sqlite(database: BaseDatabaseWrapper, changes: Sequence[Rows]) -> int:
    """How many rows were written.

    The driver releases the GIL for each statement and has to get it back, so one statement for all
    rows is faster than ``executemany``. Rows of no game fill them up, so that few are compiled.
    """
    rows = [_plain(change) for change in changes]
    size = 1 << (len(rows) - 1).bit_length()
    rows += [[None] * len(rows[0])] * (size - len(rows))
    values = list(chain.from_iterable(rows))
    # Django's own cursor would only add work.
    updated: int = database.connection.execute(_sqlite_update(size), values).rowcount
    return updated


def _plain(change: Rows) -> list[Value]:
    """The version before, and the row with times as SQLite stores them: UTC, without a zone."""
    values: list[Value] = [change.before, *change.game]
    for index in TIMES:
        values[index + 1] = _plain_time(values[index + 1])
    return values


@lru_cache(1024)
def _plain_time(time: Value) -> str | None:
    return str(time.replace(tzinfo=None)) if isinstance(time, datetime) else None


# --- PostgreSQL ------------------------------------------------------------------------------


def _arrays(columns: Mapping[str, str]) -> str:
    """A placeholder for the array of each column; JSON is passed as text."""
    types = ("text" if kind == "jsonb" else kind for kind in columns.values())
    return ", ".join(f"%s::{kind}[]" for kind in types)


def _given(name: str) -> str:
    return f'given."{name}"' + ("::jsonb" if COLUMNS[name] == "jsonb" else "")


def _postgresql_write() -> str:
    """The statement for an array of old versions, then one for each column."""
    new = _new_values("postgresql", {name: _given(name) for name in COLUMNS})
    listed = ", ".join(f'"{name}"' for name in COLUMNS)
    return f"""
UPDATE {GAMES} SET {_assigned(new)}
FROM unnest(%s::int[], {_arrays(COLUMNS)}) AS given (before, {listed})
WHERE {GAMES}.id = given.id AND {GAMES}.version = given.before
RETURNING {GAMES}.id
"""  # names of tables and columns only


POSTGRESQL_WRITE = _postgresql_write()


def _write_postgresql(database: BaseDatabaseWrapper, changes: Sequence[Rows]) -> list[bool]:
    # Locking games in one order keeps two processes from deadlocks.
    ordered = sorted(changes, key=lambda change: change.game.id)
    before = [change.before for change in ordered]
    # One list for each column is what ``unnest`` takes.
    columns = [list(column) for column in zip(*(change.game for change in ordered), strict=True)]
    with Cursor(database.connection) as cursor:
        cursor.execute(POSTGRESQL_WRITE, [before, *columns], prepare=True)
        landed = {row[0] for row in cursor.fetchall()}
    return [change.game.id in landed for change in changes]
