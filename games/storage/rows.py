"""Converts matches to rows, and rows to matches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from django.conf import settings

from games import models
from games.match import (
    ABORTED,
    ENGINE,
    FINISHED,
    NEUTRAL,
    PERSON,
    Clock,
    Kind,
    Match,
    Progress,
    Seat,
    SeatKind,
    Status,
)
from games.rules import Board, Outcome, board_class
from games.storage import log
from games.storage.columns import ClockState, GameRow, Json, MatchState

SHARED = tuple(name for name in MatchState.__struct_fields__ if name != "clock")
"""The fields that a match and its ``MatchState`` have in common."""

GAMES_REST = settings.SIZES["game_rest_days"] * 24 * 60 * 60 * 1000
"""How long a game may wait for its next move before it is cancelled, in ms."""

_shared = attrgetter(*SHARED)


# --- saving ----------------------------------------------------------------------------------


def game_row(match: Match, entries: bytes) -> GameRow:
    """All columns of a game's row that change with its versions; ``entries`` are for its log."""
    over = match.status in (FINISHED, ABORTED)
    outcome = match.outcome
    return GameRow(
        id=match.id,
        status=str(match.status),
        version=match.version,
        position=match.board.notation,
        winner=(outcome.winner or "") if outcome else "",
        reason=str(outcome.reason) if outcome else "",
        table=_table(match),
        started_at=_time(match.started),
        updated_at=time_of(match.updated),
        finished_at=_time(match.ended if over else None),
        due_at=_time(due(match)),
        log=entries,
    )


def changed_row(progress: Progress, key: str | None = None) -> GameRow:
    """The columns of the game's row that an accepted request may have changed.

    ``key`` is the request's, if it has one.
    """
    before, after = progress.before, progress.after
    wait = after.updated - before.updated
    entries = log.entries(wait, progress.moves, after.board.SEATS, key)
    return game_row(after, entries)


def _table(match: Match) -> Json:
    return Json(msgspec.json.encode(match_state(match)).decode())


def due(match: Match) -> int | None:
    """When the server next has to check a match in play by itself, in ms since 1970, or None.

    That is at once if it is the server's turn, else when the clock runs out or the game has been
    idle for too long.
    """
    seat = match.acting_seat
    if seat is None:
        return None
    if seat.kind in (ENGINE, NEUTRAL):
        return match.updated
    rested = match.updated + GAMES_REST
    deadline = match.deadline
    return rested if deadline is None else min(deadline, rested)


def match_state(match: Match) -> MatchState:
    """The clock and offers of a match as they are stored."""
    clock = match.clock
    running = None if clock is None else ClockState(clock.remaining, clock.since)
    return MatchState(running, *_shared(match))


def begun_log(match: Match) -> bytes:
    """The log of a match that is opened now, with the moves that are on its board already."""
    board, opening = type(match.board).start(exact=match.board.exact), []
    for cell in match.moves:
        opening.append((board.SEATS.index(board.to_move), cell))
        board = board.make_move(cell)
    return log.begun(match.updated, match.version, opening)


@lru_cache(1024)
def time_of(ms: int) -> datetime:
    """Milliseconds since 1970 as an aware time."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def _time(ms: int | None) -> datetime | None:
    return None if ms is None else time_of(ms)


# --- loading ---------------------------------------------------------------------------------


class StoredGame(NamedTuple):
    """The columns of a game's row that a match is built from; times without a zone are UTC."""

    id: str
    variant: str
    kind: str
    status: str
    version: int
    position: str
    opening: int
    winner: str
    reason: str
    rated: bool
    base_ms: int | None
    increment_ms: int | None
    seed: int
    secret: bytes
    started_at: datetime | None
    updated_at: datetime | None
    finished_at: datetime | None


class StoredSeat(NamedTuple):
    """A seat's row joined with its person's; without a person all ``person`` fields are None."""

    name: str
    kind: str
    user_id: int | None
    engine: str
    rating: int | None
    was_guest: bool
    person: str | None
    person_is_guest: bool | None
    person_is_bot: bool | None


_stored = attrgetter(*StoredGame._fields)
_stored_seat = attrgetter(*StoredSeat._fields[:6])


def match_of(game: models.Game) -> Match:
    """Build the match from a row with its seats fetched."""
    seats = []
    for seat in game.seats.all():
        user = seat.user
        person = (user.name, user.is_guest, user.is_bot) if user else (None, None, None)
        held: tuple[Any, ...] = (*_stored_seat(seat), *person)
        seats.append(StoredSeat(*held))
    state = msgspec.convert(game.table, MatchState)
    rematch = getattr(game, "rematch", None)
    cells = log.cells(log.read(game.log))
    return stored_match(
        StoredGame(*_stored(game)), state, seats, cells, rematch.id if rematch else None
    )


def stored_match(
    game: StoredGame,
    state: MatchState,
    seats: Iterable[StoredSeat],
    cells: tuple[int, ...],
    rematch: str | None,
) -> Match:
    """Build the match from its stored parts; seats and cells are in order."""
    board = board_class(game.variant).from_notation(game.position)
    over = game.status in (FINISHED, ABORTED)
    return Match(
        id=game.id,
        board=board,
        seats=tuple(_seat(seat) for seat in seats),
        kind=Kind(game.kind),
        status=Status(game.status),
        outcome=_outcome(game, board) if over else None,
        moves=cells,
        opening=game.opening,
        version=game.version,
        clock=_clock(game, state.clock),
        rated=game.rated,
        rematch_game=rematch,
        started=_ms(game.started_at),
        updated=_ms(game.updated_at) or 0,
        ended=_ms(game.finished_at),
        seed=models.seed_of(game),
        **dict(zip(SHARED, _shared(state), strict=True)),
    )


def _seat(row: StoredSeat) -> Seat:
    title = ""
    if row.kind == PERSON:
        title = models.former_name(row.was_guest) if row.person is None else row.person
    marks = bool(row.person_is_guest), bool(row.person_is_bot)
    return Seat(row.name, SeatKind(row.kind), row.user_id, title, row.engine, row.rating, *marks)


def _outcome(game: StoredGame, board: Board) -> Outcome:
    on_board = board.outcome
    if on_board is not None and on_board.reason == game.reason:
        return on_board
    return Outcome(game.winner or None, game.reason)


def _clock(game: StoredGame, running: ClockState | None) -> Clock | None:
    if game.base_ms is None:
        return None
    assert running is not None, "a game with a clock stores how it stands"
    return Clock(game.base_ms, game.increment_ms or 0, running.remaining, running.since)


def _ms(time: datetime | None) -> int | None:
    if time is None:
        return None
    return round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)
