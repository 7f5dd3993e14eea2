"""Reads games and their seats with SQL that is composed once.

Django takes longer to compose such a query and to build objects from its rows than the database
takes to answer it, and every new socket and every action that the cache cannot decide needs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth import get_user_model
from django.db import connection

from games.models import Game, Seat
from games.storage.columns import MatchState
from games.storage.rows import StoredGame, StoredSeat

_GAMES, _SEATS = Game._meta.db_table, Seat._meta.db_table
_PEOPLE = get_user_model()._meta.db_table


class GameRead(NamedTuple):
    """A stored game; ``rematch`` is the id of the rematch it led to."""

    game: StoredGame
    state: MatchState
    log: bytes
    rematch: str | None
    seats: list[StoredSeat]


def _of(table: str, columns: Iterable[str]) -> str:
    return ", ".join(f"{table}.{name}" for name in columns)


GAMES = f"""
SELECT {_of("g", StoredGame._fields)}, g."table", g.log, rematch.id
FROM {_GAMES} g LEFT JOIN {_GAMES} rematch ON rematch.rematch_of_id = g.id
WHERE g.id IN ({{ids}})
"""  # names of tables and columns only

SEATS = f"""
SELECT s.game_id, {_of("s", StoredSeat._fields[:6])}, person.name, person.is_guest,
    person.is_bot
FROM {_SEATS} s LEFT JOIN {_PEOPLE} person ON person.id = s.user_id
WHERE s.game_id IN ({{ids}}) ORDER BY s."index"
"""  # names of tables and columns only


def read_games(game_ids: Sequence[str]) -> list[GameRead]:
    """Read the games with these ids; ids of no game are left out."""
    read = {
        row[0]: GameRead(StoredGame(*row[:-3]), _state(row[-3]), row[-2], row[-1], [])
        for row in _rows(GAMES, game_ids)
    }
    for game_id, *seat in _rows(SEATS, list(read)):
        read[game_id].seats.append(StoredSeat(*seat))
    return list(read.values())


def _rows(statement: str, game_ids: Sequence[str]) -> list[tuple[Any, ...]]:
    if not game_ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement.format(ids=", ".join(["%s"] * len(game_ids))), game_ids)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _state(stored: str) -> MatchState:
    """Decode the column ``table``, which both databases return as text."""
    return msgspec.json.decode(stored, type=MatchState)
