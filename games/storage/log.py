"""The log of a game: everything that happened in it, as bytes in its row.

Every change of a game appends its entry in the UPDATE that compares the version, so a log and the
version beside it are one. ``docs/storage.md`` describes the bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from games.match import MoveMade
from games.models import Game
from games.rules import board_class

MOVE, SENT, SAME = 1, 2, 4
"""Flags of an entry: it is a move; somebody sent it; it is of one version with the entry before."""

SEAT = 4
"""By how many bits the index of the seat that moved is shifted."""

BEGIN = 7
"""Bytes that a log begins with: the time when the game was opened, and its version then."""

Log = bytes | memoryview
"""A log as either database returns it."""

ID = 8
"""Bytes of a key's digest: of a billion keys in one game, two agree once in 37 tries."""


class Entry(NamedTuple):
    """One entry. ``seat`` and ``cell`` are None if it is no move, ``sent`` if nobody sent it.

    ``seat`` is an index of the board's ``SEATS``, ``at`` are ms since 1970, ``sent`` is the
    ``digest`` of the action's key.
    """

    version: int
    at: int
    seat: int | None
    cell: int | None
    sent: bytes | None


class StoredMove(NamedTuple):
    """A move as the log has it; ``ply`` counts from 1 on the empty board."""

    ply: int
    seat: str
    cell: int
    sent: bytes | None
    version: int
    at: datetime


@lru_cache(1024)  # asked three times on the way of a move
def digest(key: str) -> bytes:
    """What is kept of an action's key (``Action.key``)."""
    return blake2b(key.encode(), digest_size=ID).digest()


# --- writing ---------------------------------------------------------------------------------


def begun(at: int, version: int, opening: Sequence[tuple[int, int]] = ()) -> bytes:
    """The log of a new game, opened at ``at`` with (seat, cell) of the moves on its board."""
    moves = (bytes((MOVE | SAME | seat << SEAT, cell, 0)) for seat, cell in opening)
    return at.to_bytes(BEGIN - 1, "big") + bytes((version,)) + b"".join(moves)


def entries(wait: int, moves: Sequence[MoveMade], seats: Sequence[str], key: str | None) -> bytes:
    """The entries of one change, ``wait`` ms after the one before.

    ``key`` is of the action that made it; only the first of several moves has it.
    """
    sent = b"" if key is None else digest(key)
    flags = SENT if sent else 0
    if not moves:
        return bytes((flags, *_varint(wait))) + sent
    first, *others = moves
    made = (
        bytes((MOVE | flags | seats.index(first.seat) << SEAT, first.cell, *_varint(wait))) + sent
    )
    for one in others:
        made += bytes((MOVE | SAME | seats.index(one.seat) << SEAT, one.cell, 0))
    return made


def _varint(wait: int) -> Iterable[int]:
    """A signed number in groups of seven bits, the lowest first (zigzag, LEB128)."""
    rest = wait << 1 if wait >= 0 else ~(wait << 1)
    groups = []
    while rest > 0x7F:
        groups.append(rest & 0x7F | 0x80)
        rest >>= 7
    groups.append(rest)
    return groups


# --- reading ---------------------------------------------------------------------------------


def read(log: Log) -> Iterator[Entry]:
    """The entries of a log, in order. Raises ValueError for bytes that are no log."""
    try:
        if log:
            yield from _read(bytes(log))
    except IndexError:
        raise ValueError(f"the log ends within an entry: {bytes(log[-16:])!r}") from None


def _read(log: bytes) -> Iterator[Entry]:
    at, version, place = int.from_bytes(log[: BEGIN - 1], "big"), log[BEGIN - 1], BEGIN
    while place < len(log):
        flags, seat, cell, sent = log[place], None, None, None
        place += 1
        if flags & MOVE:
            seat, cell = flags >> SEAT, log[place]
            place += 1
        wait = shift = 0
        while True:
            group = log[place]
            place += 1
            wait |= (group & 0x7F) << shift
            if group < 0x80:
                break
            shift += 7
        at += wait >> 1 if not wait & 1 else ~(wait >> 1)
        if flags & SENT:
            sent = log[place : place + ID]
            if len(sent) < ID:
                raise IndexError
            place += ID
        version += not flags & SAME
        yield Entry(version, at, seat, cell, sent)


def newest(log: Log) -> int:
    """The version that a log leads to; 0 if there is none."""
    version = log[BEGIN - 1] if log else 0
    return next((one.version for one in deque(read(log), maxlen=1)), version)


def cells(entries: Iterable[Entry]) -> tuple[int, ...]:
    """The cells of the moves among ``entries``."""
    return tuple([one.cell for one in entries if one.cell is not None])


def moves_of(game: Game) -> list[StoredMove]:
    """The moves of a game, in order."""
    return list(_moves(read(game.log), game.variant))


def first_moves(log: Log, variant: str, most: int) -> list[tuple[str, int]]:
    """(seat, cell) of the first ``most`` moves; the rest of the log is not read."""
    return [(one.seat, one.cell) for one in islice(_moves(read(log), variant), most)]


def _moves(entries: Iterable[Entry], variant: str) -> Iterator[StoredMove]:
    seats, ply = board_class(variant).SEATS, 0
    for one in entries:
        if one.cell is not None and one.seat is not None:
            ply += 1
            at = datetime.fromtimestamp(one.at / 1000, UTC)
            yield StoredMove(ply, seats[one.seat], one.cell, one.sent, one.version, at)
