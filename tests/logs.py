"""The moves in a game's log, and logs that were tampered with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.models import Game
from games.storage import log
from games.storage.log import Entry, StoredMove

Entries = list[Entry]


def moves(game_id: str) -> list[StoredMove]:
    return log.moves_of(Game.objects.get(id=game_id))


def every_move() -> list[StoredMove]:
    return [move for game in Game.objects.order_by("pk") for move in log.moves_of(game)]


def alter_move(game_id: str, ply: int, **fields: Any) -> None:
    """Let move ``ply`` have other ``fields`` of its ``Entry``."""
    _rewrite(game_id, ply, lambda one: [one._replace(**fields)])


def drop_move(game_id: str, ply: int) -> None:
    """Leave out move ``ply``, but not the version that it led to."""
    _rewrite(game_id, ply, lambda one: [one._replace(seat=None, cell=None)])


def _rewrite(game_id: str, ply: int, change: Callable[[Entry], Entries]) -> None:
    game = Game.objects.get(id=game_id)
    entries = list(log.read(game.log))
    place = [index for index, one in enumerate(entries) if one.cell is not None][ply - 1]
    entries[place : place + 1] = change(entries[place])
    Game.objects.filter(id=game_id).update(log=encoded(bytes(game.log[: log.BEGIN]), entries))


def encoded(begin: bytes, entries: Entries) -> bytes:
    """The bytes of a log with these entries, from the description in docs/storage.md."""
    version, at, found = begin[-1], int.from_bytes(begin[:-1], "big"), bytearray(begin)
    for one in entries:
        flags = log.SENT if one.sent else 0
        flags |= log.SAME if one.version == version else 0
        if one.cell is not None and one.seat is not None:
            found += bytes((flags | log.MOVE | one.seat << log.SEAT, one.cell))
        else:
            found.append(flags)
        rest = 2 * (one.at - at) if one.at >= at else 2 * (at - one.at) - 1
        while rest > 127:
            found.append(rest % 128 + 128)
            rest //= 128
        found.append(rest)
        found += one.sent or b""
        version, at = one.version, one.at
    return bytes(found)
