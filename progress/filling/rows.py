"""Rows of games, seats and ids, as a filled site has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from games.match import Match
from games.storage.columns import GameRow
from games.storage.packing import StoredMove, packed
from games.storage.rows import game_row, time_of
from games.storage.seat_ends import results
from progress.filling.lines import Played
from progress.filling.tables import Row, times

GAME = (
    *GameRow._fields,
    *("variant", "exact", "kind", "event", "opening", "rated", "base_ms", "increment_ms", "seed"),
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


def game_values(match: Match, by: int, event: str, before: str | None) -> Row:
    row, clock = game_row(match), match.clock
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
        match.seed,
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


def move_values(
    match: Match, moves: Sequence[Played], persons: Mapping[int, int], rest: str
) -> list[Row]:
    """A row for each move of a line, played by ``persons`` at the time of the match."""
    begin = match.started or 0
    found = times(begin + played.at for played in moves)
    return [
        (match.id, one.ply, one.seat, one.cell, _key(one, persons, rest), one.version, at)
        for one, at in zip(moves, found, strict=True)
    ]


def packed_values(
    match: Match, moves: Sequence[Played], persons: Mapping[int, int], rest: str
) -> Row:
    """The same in one row."""
    begin = match.started or 0
    stored = [
        StoredMove(
            ply=one.ply,
            seat=one.seat,
            cell=one.cell,
            action_id=_key(one, persons, rest),
            version=one.version,
            at=time_of(begin + one.at),
        )
        for one in moves
    ]
    return match.id, packed(stored)


def _key(played: Played, persons: Mapping[int, int], rest: str) -> str | None:
    return None if played.by is None else action_key(persons[played.by], played.ply, rest)


def _text(at: datetime) -> str:
    return str(at.replace(tzinfo=None))
