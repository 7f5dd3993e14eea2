"""Act in a game: the one road every player's request takes, whatever brought it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from channels.db import database_sync_to_async
from django.db import IntegrityError, transaction

from accounts.limits import in_words, over_limit
from games import match as table
from games import models, selectors, store
from games.engines import engines_for
from games.match import ABORTED, FINISHED, Action, Match, Progress, Refused
from games.recent import Known, recent
from games.services.now import now_ms
from games.services.open import open_game
from games.services.settle import settle


@dataclass(frozen=True, slots=True)
class Accepted:
    """An action that is kept: the ``version`` it led to and the match as it stands."""

    version: int
    match: Match


class ActionRefused(Refused):
    """A refusal together with the match as it stands, so that nobody's board drifts."""

    def __init__(self, refused: Refused, match: Match) -> None:
        super().__init__(refused.code, refused.message)
        self.match = match


def act(*, game_id: str, action: Action) -> Accepted:
    """Do ``action`` in game ``game_id`` exactly once; what it leads to is kept when this returns.

    The same action id again gives the same answer. Raises NoSuchGame, or ActionRefused with
    a code of the protocol and the current match. Engines have not replied yet: ``settle``.
    """
    while True:
        known = selectors.known(game_id)
        match = known.match
        if (version := known.answer(action.key)) is not None:
            return Accepted(version, match)
        if (expired := table.expire(match, now_ms())) is not None:
            store.commit(expired, known=known)
            continue
        try:
            progress = table.decide(match, action, now_ms())
        except Refused as refused:
            raise ActionRefused(refused, match) from None
        if (after := _keep(progress, action, known)) is not None:
            return Accepted(after.version, after)


async def act_live(*, game_id: str, action: Action) -> Accepted:
    """``act`` for a caller on an event loop: decided from memory, written with what else comes.

    What memory lets pass is checked against the row as it is written, and what came too late
    stays too late, since versions only grow. All else, other refusals above all, is decided on
    what the database says.
    """
    if (known := recent.get(game_id)) is not None:
        if (version := known.answer(action.key)) is not None:
            return Accepted(version, known.match)
        progress = _accepted(known.match, action)
        if progress and await store.commit_soon(store.change(progress, action.key, known)):
            return Accepted(progress.after.version, progress.after)
    return await database_sync_to_async(act)(game_id=game_id, action=action)


def _accepted(match: Match, action: Action) -> Progress | None:
    """What ``action`` changes in this one game, or None if that takes a closer look.

    Raises ActionRefused for an action on a version that is gone: whether memory is the newest
    or not, the row can only be further on. Under load such refusals are what there is most of.
    """
    now = now_ms()
    if match.deadline is not None and now >= match.deadline:
        return None
    try:
        progress = table.decide(match, action, now)
    except Refused as refused:
        if refused.code == "stale_version" and action.version < match.version:
            raise ActionRefused(refused, match) from None
        return None
    return None if "rematch_agreed" in progress.events else progress


def act_and_settle(*, game_id: str, action: Action) -> Accepted:
    """``act``, then whatever the server owes the game: for callers that answer only once."""
    accepted = act(game_id=game_id, action=action)
    return replace(accepted, match=settle(accepted.match))


def _keep(progress: Progress, action: Action, known: Known) -> Match | None:
    """Commit; an agreed rematch stands or falls with the new game it opens."""
    if "rematch_agreed" not in progress.events:
        return progress.after if store.commit(progress, action.key, known) else None
    _require_rematch_can_be(progress.before, action.user)
    try:
        with transaction.atomic():
            opened = _open_rematch(progress.before, action.user)
            progress = replace(progress, after=store.with_rematch(progress.after, opened.id))
            if store.commit(progress, action.key, known):
                return progress.after
            transaction.set_rollback(True)
    except IntegrityError:  # the other player's click opened it a moment ago
        pass
    return None


def _require_rematch_can_be(match: Match, user: int | None) -> None:
    if lost := table.missing_engines(match, engines_for(match.board.VARIANT)):
        refused = Refused("not_allowed", f"The engine {lost[0]!r} no longer plays here.")
        raise ActionRefused(refused, match)
    if wait := over_limit("create_game", user):
        refused = Refused("too_fast", f"Too many new games. Try again in {in_words(wait)}.")
        raise ActionRefused(refused, match)


def _open_rematch(match: Match, user: int | None) -> Match:
    """A new game like ``match``, as ``user``, the last who had to, has agreed."""
    game = models.Game.objects.get(id=match.id)
    assert match.status in (FINISHED, ABORTED)
    return open_game(
        by=game.created_by_id,
        variant=game.variant,
        kind=game.kind if match.kind != models.Game.Kind.LOBBY else models.Game.Kind.FRIEND,
        seats=table.rematch_seats(match, user),
        exact=game.exact,
        clock=None if game.base_ms is None else (game.base_ms, game.increment_ms or 0),
        rated=game.rated,
        rematch_of=game.id,
    )
