"""What the migrations to one row a game share: the log of a game from the rows it had before.

Frozen: it knows the bytes as they were when these migrations were written.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from itertools import accumulate, cycle, islice
from uuid import UUID

import msgspec

SEATS = {"classic": ("X", "O"), "dstru": ("Tres", "Uno", "Dos")}
EPOCH, MS = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
BATCH = 500
MOVE, SENT, SAME = 1, 2, 4


def copy(apps, connection, ids):
    """Write the logs of these games, each if it still has the version that was read."""
    alias = connection.alias
    games, moves, packs, accepted = (
        apps.get_model("games", name).objects.using(alias)
        for name in ("Game", "Move", "PackedGame", "AcceptedAction")
    )
    rows = list(games.filter(pk__in=ids))
    events = defaultdict(list)
    read_moves(moves, ids, events)
    bare = [one for one in ids if one not in events]
    for game_id, data in packs.filter(pk__in=bare).values_list("pk", "moves"):
        events[game_id] = unpacked(bytes(data))
    read_moves(moves, [one for one in bare if one not in events], events)  # unpacked meanwhile
    kept = accepted.filter(game__in=ids).values_list("game_id", "version", "action_id")
    for game_id, version, key in kept.order_by("version"):
        events[game_id].append((version, 0, None, None, key, None))
    made = [(log_of(row, events[row.pk]), row.version, row.pk, row.version) for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE games_game SET log = %s, copied = %s WHERE id = %s AND version = %s", made
        )


def read_moves(moves, ids, events):
    rows = moves.filter(game__in=ids).order_by("ply")
    for game_id, *move in rows.values_list(
        "game_id", "version", "ply", "seat", "cell", "action_id", "at"
    ):
        events[game_id].append(tuple(move))


def log_of(game, events):
    """The log of a game with these (version, ply, seat, cell, key, at) of moves and actions.

    Of changes that left no row it has an entry each, too, since versions are counted by entries;
    when they were is only known of the latest.
    """
    seats = SEATS[game.variant]
    events = sorted(events, key=lambda one: (one[0], one[1]))
    opening = [one for one in events if 1 <= one[1] <= game.opening]
    version = min(opening[0][0] if opening else 1, game.version, 255)
    at = ms(game.created_at)
    log = bytearray(at.to_bytes(6, "big") + bytes((version,)))
    for _, _, seat, cell, _, _ in opening:
        log += bytes((MOVE | SAME | seats.index(seat) << 4, cell, 0))
    for after, ply, seat, cell, key, when in events[len(opening) :] if opening else events:
        while version + 1 < after:
            log += bytes((0, 0))
            version += 1
        flags = (MOVE | seats.index(seat) << 4 if ply else 0) | (SENT if key else 0)
        if after == version + 1:
            version = after
        else:
            flags |= SAME
        if when is None:
            when = game.updated_at if after == game.version else None
        now = at if when is None else ms(when)
        log += bytes((flags, *((cell,) if ply else ()), *varint(now - at)))
        log += blake2b(key.encode(), digest_size=8).digest() if key else b""
        at = now
    while version < game.version:
        version += 1
        now = ms(game.updated_at) if version == game.version else at
        log += bytes((0, *varint(now - at)))
        at = now
    return bytes(log)


def ms(time):
    return round((time - EPOCH) / MS)


def varint(wait):
    rest = wait << 1 if wait >= 0 else ~(wait << 1)
    groups = []
    while rest > 0x7F:
        groups.append(rest & 0x7F | 0x80)
        rest >>= 7
    return [*groups, rest]


class Packed(msgspec.Struct, array_like=True, tag=1):
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


def unpacked(data):
    """(version, ply, seat, cell, key, at) of the moves in a row of games_packedgame."""
    kept = msgspec.msgpack.decode(data, type=Packed)
    count = len(kept.cells)
    uuids = (str(UUID(bytes=kept.uuids[at : at + 16])) for at in range(0, len(kept.uuids), 16))
    texts = iter(kept.texts)

    def key(by):
        if by == 0:
            return None
        return next(texts) if by == 1 else f"{kept.senders[by - 2]}:{next(uuids)}"

    times = accumulate(kept.waits, initial=kept.at)
    columns = (
        accumulate(islice(cycle(kept.steps), count - 1), initial=kept.version),
        range(1, count + 1),
        cycle(kept.seats),
        kept.cells,
        (key(by) for by in islice(cycle(kept.by), count)),
        (EPOCH + timedelta(microseconds=time * kept.unit) for time in times),
    )
    return list(zip(*columns, strict=False))
