"""The SQL that stores any number of changes of games at once.

A row is updated only if it still has the version that its change was decided on; if one has moved
on, only that change fails. SQLite takes a batch as one JSON text and PostgreSQL as arrays, so that
a batch costs as many statements as a single change. The caller holds a transaction, but for
moves of running games on PostgreSQL, which one statement stores (``steps``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from sqlite3 import Cursor as SqliteCursor

import msgspec
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Cursor

from games.models import AcceptedAction, Game, Move
from games.storage.columns import AcceptedRow, GameRow, MoveRow, StepRow, types_of

GAMES, MOVES = Game._meta.db_table, Move._meta.db_table
GAME_COLUMNS, MOVE_COLUMNS = types_of(GameRow), types_of(MoveRow)
"""Names and PostgreSQL's types of what is written, in the order of the rows."""

Value = str | int | datetime | None
"""What a column of a row may hold."""

STEP_COLUMNS = types_of(StepRow)

TIMES: dict[type, list[int]] = {
    row: [index for index, kind in enumerate(types_of(row).values()) if kind == "timestamptz"]
    for row in (GameRow, StepRow, MoveRow)
}
"""Where the times stand in each kind of row."""

EARLIER = {"sqlite": "min(ifnull({old}, {new}), {new})", "postgresql": "least({old}, {new})"}
"""The earlier of two times, the new one if there is no old one."""


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def _assigned(values: Mapping[str, str]) -> str:
    return ", ".join(f'"{name}" = {value}' for name, value in values.items())


def _new_values(vendor: str, given: Mapping[str, str]) -> dict[str, str]:
    """The SQL that sets each column of a game, from the SQL of its new value.

    ``due_at`` only moves to an earlier time, so nearly all moves change no indexed column.
    """
    new = {name: value for name, value in given.items() if name != "id"}
    if due := new.get("due_at"):
        earlier = EARLIER[vendor].format(old=f"{GAMES}.due_at", new=due)
        new["due_at"] = f"CASE WHEN {due} IS NULL THEN NULL ELSE {earlier} END"
    return new


class Rows(msgspec.Struct, frozen=True, gc=False):
    """The rows of one change, and the version that it was decided on."""

    before: int
    game: GameRow | StepRow
    moves: tuple[MoveRow, ...] = ()
    accepted: AcceptedRow | None = None


class LostRace(Exception):
    """Some unknown changes of a batch are of games that have moved on."""


def write(changes: Sequence[Rows], *, one_by_one: bool = False) -> list[bool]:
    """Write every change whose row has not moved on; return which were written.

    No two of ``changes`` may be of one game. Raises IntegrityError for a move that is there
    already: what becomes of the others is up to the caller's transaction. On SQLite a batch raises
    LostRace if some rows have moved on: roll back, then call with ``one_by_one``.
    """
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    with database.wrap_database_errors:
        landed = write_rows(database, changes, one_by_one=one_by_one)
    _write_accepted([change for change, has in zip(changes, landed, strict=True) if has])
    return landed


def write_rows(
    database: BaseDatabaseWrapper, changes: Sequence[Rows], *, one_by_one: bool = False
) -> list[bool]:
    """``write`` all but what was accepted without a move, where ``database`` is connected.

    Raises the driver's own errors.
    """
    if database.vendor == "postgresql":
        return _write_postgresql(database, changes)
    return _write_sqlite(database, changes, one_by_one=one_by_one)


def _write_accepted(changes: Sequence[Rows]) -> None:
    """Actions that make no move are rare, so Django's ORM writes them."""
    if rows := [change.accepted for change in changes if change.accepted]:
        AcceptedAction.objects.bulk_create(AcceptedAction(**row._asdict()) for row in rows)


# --- SQLite ----------------------------------------------------------------------------------


def _extracts(columns: Iterable[str], start: int = 0) -> dict[str, str]:
    """Each column with the SQL of its value in a JSON row; the first stands at ``start``."""
    return {name: f"json_extract(value, '$[{index}]')" for index, name in enumerate(columns, start)}


def _sqlite_update(columns: Iterable[str]) -> str:
    """The UPDATE for JSON rows of the version before and these columns of a game."""
    values = _extracts(columns, start=1)
    return f"""
UPDATE {GAMES} SET {_assigned(_new_values("sqlite", values))}
FROM json_each(?)
WHERE {GAMES}.id = {values["id"]} AND {GAMES}.version = json_extract(value, '$[0]')
"""  # noqa: S608  names of tables and columns only


def _sqlite_insert() -> str:
    """The INSERT for JSON rows with the columns of a ``MoveRow``."""
    values = ", ".join(_extracts(MOVE_COLUMNS).values())
    return f"""
INSERT INTO {MOVES} ({_listed(MOVE_COLUMNS)})
SELECT {values}
FROM json_each(?)
"""  # noqa: S608  names of tables and columns only


