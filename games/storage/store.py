"""The only writer of games. Every change goes through ``create``, ``commit`` or the ``writer``.

A change lands only if the row still has the version it was decided on (compare-and-swap),
whatever process or thread decided it.
Listeners hear of it after the commit, never before.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.utils.functional import SimpleLazyObject
from msgspec.structs import replace

from games import models
from games.match import ABORTED, FINISHED, Match, Progress
from games.match.fairness import SEED
from games.observe import metrics, trace
from games.signals import GameChange, game_finished, games_changed
from games.storage.match_cache import match_cache
from games.storage.outage import is_outage
from games.storage.rows import begun_log, changed_row, game_row, match_state, time_of
from games.storage.seat_ends import keep_ends
from games.storage.statements import LostRace, Rows, write
from games.storage.writer import Writer

logger = logging.getLogger(__name__)

OVER = (FINISHED, ABORTED)


@dataclass(frozen=True, slots=True)
class RequestKey:
    """The key that a person sent with a request for a game, and the SHA-256 of the request."""

    user: int
    key: str
    digest: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a new game comes from: who opened it, what it was part of, whose rematch it is.

    ``key`` came with the request; it opens one game.
    """

    by: int | None = None
    event: str = ""
    rematch_of: str | None = None
    key: RequestKey | None = None


