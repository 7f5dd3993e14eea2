"""Act in a game: every player's request goes through here."""

from __future__ import annotations

from functools import partial

from channels.db import database_sync_to_async
from django.db import IntegrityError, transaction
from msgspec import Struct
from msgspec.structs import replace

from accounts.limits import in_words, one_at_a_time, over_limit
from games import models
from games.engines import engine, is_known
from games.match import (
    ABORTED,
    EMPTY,
    ENGINE,
    FINISHED,
    FRIEND,
    LOBBY,
    Action,
    Event,
    Match,
    Progress,
    RefusalCode,
    Refused,
    Seat,
    decide,
    expire,
    missing_engines,
    people,
    rematch_seats,
)
from games.queries import selectors
from games.services.advance import advance
from games.services.maintenance import UnderMaintenance
from games.services.new import require_few_open
from games.services.now import now_ms
from games.services.open import open_game
from games.services.setup import setup_after
from games.storage import store
from games.storage.match_cache import match_cache


class Accepted(Struct, frozen=True):
    """An accepted, stored action: the ``version`` it led to and the newest match."""

    version: int
    match: Match


class ActionRefused(Refused):
    """A refusal with the match as it stands, so that the client can correct its board."""

    def __init__(self, refused: Refused, match: Match) -> None:
        super().__init__(refused.code, refused.message, refused.wait)
        self.match = match


def act(*, game_id: str, action: Action) -> Accepted:
    """Do ``action`` in game ``game_id`` exactly once; the result is stored when this returns.

    A repeated action id gets the same answer. Raises NoSuchGame, or ActionRefused with
    a code of the protocol and the current match. Engines have not replied yet; ``advance`` lets
    them.
    """
    while True:
        cached = selectors.cached(game_id)
        match = cached.match
        if (version := cached.answer(action.key)) is not None:
            return Accepted(version, match)
        if (expired := expire(match, now_ms())) is not None:
            store.commit(expired)
            continue
        try:
            progress = decide(match, action, now_ms())
        except Refused as refused:
            raise ActionRefused(refused, match) from None
        if (after := _keep(progress, action)) is not None:
            return Accepted(after.version, after)


async def act_live(*, game_id: str, action: Action) -> Accepted:
    """``act`` on the event loop: decided from memory, written together with other changes.

    A change decided from memory is checked against the row as it is written. An action on an old
    version stays too late, since versions only grow, and an id that the cache lacks was never
    accepted, since it holds a match with all its ids or not at all. Everything else, other
    refusals included, is decided on what the database says.
    """
    if (cached := match_cache.get(game_id)) is not None:
        if (version := cached.answer(action.key)) is not None:
            return Accepted(version, cached.match)
        progress = _accepted(cached.match, action)
        if progress and await store.writer.do(store.change(progress, action.key)):
            return Accepted(progress.after.version, progress.after)
    accepted: Accepted = await database_sync_to_async(act)(game_id=game_id, action=action)
    return accepted


def _accepted(match: Match, action: Action) -> Progress | None:
    """What ``action`` changes in this game, or None if the database has to be asked.

    Raises ActionRefused for an action on an old version: even if the cache is outdated, the row
    can only be newer. Under load these are the most frequent refusals.
    """
    now = now_ms()
    if match.deadline is not None and now >= match.deadline:
        return None
    try:
        progress = decide(match, action, now)
    except Refused as refused:
        if refused.code == RefusalCode.STALE_VERSION and action.version < match.version:
            raise ActionRefused(refused, match) from None
        return None
    return None if Event.REMATCH_AGREED in progress.events else progress


def act_and_advance(*, game_id: str, action: Action) -> Accepted:
    """``act``, then ``advance``: for callers that answer only once."""
    accepted = act(game_id=game_id, action=action)
    return replace(accepted, match=advance(accepted.match))


def _keep(progress: Progress, action: Action) -> Match | None:
    """Commit, together with the game of an agreed rematch."""
    if Event.REMATCH_AGREED not in progress.events:
        return progress.after if store.commit(progress, action.key) else None
    _require_rematch_can_be(progress.before, action.user)
    try:
        with transaction.atomic():
            opened = _open_rematch(progress.before, action.user)
            progress = replace(progress, after=store.with_rematch(progress.after, opened.id))
            if store.commit(progress, action.key):
                return progress.after
            transaction.set_rollback(True)
    except IntegrityError:  # the other player's click opened it a moment ago
        pass
    except UnderMaintenance as under_way:
        refused = Refused(RefusalCode.MAINTENANCE, str(under_way), under_way.retry_after)
        raise ActionRefused(refused, progress.before) from None
    except Refused as refused:
        raise ActionRefused(refused, progress.before) from None
    return None


def _require_rematch_can_be(match: Match, user: int | None) -> None:
    if lost := missing_engines(match, is_known):
        refused = Refused(RefusalCode.NOT_ALLOWED, f"The engine {lost[0]!r} no longer plays here.")
        raise ActionRefused(refused, match)
    if wait := over_limit("create_game", user):
        refused = Refused(
            RefusalCode.TOO_FAST, f"Too many new games. Try again in {in_words(wait)}.", wait
        )
        raise ActionRefused(refused, match)


def _open_rematch(match: Match, user: int | None) -> Match:
    """Open a new game like ``match``, once ``user``, the last to agree, accepts.

    A game of the lobby in which nobody met its opener waits in the lobby again. Raises Refused if
    a seat stays free and ``user`` has too many games waiting.
    """
    game = models.Game.objects.get(id=match.id)
    assert match.status in (FINISHED, ABORTED)
    kind = FRIEND if match.kind == LOBBY and len(people(match)) > 1 else match.kind
    seats = rematch_seats(match, user, partial(_fits, match.board.VARIANT))
    setup = setup_after(game, seats, kind=kind)
    if user is None or all(seat.kind != EMPTY for seat in seats.values()):
        return open_game(setup)
    with one_at_a_time(user):
        require_few_open(user)
        return open_game(setup)


def _fits(variant: str, seat: Seat) -> bool:
    """Whether the holder of ``seat`` can sit there: some engines play one side only."""
    return seat.kind != ENGINE or engine(variant, seat.engine).holds(seat.name)