SQLITE_UPDATE = {row: _sqlite_update(types_of(row)) for row in (StepRow, GameRow)}
SQLITE_INSERT = _sqlite_insert()


def _write_sqlite(
    database: BaseDatabaseWrapper, changes: Sequence[Rows], *, one_by_one: bool
) -> list[bool]:
    """Write all rows at once, which nearly always succeeds, or one by one to see which do."""
    if one_by_one or len(changes) == 1:
        landed = [_update_sqlite(database, [change]) == 1 for change in changes]
    elif _update_sqlite(database, changes) == len(changes):
        landed = [True] * len(changes)
    else:
        raise LostRace
    _insert_sqlite(database, [one for one, has in zip(changes, landed, strict=True) if has])
    return landed


def _update_sqlite(database: BaseDatabaseWrapper, changes: Sequence[Rows]) -> int:
    updated = 0
    for kind, statement in SQLITE_UPDATE.items():
        games = [change for change in changes if type(change.game) is kind]
        if games:
            rows = [[change.before, *_plain(change.game)] for change in games]
            updated += _sqlite(database, statement, rows).rowcount
    return updated


def _insert_sqlite(database: BaseDatabaseWrapper, changes: Sequence[Rows]) -> None:
    if moves := [_plain(move) for change in changes for move in change.moves]:
        _sqlite(database, SQLITE_INSERT, moves)


def _sqlite(database: BaseDatabaseWrapper, statement: str, rows: list[list[Value]]) -> SqliteCursor:
    # The driver releases the GIL for each statement and has to get it back, so fewer statements
    # are faster. Django's own cursor would only add work.
    text = msgspec.json.encode(rows).decode()
    cursor: SqliteCursor = database.connection.execute(statement, (text,))
    return cursor


def _plain(row: tuple[Value, ...]) -> list[Value]:
    """A row with times as SQLite stores them: UTC, without a zone."""
    values = list(row)
    for index in TIMES[type(row)]:
        values[index] = _plain_time(values[index])
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
    """The statement for an array of old versions, then one for each column of both rows.

    Where the status is NULL, the game goes on and keeps all columns that a ``StepRow`` lacks.
    """
    given = {name: _given(name) for name in GAME_COLUMNS}
    new = _new_values("postgresql", given)
    new |= {
        name: f'CASE WHEN given.status IS NULL THEN {GAMES}."{name}" ELSE {value} END'
        for name, value in new.items()
        if name not in STEP_COLUMNS
    }
    return f"""
WITH given AS (
    SELECT * FROM unnest(%s::int[], {_arrays(GAME_COLUMNS)})
    AS row (before, {_listed(GAME_COLUMNS)})
), landed AS (
    UPDATE {GAMES} SET {_assigned(new)}
    FROM given WHERE {GAMES}.id = given.id AND {GAMES}.version = given.before
    RETURNING {GAMES}.id
), moved AS (
    INSERT INTO {MOVES} ({_listed(MOVE_COLUMNS)})
    SELECT row.* FROM unnest({_arrays(MOVE_COLUMNS)}) AS row ({_listed(MOVE_COLUMNS)})
    JOIN landed ON landed.id = row.game_id
)
SELECT id FROM landed
"""  # noqa: S608  names of tables and columns only


POSTGRESQL_WRITE = _postgresql_write()


def _write_postgresql(database: BaseDatabaseWrapper, changes: Sequence[Rows]) -> list[bool]:
    # Locking games in one order keeps two processes from deadlocks.
    ordered = sorted(changes, key=lambda change: change.game.id)
    before = [change.before for change in ordered]
    games = _transposed([_whole(change.game) for change in ordered], GAME_COLUMNS)
    moves = _transposed([move for change in ordered for move in change.moves], MOVE_COLUMNS)
    with Cursor(database.connection) as cursor:
        cursor.execute(POSTGRESQL_WRITE, [before, *games, *moves], prepare=True)
        landed = {row[0] for row in cursor.fetchall()}
    return [change.game.id in landed for change in changes]


def _whole(row: GameRow | StepRow) -> tuple[Value, ...]:
    """The columns of a ``GameRow``; None for those that a ``StepRow`` lacks."""
    return row if isinstance(row, GameRow) else tuple(map(row._asdict().get, GAME_COLUMNS))


def _transposed(rows: Sequence[tuple[Value, ...]], columns: Collection[str]) -> list[list[Value]]:
    """Rows as one list per column, which is what ``unnest`` takes."""
    return [[row[index] for row in rows] for index in range(len(columns))]