def create(match: Match, origin: Origin) -> None:
    """Store a new match with its seats and opening.

    Raises IntegrityError for a second rematch, and for a key that has opened a game.
    """
    clock = match.clock
    with transaction.atomic():
        game = models.Game.objects.create(
            variant=match.board.VARIANT,
            exact=match.board.exact,
            kind=match.kind,
            event=origin.event,
            created_by_id=origin.by,
            rematch_of_id=origin.rematch_of,
            secret=match.seed.to_bytes(SEED, "big"),
            rated=match.rated,
            opening=match.opening,
            base_ms=clock.base if clock else None,
            increment_ms=clock.increment if clock else None,
            created_at=time_of(match.updated),
            **{
                **game_row(match, begun_log(match))._asdict(),
                "table": msgspec.to_builtins(match_state(match)),
            },
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
        if (key := origin.key) is not None:
            assert origin.by is not None, "a key comes with the person who sent it"
            models.IdempotencyKey.objects.create(
                user_id=key.user, key=key.key, digest=key.digest, game=game
            )
        transaction.on_commit(lambda: _spread([GameChange(match)]), robust=True)


class Change(msgspec.Struct, frozen=True, gc=False):
    """What one accepted request changed, and its rows; ``key`` is the request's, if it has one.

    ``trace`` says in the log which request that was, since another thread may write it.
    """

    progress: Progress
    key: str | None
    rows: Rows
    trace: trace.Trace

    @property
    def finishes(self) -> bool:
        before, after = self.progress.before, self.progress.after
        return after.status == FINISHED and before.status != FINISHED

    @property
    def ends(self) -> bool:
        """Whether the game is over by it, finished or not."""
        before, after = self.progress.before, self.progress.after
        return after.status in OVER and before.status not in OVER

    @property
    def settles(self) -> bool:
        """Whether it changes what seats keep of the end: the game is over now, or annulled."""
        before, after = self.progress.before, self.progress.after
        return after.status in OVER and after.status != before.status


def change(progress: Progress, key: str | None = None) -> Change:
    """The change that ``progress`` makes, as it is stored.

    ``key`` is the request's own id as ``Action.key``: its digest is stored with the change, so
    that the request repeated gets the same answer.
    """
    rows = Rows(progress.before.version, changed_row(progress, key))
    return Change(progress, key, rows, trace.Trace(trace.request_id.get(), progress.after.id))


def commit(progress: Progress, key: str | None = None) -> bool:
    """Store what an accepted request changed; False if somebody else changed the game first."""
    with transaction.atomic():
        return _write([change(progress, key)])[0]


def commit_many(changes: Sequence[Change]) -> list[bool | Exception]:
    """Keep many changes in one transaction, each with its own answer.

    What fails is tried again alone, so that it fails alone.
    """
    started = time.perf_counter()
    # Of two changes of one game at most one can land: the later one has lost its race.
    first: dict[str, Change] = {}
    for change in changes:
        first.setdefault(change.progress.before.id, change)
    found = _together([*first.values()])
    if len(first) < len(changes):
        answers = dict(zip(map(id, first.values()), found, strict=True))
        found = [answers.get(id(change), False) for change in changes]
    metrics.BATCH.observe(len(changes))
    metrics.COMMIT.observe(time.perf_counter() - started)
    return found


def _together(changes: Sequence[Change], *, one_by_one: bool = False) -> list[bool | Exception]:
    database = connections[DEFAULT_DB_ALIAS]
    connected = database.connection is not None
    try:
        with transaction.atomic():
            return [*_write(changes, one_by_one=one_by_one)]
    except LostRace:
        return _together(changes, one_by_one=True)
    except Exception as error:  # a receiver's own, or any of the database's
        if not database.in_atomic_block:
            database.close_if_unusable_or_obsolete()
        if is_outage(error):
            # A connection that was open may have died long ago, so try a new one. If these changes
            # landed all the same, they lose their race now, and act finds their answers.
            lost = connected and database.connection is None
            return _together(changes) if lost else [error] * len(changes)
        if len(changes) == 1:
            logger.exception("a change is not stored", extra={"trace": changes[0].trace})
            return [error]
    return [answer for change in changes for answer in _together([change])]


def _write(changes: Sequence[Change], *, one_by_one: bool = True) -> list[bool]:
    """Write rows and send ``game_finished`` within the caller's transaction; publish after it."""
    landed = write([change.rows for change in changes], one_by_one=one_by_one)
    kept = [change for change, has in zip(changes, landed, strict=True) if has]
    for one in kept:
        before, after = one.progress.before, one.progress.after
        if before.seats is not after.seats:
            _write_seats(before, after)
    over = _over(kept)
    keep_ends([one.progress.after for one in over if one.settles])
    for one in over:
        if one.finishes:
            after = one.progress.after
            game = SimpleLazyObject(partial(models.Game.objects.get, id=after.id))
            game_finished.send(models.Game, game=game, match=after)
    transaction.on_commit(lambda: _publish(kept), robust=True)
    return landed


def _over(changes: Sequence[Change]) -> list[Change]:
    """Those that end a game, and those of games that are over: few."""
    return [one for one in changes if one.progress.after.status in OVER]


def _publish(kept: Sequence[Change]) -> None:
    if not kept:
        return
    _count(kept)
    if trace.logs_actions():
        for one in kept:
            version = one.progress.after.version
            trace.log_action("stored", one.trace, version=version, action=one.key)
    changes = [GameChange(one.progress.after, one.progress.before.version, one.key) for one in kept]
    match_cache.follow(changes)
    _spread(changes)


def _spread(changes: Sequence[GameChange]) -> None:
    games_changed.send(models.Game, changes=changes)


def _count(kept: Sequence[Change]) -> None:
    """Count what is stored by now: the moves of people, those of the server, and endings."""
    peoples = servers = 0
    for one in kept:
        if one.key is None:
            servers += len(one.progress.moves)
        else:
            peoples += len(one.progress.moves)
    metrics.PEOPLES_MOVES.inc(peoples)
    metrics.SERVERS_MOVES.inc(servers)
    for one in _over(kept):
        if one.ends and (outcome := one.progress.after.outcome):
            metrics.ENDED.labels(str(outcome.reason)).inc()


def _write_seats(before: Match, after: Match) -> None:
    for old, new in zip(before.seats, after.seats, strict=True):
        if old != new:
            models.Seat.objects.filter(game_id=after.id, name=new.name).update(
                kind=new.kind, user_id=new.user, engine=new.engine, rating=new.rating
            )


def with_rematch(match: Match, game_id: str) -> Match:
    """The match as it reads once its rematch ``game_id`` exists."""
    return replace(match, rematch_game=game_id)


def _close() -> None:
    connection.close()


writer = Writer(commit_many, _close)
"""``writer.do(change)`` is ``commit`` on a thread of its own, with whatever else arrives."""

metrics.count_when_asked(
    "oxo_writer_queue", "Changes that wait for the writer's next transaction.", writer.waiting
)
