"""The only writer of games. Every change goes through ``create`` or ``commit``.

A change lands only if the row still has the version it was decided on (compare-and-swap),
whatever process or thread decided it; the moves' unique constraints stand behind that.
Listeners hear of it after the commit, never before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError, transaction

from games import models
from games.match import ABORTED, FINISHED, Match, Progress
from games.signals import game_changed, game_finished

KEPT_ACKS = 16
"""How many answers to actions other than moves a game remembers (moves keep their own)."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a new game comes from: who opened it, what it was part of, whose rematch it is."""

    by: int | None = None
    event: str = ""
    rematch_of: str | None = None


def when(ms: int) -> datetime:
    """Milliseconds since 1970 as an aware time."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def _when(ms: int | None) -> datetime | None:
    return None if ms is None else when(ms)


def create(match: Match, origin: Origin) -> None:
    """Keep a new match with its seats and opening. Raises IntegrityError for a second rematch."""
    clock = match.clock
    with transaction.atomic():
        game = models.Game.objects.create(
            id=match.id,
            variant=match.board.VARIANT,
            exact=getattr(match.board, "exact", False),
            kind=match.kind,
            event=origin.event,
            created_by_id=origin.by,
            rematch_of_id=origin.rematch_of,
            seed=match.seed,
            rated=match.rated,
            opening=match.opening,
            base_ms=clock.base if clock else None,
            increment_ms=clock.increment if clock else None,
            created_at=when(match.updated),
            **_columns(match, {}),
        )
        models.Seat.objects.bulk_create(
            models.Seat(
                game=game,
                name=seat.name,
                index=index,
                kind=seat.kind,
                user_id=seat.user,
                engine=seat.engine,
                rating=seat.rating,
            )
            for index, seat in enumerate(match.seats)
        )
        models.Move.objects.bulk_create(
            models.Move(
                game=game,
                ply=ply,
                seat=seat,
                cell=cell,
                version=match.version,
                at=when(match.updated),
            )
            for ply, (seat, cell) in enumerate(_opening(match), start=1)
        )
        _publish(match)


def commit(progress: Progress, action_id: str | None = None, acks: Any = None) -> bool:
    """Keep what an accepted request changed; False if somebody else changed the game first.

    ``action_id`` is the request's own id: with a move it is kept beside the move, else among
    ``acks`` (the game's answers so far), so that the request repeated gets the same answer.
    """
    before, after = progress.before, progress.after
    acks = dict(acks or {})
    if action_id and not progress.moves:
        acks[action_id] = after.version
        acks = dict(list(acks.items())[-KEPT_ACKS:])
    try:
        with transaction.atomic():
            rows = models.Game.objects.filter(id=before.id, version=before.version)
            if rows.update(**_columns(after, acks)) != 1:
                return False
            _write_moves(progress, action_id)
            _write_seats(before, after)
            if after.status == FINISHED and before.status != FINISHED:
                game = models.Game.objects.get(id=after.id)
                game_finished.send(models.Game, game=game, match=after)
            _publish(after)
    except IntegrityError:
        # Two requests with one action id, or two moves at one ply, met: the first one stands.
        if models.Game.objects.filter(id=before.id, version=before.version).exists():
            raise
        return False
    return True


def _columns(match: Match, acks: dict[str, int]) -> dict[str, Any]:
    """What of a match changes with its versions, as columns of its row."""
    over = match.status in (FINISHED, ABORTED)
    outcome, clock = match.outcome, match.clock
    table: dict[str, Any] = {
        "draw_offer": match.draw_offer,
        "draw_offered_at": match.draw_offered_at,
        "rematch_offer": match.rematch_offer,
        "acks": acks,
    }
    if clock is not None:
        table["clock"] = {"remaining": dict(clock.remaining), "since": clock.since}
    return {
        "status": match.status,
        "version": match.version,
        "position": match.board.notation,
        "winner": (outcome.winner or "") if outcome else "",
        "reason": outcome.reason if outcome else "",
        "table": {key: value for key, value in table.items() if value not in (None, {})},
        "started_at": _when(match.started),
        "updated_at": when(match.updated),
        "finished_at": _when(match.ended if over else None),
    }


def _write_moves(progress: Progress, action_id: str | None) -> None:
    after = progress.after
    models.Move.objects.bulk_create(
        models.Move(
            game_id=after.id,
            ply=made.ply,
            seat=made.seat,
            cell=made.cell,
            action_id=action_id,
            version=after.version,
            at=when(after.updated),
        )
        for made in progress.moves
    )


def _write_seats(before: Match, after: Match) -> None:
    for old, new in zip(before.seats, after.seats, strict=True):
        if old != new:
            models.Seat.objects.filter(game_id=after.id, name=new.name).update(
                kind=new.kind, user_id=new.user, engine=new.engine, rating=new.rating
            )


def _opening(match: Match) -> list[tuple[str, int]]:
    """Who made each of the moves that were on the board when play began."""
    board, made = type(match.board).start(exact=getattr(match.board, "exact", False)), []
    for cell in match.moves:
        made.append((board.to_move, cell))
        board = board.make_move(cell)
    return made


def _publish(match: Match) -> None:
    transaction.on_commit(lambda: game_changed.send(models.Game, match=match), robust=True)


def with_rematch(match: Match, game_id: str) -> Match:
    """The match as it reads once its rematch ``game_id`` exists."""
    return replace(match, rematch_game=game_id)
