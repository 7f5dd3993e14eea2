"""The moves of games that ended long ago: one row a game (``PackedGame``) instead of one a move.

Packing loses nothing but the primary keys: times come back to the microsecond, and the ids of
actions too, so that an id sent again still gets its first answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, cycle, islice, pairwise
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.db import transaction

from games import models

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

KEY = re.compile(r"([1-9][0-9]*):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
"""An action's id as browsers make them: the sender's number and a UUID."""

SERVERS, TEXT, FIRST_SENDER = 0, 1, 2
"""Who made a move: the server, somebody whose id is kept as text, the first of ``senders``, …"""

Item = TypeVar("Item")


class Moves(msgspec.Struct, array_like=True, tag=1, frozen=True):
    """A game's moves, column by column; the struct's tag is the version of the format.

    ``seats``, ``steps`` and ``by`` hold the shortest prefix that gives the whole column when
    repeated. ``steps`` are the differences between versions, from ``version`` on; ``waits`` those
    between times, from ``at`` on, in units of ``unit`` microseconds (``at`` since 1970).
    """

    cells: bytes
    seats: list[str]
    version: int
    steps: list[int]
    unit: int
    at: int
    waits: list[int]
    by: list[int]
    senders: list[int]
    uuids: bytes
    texts: list[str]


class StoredMove(msgspec.Struct, frozen=True):
    """A move as it was stored, apart from its game: see ``MoveRow``."""

    ply: int
    seat: str
    cell: int
    action_id: str | None
    version: int
    at: datetime


COLUMNS = StoredMove.__struct_fields__

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Moves).decode


# --- the format ------------------------------------------------------------------------------


def packed(moves: Sequence[StoredMove]) -> bytes:
    """The moves of a game as bytes. Raises ValueError unless they are ply 1, 2, 3, …"""
    if [move.ply for move in moves] != list(range(1, len(moves) + 1)):
        raise ValueError("a ply is missing")
    times = [(move.at - EPOCH) // MICROSECOND for move in moves]
    unit = 1 if any(time % 1000 for time in times) else 1000
    by, senders, uuids, texts = _ids([move.action_id for move in moves])
    return _encode(
        Moves(
            cells=bytes(move.cell for move in moves),
            seats=_beginning([move.seat for move in moves]),
            version=moves[0].version,
            steps=_beginning([b.version - a.version for a, b in pairwise(moves)]),
            unit=unit,
            at=times[0] // unit,
            waits=[(b - a) // unit for a, b in pairwise(times)],
            by=_beginning(by),
            senders=senders,
            uuids=uuids,
            texts=texts,
        )
    )


def unpacked(data: bytes) -> list[StoredMove]:
    """The moves that ``packed`` made ``data`` of."""
    kept = _decode(data)
    count = len(kept.cells)
    uuids = (str(UUID(bytes=kept.uuids[at : at + 16])) for at in range(0, len(kept.uuids), 16))
    texts = iter(kept.texts)

    def action_id(by: int) -> str | None:
        if by == SERVERS:
            return None
        return next(texts) if by == TEXT else f"{kept.senders[by - FIRST_SENDER]}:{next(uuids)}"

    times = accumulate(kept.waits, initial=kept.at)
    columns = (
        range(1, count + 1),
        cycle(kept.seats),
        kept.cells,
        (action_id(by) for by in islice(cycle(kept.by), count)),
        accumulate(islice(cycle(kept.steps), count - 1), initial=kept.version),
        (EPOCH + time * kept.unit * MICROSECOND for time in times),
    )
    return [StoredMove(*values) for values in zip(*columns, strict=False)]


def first_cells(data: bytes, most: int) -> list[tuple[str, int]]:
    """(seat, cell) of the first ``most`` moves that were packed, without the rest of them."""
    kept = _decode(data)
    return list(zip(cycle(kept.seats), kept.cells[:most], strict=False))


def _ids(ids: Sequence[str | None]) -> tuple[list[int], list[int], bytes, list[str]]:
    """``by``, ``senders``, ``uuids`` and ``texts`` of ``Moves``."""
    by: list[int] = []
    senders: list[int] = []
    uuids, texts = bytearray(), list[str]()
    for one in ids:
        if one is None:
            by.append(SERVERS)
        elif (found := KEY.fullmatch(one)) is None or len(found[1]) > 18:
            by.append(TEXT)
            texts.append(one)
        else:
            if (sender := int(found[1])) not in senders:
                senders.append(sender)
            by.append(FIRST_SENDER + senders.index(sender))
            uuids += UUID(found[2]).bytes
    return by, senders, bytes(uuids), texts


def _beginning(values: list[Item]) -> list[Item]:
    """The shortest prefix of ``values`` that gives all of them when repeated."""
    lengths = range(1, len(values))
    return next((values[:n] for n in lengths if values[n:] == values[:-n]), values)


# --- the rows --------------------------------------------------------------------------------


def moves_of(game_ids: Collection[str]) -> dict[str, list[StoredMove]]:
    """The moves of games by ply, packed or not; in three queries at most."""
    found: dict[str, list[StoredMove]] = {game_id: [] for game_id in game_ids}
    _read_rows(found, found)
    if bare := [game_id for game_id in found if not found[game_id]]:
        rows = models.PackedGame.objects.filter(game_id__in=bare)
        found |= {row.game_id: unpacked(bytes(row.moves)) for row in rows}
        # Games unpacked between the two reads have rows again.
        _read_rows(found, [game_id for game_id in bare if not found[game_id]])
    return found


def openings_of(game_ids: Collection[str], most: int) -> dict[str, list[tuple[str, int]]]:
    """(seat, cell) of the first ``most`` moves of games, packed or not."""
    found: dict[str, list[tuple[str, int]]] = {game_id: [] for game_id in game_ids}
    rows = models.Move.objects.filter(game_id__in=found, ply__lte=most).order_by("ply")
    for game_id, seat, cell in rows.values_list("game_id", "seat", "cell"):
        found[game_id].append((seat, cell))
    bare = [game_id for game_id in found if not found[game_id]]
    packs = models.PackedGame.objects.filter(game_id__in=bare)
    for game_id, data in packs.values_list("game_id", "moves"):
        found[game_id] = first_cells(bytes(data), most)
    return found


def _read_rows(found: dict[str, list[StoredMove]], game_ids: Collection[str]) -> None:
    if not game_ids:
        return
    rows = models.Move.objects.filter(game_id__in=game_ids).order_by("ply")
    for game_id, *values in rows.values_list("game_id", *COLUMNS):
        found[game_id].append(StoredMove(*values))


def pack(games: Mapping[str, list[StoredMove]]) -> int:
    """Pack finished games whose moves have been checked by replay; return how many.

    A game is left alone if its rows differ from the given moves, or if unpacking would not give
    the same moves back.
    """
    made = {game_id: packed(moves) for game_id, moves in games.items()}
    made = {game_id: data for game_id, data in made.items() if unpacked(data) == games[game_id]}
    with transaction.atomic():
        _lock(made)
        rows: dict[str, list[StoredMove]] = {game_id: [] for game_id in made}
        _read_rows(rows, made)
        made = {game_id: data for game_id, data in made.items() if rows[game_id] == games[game_id]}
        models.PackedGame.objects.bulk_create(
            models.PackedGame(game_id=game_id, moves=data) for game_id, data in made.items()
        )
        models.Move.objects.filter(game_id__in=list(made)).delete()
    return len(made)


def unpack(games: Collection[str]) -> int:
    """Give the moves of ``games`` a row each again, all or none; return how many games."""
    with transaction.atomic():
        _lock(games)
        rows = list(models.PackedGame.objects.filter(game_id__in=games))
        models.Move.objects.bulk_create(
            models.Move(game_id=row.game_id, **_values(move))
            for row in rows
            for move in unpacked(bytes(row.moves))
        )
        models.PackedGame.objects.filter(game_id__in=[row.game_id for row in rows]).delete()
    return len(rows)


def _values(move: StoredMove) -> dict[str, Any]:
    return msgspec.structs.asdict(move)


def _lock(games: Collection[str]) -> None:
    """Let nobody else pack, unpack or delete these games until the transaction ends."""
    rows = models.Game.objects.filter(id__in=games).order_by("id").select_for_update()
    list(rows.values_list("id", flat=True))
