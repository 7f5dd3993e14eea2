"""Rows of games, seats and ids, as a filled site has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from games.match import Match, MoveMade
from games.match.fairness import SEED
from games.storage import log
from games.storage.columns import GameRow
from games.storage.rows import game_row, time_of
from games.storage.seat_ends import results
from tests.bench.filling.lines import Line
from tests.bench.filling.tables import Row

GAME = (
    *GameRow._fields,
    *("variant", "exact", "kind", "event", "opening", "rated", "base_ms", "increment_ms", "secret"),
    *("created_by_id", "created_at", "rematch_of_id"),
)
SEAT = (
    *("game_id", "name", "index", "kind", "user_id", "engine", "rating", "was_guest"),
    *("ended_at", "result"),
)


def action_key(user: int, ply: int, rest: str) -> str:
    """The key of an action: the sender's number, and an id as browsers make them."""
    one = rest[32 * (ply % 64) : 32 * (ply % 64) + 32]
    return f"{user}:{one[:8]}-{one[8:12]}-4{one[13:16]}-{one[16:20]}-{one[20:]}"


def game_values(match: Match, by: int, event: str, before: str | None, entries: bytes) -> Row:
    row, clock = game_row(match, entries), match.clock
    values = (_text(value) if isinstance(value, datetime) else value for value in row)
    created = _text(row.started_at or row.updated_at)
    return (
        *values,
        match.board.VARIANT,
        0,
        str(match.kind),
        event,
        match.opening,
        int(match.rated),
        clock.base if clock else None,
        clock.increment if clock else None,
        match.seed.to_bytes(SEED, "big"),
        by,
        created,
        before,
    )


def seat_values(match: Match) -> Iterator[Row]:
    ended = None if match.ended is None else _text(time_of(match.ended))
    found = [""] * len(match.seats) if ended is None else results(match)
    for index, (seat, result) in enumerate(zip(match.seats, found, strict=True)):
        end = ended if seat.user is not None else None
        who = (str(seat.kind), seat.user, seat.engine, seat.rating)
        yield (match.id, seat.name, index, *who, 0, end, str(result))


def log_of(match: Match, line: Line, persons: Mapping[int, int], rest: str) -> bytes:
    """The log of a line that ``persons`` played at the time of the match."""
    seats, begin = match.board.SEATS, match.started or match.updated
    opening, played = line.moves[: match.opening], line.moves[match.opening :]
    version, at = opening[0].version if opening else 1, begin
    found = log.begun(begin, version, [(seats.index(one.seat), one.cell) for one in opening])
    moved = {one.version: one for one in played}
    for after in range(version + 1, match.version + 1):
        one = moved.get(after)
        made = [] if one is None else [MoveMade(one.seat, one.cell)]
        key = None
        if one is not None and one.by is not None:
            key = action_key(persons[one.by], one.ply, rest)
        elif after == line.parting:
            key = action_key(persons[line.parted], 63, rest)
        now = match.updated if after == match.version else at
        now = now if one is None else begin + one.at
        found += log.entries(now - at, made, seats, key)
        at = now
    return found


def _text(at: datetime) -> str:
    return str(at.replace(tzinfo=None))
