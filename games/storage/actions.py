"""Reads the moves of games and the ids of their accepted actions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection

from games import models
from games.storage.columns import AcceptedRow, MoveRow
from games.storage.packing import unpacked


class StoredAction(NamedTuple):
    """A move, or another accepted action, whose ``ply`` and ``cell`` are 0."""

    game_id: str
    ply: int
    cell: int
    action_id: str | None
    version: int


def _select(table: str, row: type[MoveRow | AcceptedRow]) -> str:
    """One SELECT of ``ACTIONS``, with 0 for the columns that this table lacks."""
    columns = [name if name in row._fields else "0" for name in StoredAction._fields]
    listed = ", ".join([*columns, "CAST(NULL AS bytea)"])
    return f"SELECT {listed} FROM {table} WHERE game_id IN ({{ids}})"  # noqa: S608  names only


ACTIONS = " UNION ALL ".join(
    [
        _select(models.Move._meta.db_table, MoveRow),
        _select(models.AcceptedAction._meta.db_table, AcceptedRow),
        f"SELECT game_id, 0, 0, NULL, 0, moves FROM {models.PackedGame._meta.db_table} "  # noqa: S608
        "WHERE game_id IN ({ids})",
    ]
)
ACTIONS += " ORDER BY ply"
"""Composed once: Django takes longer to compose this query than a database to answer it. It is one
query, so that a game that is packed meanwhile is read either way, never without its moves."""


def stored_actions(game_ids: Sequence[str]) -> defaultdict[str, list[StoredAction]]:
    """The moves of games and their other accepted actions, in one query, by game and ply."""
    found: defaultdict[str, list[StoredAction]] = defaultdict(list)
    if not game_ids:
        return found
    statement = ACTIONS.format(ids=", ".join(["%s"] * len(game_ids)))
    with connection.cursor() as cursor:
        cursor.execute(statement, [*game_ids] * 3)
        for game_id, *values, packed in cursor.fetchall():
            if packed is None:
                found[game_id].append(StoredAction(game_id, *values))
            else:
                found[game_id] += (
                    StoredAction(game_id, move.ply, move.cell, move.action_id, move.version)
                    for move in unpacked(bytes(packed))
                )
    return found
