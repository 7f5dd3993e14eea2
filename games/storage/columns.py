"""The columns of a game's row that an action writes.

The statements, saving and loading are made from these declarations. A field is named as its
column in ``games.models``; its annotation gives the type in PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import UnionType
from typing import NamedTuple, NewType, get_args, get_origin, get_type_hints

import msgspec

Json = NewType("Json", str)
"""The text of a JSON value."""

TYPES = {str: "text", int: "int", datetime: "timestamptz", Json: "jsonb", bytes: "bytea"}


class GameRow(NamedTuple):
    """The columns of a game's row that change with its versions; times are aware.

    The other columns are set once, when the game is created. Moves only ever lower ``due_at``, so
    that they do not touch its index; the sweep raises it. ``log`` is what is appended to it.
    """

    id: str
    status: str
    version: int
    position: str
    winner: str
    reason: str
    table: Json
    started_at: datetime | None
    updated_at: datetime
    finished_at: datetime | None
    due_at: datetime | None
    log: bytes


class ClockState(msgspec.Struct):
    """The running part of a clock: milliseconds left by seat, and since when it runs."""

    remaining: Mapping[str, int]
    since: int | None = None


class MatchState(msgspec.Struct, omit_defaults=True):
    """The column ``table`` of a game's row: the running clock, and what is on offer.

    All but ``clock`` are fields of ``Match`` with the same names. None is left out.
    """

    clock: ClockState | None = None
    draw_offer: str | None = None
    draw_offered_at: int | None = None
    draw_offered_by: str | None = None
    replace_offer: str | None = None
    chance_from: int | None = None
    rematch_offer: str | None = None
    return_id: str | None = None
    numbers: Mapping[str, int] | None = None


def types_of(row: type[NamedTuple]) -> dict[str, str]:
    """The columns of ``row`` in order, with their types in PostgreSQL."""
    return {name: TYPES[_required(hint)] for name, hint in get_type_hints(row).items()}


def _required(hint: type) -> type:
    """``hint`` without its None."""
    if get_origin(hint) is not UnionType:
        return hint
    required: type = next(one for one in get_args(hint) if one is not type(None))
    return required
