"""A match as rows, and the match that rows say."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from operator import attrgetter

import msgspec

from games import models
from games.match import (
    ABORTED,
    FINISHED,
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
from games.storage.columns import AcceptedRow, ClockState, GameRow, Json, MatchState, MoveRow

SHARED = tuple(name for name in MatchState.__struct_fields__ if name != "clock")
"""The fields that a match and its ``MatchState`` have in common."""

_shared = attrgetter(*SHARED)


# --- saving ----------------------------------------------------------------------------------


def game_row(match: Match) -> GameRow:
    over = match.status in (FINISHED, ABORTED)
    outcome = match.outcome
    return GameRow(
        id=match.id,
        status=str(match.status),
        version=match.version,
        position=match.board.notation,
        winner=(outcome.winner or "") if outcome else "",
        reason=str(outcome.reason) if outcome else "",
        table=Json(msgspec.json.encode(match_state(match)).decode()),
        started_at=_time(match.started),
        updated_at=time_of(match.updated),
        finished_at=_time(match.ended if over else None),
    )


def match_state(match: Match) -> MatchState:
    clock = match.clock
    running = None if clock is None else ClockState(clock.remaining, clock.since)
    return MatchState(running, *_shared(match))


def move_rows(progress: Progress, key: str | None) -> tuple[MoveRow, ...]:
    """The moves that an accepted request made; ``key`` is the request's own, if it has one."""
    after = progress.after
    return tuple(
        MoveRow(
            game_id=after.id,
            ply=made.ply,
            seat=made.seat,
            cell=made.cell,
            action_id=key,
            version=after.version,
            at=time_of(after.updated),
        )
        for made in progress.moves
    )


def opening_rows(match: Match) -> list[MoveRow]:
    """The moves that were on the board when play began."""
    board, rows = type(match.board).start(exact=getattr(match.board, "exact", False)), []
    for cell in match.moves:
        mover, board = board.to_move, board.make_move(cell)
        at = time_of(match.updated)
        rows.append(MoveRow(match.id, board.ply, mover, cell, None, match.version, at))
    return rows


def accepted_row(progress: Progress, key: str | None) -> AcceptedRow | None:
    """The row of a request that made no move; None if it has no key or made one."""
    if key is None or progress.moves:
        return None
    return AcceptedRow(progress.after.id, key, progress.after.version)


def time_of(ms: int) -> datetime:
    """Milliseconds since 1970 as an aware time."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def _time(ms: int | None) -> datetime | None:
    return None if ms is None else time_of(ms)


# --- loading ---------------------------------------------------------------------------------


def match_of(game: models.Game, cells: Sequence[int]) -> Match:
    """Build the match from a row with its seats at hand and the cells of its moves in order."""
    board = board_class(game.variant).from_notation(game.position)
    over = game.status in (FINISHED, ABORTED)
    state = msgspec.convert(game.table, MatchState)
    rematch = getattr(game, "rematch", None)
    return Match(
        id=game.id,
        board=board,
        seats=tuple(_seat(seat) for seat in game.seats.all()),
        kind=Kind(game.kind),
        status=Status(game.status),
        outcome=_outcome(game, board) if over else None,
        moves=tuple(cells),
        opening=game.opening,
        version=game.version,
        clock=_clock(game, state.clock),
        rated=game.rated,
        rematch_game=rematch.id if rematch else None,
        started=_ms(game.started_at),
        updated=_ms(game.updated_at) or 0,
        ended=_ms(game.finished_at),
        seed=game.seed,
        **dict(zip(SHARED, _shared(state), strict=True)),
    )


def _seat(row: models.Seat) -> Seat:
    title = row.person_name if row.kind == PERSON else ""
    guest = row.user is not None and row.user.is_guest
    return Seat(row.name, SeatKind(row.kind), row.user_id, title, row.engine, row.rating, guest)


def _outcome(game: models.Game, board: Board) -> Outcome:
    on_board = board.outcome
    if on_board is not None and on_board.reason == game.reason:
        return on_board
    return Outcome(game.winner or None, game.reason)


def _clock(game: models.Game, running: ClockState | None) -> Clock | None:
    if game.base_ms is None:
        return None
    assert running is not None, "a game with a clock stores how it stands"
    return Clock(game.base_ms, game.increment_ms or 0, running.remaining, running.since)


def _ms(time: datetime | None) -> int | None:
    return None if time is None else round(time.timestamp() * 1000)
