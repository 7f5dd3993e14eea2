"""The only writer of games. Every change goes through ``create``, ``commit`` or ``commit_soon``.

A change lands only if the row still has the version it was decided on (compare-and-swap),
whatever process or thread decided it; the moves' unique constraints stand behind that.
Listeners hear of it after the commit, never before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec
from django.db import IntegrityError, connection, transaction
from django.utils.functional import SimpleLazyObject

from games import models
from games.batch import Rows, write
from games.match import ABORTED, FINISHED, Match, Progress
from games.recent import Known, recent
from games.signals import game_changed, game_finished
from games.writer import Writer

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
            **{**_columns(match, {}), "table": _table(match, {})},
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
        transaction.on_commit(lambda: game_changed.send(models.Game, match=match), robust=True)


@dataclass(frozen=True, slots=True)
class Change:
    """What one accepted request changed, as it is kept: ``after`` is how the game then reads."""

    progress: Progress
    after: Known
    rows: Rows

    @property
    def finishes(self) -> bool:
        before, after = self.progress.before, self.progress.after
        return after.status == FINISHED and before.status != FINISHED


def change(progress: Progress, action_id: str | None = None, known: Known | None = None) -> Change:
    """The change that ``progress`` makes to what is ``known`` of the game.

    ``action_id`` is the request's own id: with a move it is kept beside the move, else among
    the game's answers, so that the request repeated gets the same answer.
    """
    after = progress.after
    known = known or Known(progress.before, _acks(progress.before))
    acks, moved = dict(known.acks), dict(known.moved)
    if action_id:
        (moved if progress.moves else acks)[action_id] = after.version
    acks = dict(list(acks.items())[-KEPT_ACKS:])
    game = (after.id, progress.before.version, *_columns(after, acks).values())
    moves = tuple(
        (after.id, made.ply, made.seat, made.cell, action_id, after.version, when(after.updated))
        for made in progress.moves
    )
    return Change(progress, Known(after, acks, moved, known.read), Rows(game, moves))


def _acks(match: Match) -> dict[str, int]:
    """The answers kept in a game's row, which a change by the server must not lose."""
    kept = models.Game.objects.filter(id=match.id).values_list("table", flat=True).first()
    return (kept or {}).get("acks", {})


def commit(progress: Progress, action_id: str | None = None, known: Known | None = None) -> bool:
    """Keep what an accepted request changed; False if somebody else changed the game first."""
    before = progress.before
    try:
        with transaction.atomic():
            return _write([change(progress, action_id, known)])[0]
    except IntegrityError:
        # Two requests with one action id, or two moves at one ply, met: the first one stands.
        if models.Game.objects.filter(id=before.id, version=before.version).exists():
            raise
        return False


async def commit_soon(change: Change) -> bool:
    """``commit`` on the writer's thread, in one transaction with whatever else arrives."""
    return await _writer.do(change)


def commit_many(changes: Sequence[Change]) -> list[bool | Exception]:
    """Keep many changes in one transaction, each with its own answer.

    What fails is tried again alone, so that it fails alone.
    """
    first = {change.progress.before.id: change for change in reversed(changes)}
    alone = [change for change in changes if first[change.progress.before.id] is change]
    answers = dict(zip(map(id, alone), _together(alone), strict=True))
    # Of two changes of one game at most one can land: the later one has lost its race.
    return [answers.get(id(change), False) for change in changes]


def _together(changes: Sequence[Change]) -> list[bool | Exception]:
    try:
        with transaction.atomic():
            return [*_write(changes)]
    except Exception as error:  # a receiver's own, or any of the database's
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        if len(changes) == 1:
            # A move that is there already lost a race like any other; act looks again.
            return [False if isinstance(error, IntegrityError) else error]
    return [answer for change in changes for answer in _together([change])]


def _write(changes: Sequence[Change]) -> list[bool]:
    """Within the caller's transaction: rows, the bell of endings, and news after the commit."""
    landed = write([change.rows for change in changes])
    kept = [change for change, has in zip(changes, landed, strict=True) if has]
    for one in kept:
        _write_seats(one.progress)
        if one.finishes:
            game: Any = SimpleLazyObject(partial(models.Game.objects.get, id=one.after.match.id))
            game_finished.send(models.Game, game=game, match=one.after.match)
    if kept:
        transaction.on_commit(lambda: _publish(kept), robust=True)
    return landed


def _publish(kept: Sequence[Change]) -> None:
    for one in kept:
        recent.put(one.after)
        game_changed.send(models.Game, match=one.after.match)


def _columns(match: Match, acks: Mapping[str, int]) -> dict[str, Any]:
    """What of a match changes with its versions, as columns of its row."""
    over = match.status in (FINISHED, ABORTED)
    outcome = match.outcome
    return {
        "status": match.status,
        "version": match.version,
        "position": match.board.notation,
        "winner": (outcome.winner or "") if outcome else "",
        "reason": outcome.reason if outcome else "",
        "table": msgspec.json.encode(_table(match, acks)).decode(),
        "started_at": _when(match.started),
        "updated_at": when(match.updated),
        "finished_at": _when(match.ended if over else None),
    }


def _table(match: Match, acks: Mapping[str, int]) -> dict[str, Any]:
    """Clock, offers and answers, which share one column."""
    clock = match.clock
    table = {
        "draw_offer": match.draw_offer,
        "draw_offered_at": match.draw_offered_at,
        "draw_offered_by": match.draw_offered_by,
        "rematch_offer": match.rematch_offer,
        "return_id": match.return_id,
        "acks": acks,
        "clock": clock and {"remaining": dict(clock.remaining), "since": clock.since},
    }
    return {key: value for key, value in table.items() if value not in (None, {})}


def _write_seats(progress: Progress) -> None:
    before, after = progress.before, progress.after
    if before.seats is after.seats:
        return
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


def with_rematch(match: Match, game_id: str) -> Match:
    """The match as it reads once its rematch ``game_id`` exists."""
    return replace(match, rematch_game=game_id)


def _close() -> None:
    connection.close()


_writer = Writer(commit_many, _close)
