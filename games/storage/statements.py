"""The SQL that stores any number of changes of games at once.

A row is updated only if it still has the version that its change was decided on; if one has moved
on, only that change fails. That comparison is all that keeps moves apart: there is no second row
that a unique constraint could guard. SQLite takes a batch as a list of VALUES and PostgreSQL as
arrays. The caller holds a transaction, but for changes of running games on PostgreSQL, which one
statement stores (``steps``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from itertools import chain

import msgspec
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Cursor

from games.models import Game
from games.storage.columns import GameRow, StepRow, types_of

GAMES = Game._meta.db_table
GAME_COLUMNS, STEP_COLUMNS = types_of(GameRow), types_of(StepRow)
"""Names and PostgreSQL's types of what is written, in the order of the rows."""

Value = str | int | bytes | datetime | None
"""What a column of a row may hold."""

TIMES: dict[type, list[int]] = {
    row: [index for index, kind in enumerate(types_of(row).values()) if kind == "timestamptz"]
    for row in (GameRow, StepRow)
}
"""Where the times stand in each kind of row."""

EARLIER = {"sqlite": "min(ifnull({old}, {new}), {new})", "postgresql": "least({old}, {new})"}
"""The earlier of two times, the new one if there is no old one."""

APPENDED = {"sqlite": "CAST({old} || {new} AS BLOB)", "postgresql": "{old} || {new}"}
"""Bytes after bytes; SQLite calls what it joins a text, though it keeps every byte of it."""


class Rows(msgspec.Struct, frozen=True, gc=False):
    """The row of one change, and the version that it was decided on."""

    before: int
    game: GameRow | StepRow


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
        return write_rows(database, changes, one_by_one=one_by_one)


def write_rows(
    database: BaseDatabaseWrapper, changes: Sequence[Rows], *, one_by_one: bool = False
) -> list[bool]:
    """``write`` where ``database`` is connected. Raises the driver's own errors."""
    if database.vendor == "postgresql":
        return _write_postgresql(database, changes)
    return _write_sqlite(database, changes, one_by_one=one_by_one)


def _new_values(vendor: str, given: Mapping[str, str]) -> dict[str, str]:
    """The SQL that sets each column of a game, from the SQL of what is given for it.

    ``due_at`` only moves to an earlier time, so nearly all moves change no indexed column.
    """
    new = {name: value for name, value in given.items() if name != "id"}
    new["log"] = APPENDED[vendor].format(old=f"{GAMES}.log", new=new["log"])
    if due := new.get("due_at"):
        earlier = EARLIER[vendor].format(old=f"{GAMES}.due_at", new=due)
        new["due_at"] = f"CASE WHEN {due} IS NULL THEN NULL ELSE {earlier} END"
    return new


def _assigned(values: Mapping[str, str]) -> str:
    return ", ".join(f'"{name}" = {value}' for name, value in values.items())


# --- SQLite ----------------------------------------------------------------------------------


@cache
def _sqlite_update(kind: type[GameRow | StepRow], size: int) -> str:
    """The UPDATE for ``size`` rows of a game, each after the version that it was decided on."""
    columns = types_of(kind)
    rows = ", ".join([f"({', '.join('?' * (1 + len(columns)))})"] * size)
    given = {name: f"given.column{number}" for number, name in enumerate(columns, 2)}
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
    updated = 0
    for kind in (StepRow, GameRow):
        rows = [_plain(one.game, one.before) for one in changes if type(one.game) is kind]
        if rows:  # Django's own cursor would only add work
            size = 1 << (len(rows) - 1).bit_length()
            rows += [[None] * len(rows[0])] * (size - len(rows))
            values = list(chain.from_iterable(rows))
            statement = _sqlite_update(kind, size)
            updated += database.connection.execute(statement, values).rowcount
    return updated


def _plain(row: GameRow | StepRow, before: int) -> list[Value]:
    """The version before, and a row with times as SQLite stores them: UTC, without a zone."""
    values: list[Value] = [before, *row]
    for index in TIMES[type(row)]:
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
    return f'given."{name}"' + ("::jsonb" if GAME_COLUMNS[name] == "jsonb" else "")


def _postgresql_write() -> str:
    """The statement for an array of old versions, then one for each column.

    Where the status is NULL, the game goes on and keeps all columns that a ``StepRow`` lacks.
    """
    given = {name: _given(name) for name in GAME_COLUMNS}
    new = _new_values("postgresql", given)
    new |= {
        name: f'CASE WHEN given.status IS NULL THEN {GAMES}."{name}" ELSE {value} END'
        for name, value in new.items()
        if name not in STEP_COLUMNS
    }
    listed = ", ".join(f'"{name}"' for name in GAME_COLUMNS)
    return f"""
UPDATE {GAMES} SET {_assigned(new)}
FROM unnest(%s::int[], {_arrays(GAME_COLUMNS)}) AS given (before, {listed})
WHERE {GAMES}.id = given.id AND {GAMES}.version = given.before
RETURNING {GAMES}.id
"""  # names of tables and columns only


POSTGRESQL_WRITE = _postgresql_write()


def _write_postgresql(database: BaseDatabaseWrapper, changes: Sequence[Rows]) -> list[bool]:
    # Locking games in one order keeps two processes from deadlocks.
    ordered = sorted(changes, key=lambda change: change.game.id)
    before = [change.before for change in ordered]
    games = _transposed([_whole(change.game) for change in ordered], GAME_COLUMNS)
    with Cursor(database.connection) as cursor:
        cursor.execute(POSTGRESQL_WRITE, [before, *games], prepare=True)
        landed = {row[0] for row in cursor.fetchall()}
    return [change.game.id in landed for change in changes]


def _whole(row: GameRow | StepRow) -> tuple[Value, ...]:
    """The columns of a ``GameRow``; None for those that a ``StepRow`` lacks."""
    return row if isinstance(row, GameRow) else tuple(map(row._asdict().get, GAME_COLUMNS))


def _transposed(rows: Sequence[tuple[Value, ...]], columns: Collection[str]) -> list[list[Value]]:
    """Rows as one list per column, which is what ``unnest`` takes."""
    return [[row[index] for row in rows] for index in range(len(columns))]
