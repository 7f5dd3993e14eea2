"""The statements that keep changes of games: as many as there are, in one go.

Each row is updated only if it still has the version its change was decided on; a row that has
moved on fails alone. SQLite takes a batch as one JSON text and PostgreSQL as arrays, so that
a batch costs as many statements as a single change. The caller holds a transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection, transaction
from psycopg import Cursor


@dataclass(frozen=True, slots=True)
class Rows:
    """One change as rows, in the order of the statements below; times are aware datetimes.

    ``game``: id and version before, then the columns as they read after. ``moves``: new ones.
    """

    game: tuple[Any, ...]
    moves: tuple[tuple[Any, ...], ...] = ()


def write(changes: Sequence[Rows]) -> list[bool]:
    """Write every change whose row has not moved on; whether each landed.

    No two of ``changes`` may be of one game. Raises IntegrityError for a move that is there
    already: what becomes of the others is up to the caller's transaction.
    """
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        return _write_postgresql(changes)
    return _write_sqlite(changes)


# --- SQLite ----------------------------------------------------------------------------------

SQLITE_UPDATE = """
UPDATE games_game SET
    status = json_extract(value, '$[2]'), version = json_extract(value, '$[3]'),
    position = json_extract(value, '$[4]'), winner = json_extract(value, '$[5]'),
    reason = json_extract(value, '$[6]'), "table" = json_extract(value, '$[7]'),
    started_at = json_extract(value, '$[8]'), updated_at = json_extract(value, '$[9]'),
    finished_at = json_extract(value, '$[10]')
FROM json_each(?)
WHERE games_game.id = json_extract(value, '$[0]')
    AND games_game.version = json_extract(value, '$[1]')
"""

SQLITE_INSERT = """
INSERT INTO games_move (game_id, ply, seat, cell, action_id, version, at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
    json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
    json_extract(value, '$[6]')
FROM json_each(?)
"""


def _write_sqlite(changes: Sequence[Rows]) -> list[bool]:
    """All at once, which is what nearly always lands; else each by itself to see which do."""
    if len(changes) > 1:
        with transaction.atomic():
            if _update_sqlite(changes) == len(changes):
                _insert_sqlite(changes)
                return [True] * len(changes)
            transaction.set_rollback(True)
    landed = [_update_sqlite([change]) == 1 for change in changes]
    _insert_sqlite([change for change, has in zip(changes, landed, strict=True) if has])
    return landed


def _update_sqlite(changes: Sequence[Rows]) -> int:
    rows = [_plain(change.game) for change in changes]
    return int(_sqlite(SQLITE_UPDATE, rows).rowcount)


def _insert_sqlite(changes: Sequence[Rows]) -> None:
    if moves := [_plain(move) for change in changes for move in change.moves]:
        _sqlite(SQLITE_INSERT, moves)


def _sqlite(statement: str, rows: list[list[Any]]) -> Any:
    # The driver lets go of the interpreter for each statement and must win it back: the fewer,
    # the better. Django's own cursor would only add work before it.
    with connection.wrap_database_errors:
        return connection.connection.execute(statement, (msgspec.json.encode(rows).decode(),))


def _plain(row: tuple[Any, ...]) -> list[Any]:
    """A row with its times as SQLite keeps them: UTC, without saying so."""
    return [
        str(value.replace(tzinfo=None)) if isinstance(value, datetime) else value for value in row
    ]


# --- PostgreSQL ------------------------------------------------------------------------------

POSTGRESQL_WRITE = """
WITH given AS (
    SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::text[], %s::text[],
        %s::text[], %s::text[], %s::timestamptz[], %s::timestamptz[], %s::timestamptz[])
    AS row (id, before, status, version, position, winner, reason, kept, started, updated, finished)
), landed AS (
    UPDATE games_game SET status = given.status, version = given.version,
        position = given.position, winner = given.winner, reason = given.reason,
        "table" = given.kept::jsonb, started_at = given.started, updated_at = given.updated,
        finished_at = given.finished
    FROM given WHERE games_game.id = given.id AND games_game.version = given.before
    RETURNING games_game.id
), moved AS (
    INSERT INTO games_move (game_id, ply, seat, cell, action_id, version, at)
    SELECT row.* FROM unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::text[], %s::int[],
        %s::timestamptz[]) AS row (game_id, ply, seat, cell, action_id, version, at)
    JOIN landed ON landed.id = row.game_id
)
SELECT id FROM landed
"""


def _write_postgresql(changes: Sequence[Rows]) -> list[bool]:
    # Two processes that lock the same games in one order cannot wait for each other.
    ordered = sorted(changes, key=lambda change: change.game[0])
    games = _columns([change.game for change in ordered], 11)
    moves = _columns([move for change in ordered for move in change.moves], 7)
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        cursor.execute(POSTGRESQL_WRITE, [*games, *moves], prepare=True)
        landed = {row[0] for row in cursor.fetchall()}
    return [change.game[0] in landed for change in changes]


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Rows as one list per column, which is what ``unnest`` takes."""
    return [[row[index] for row in rows] for index in range(width)]
