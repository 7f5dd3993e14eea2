"""Act in a game: the one road every player's request takes, whatever brought it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import IntegrityError, transaction

from games import match as table
from games import models, selectors, store
from games.match import ABORTED, FINISHED, Action, Match, Progress, Refused
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
        match, game = selectors.load(game_id)
        if action.id and (version := selectors.ack(game, action.id)) is not None:
            return Accepted(version, match)
        if (expired := table.expire(match, now_ms())) is not None:
            store.commit(expired)
            continue
        try:
            progress = table.decide(match, action, now_ms())
        except Refused as refused:
            raise ActionRefused(refused, match) from None
        if _keep(progress, action, game):
            return Accepted(progress.after.version, selectors.match(game_id))


def act_and_settle(*, game_id: str, action: Action) -> Accepted:
    """``act``, then whatever the server owes the game: for callers that answer only once."""
    accepted = act(game_id=game_id, action=action)
    return replace(accepted, match=settle(accepted.match))


def _keep(progress: Progress, action: Action, game: models.Game) -> bool:
    """Commit; an agreed rematch stands or falls with the new game it opens."""
    acks = game.table.get("acks")
    if "rematch_agreed" not in progress.events:
        return store.commit(progress, action.id, acks)
    try:
        with transaction.atomic():
            opened = _open_rematch(progress.before, game, action.user)
            progress = replace(progress, after=store.with_rematch(progress.after, opened.id))
            if not store.commit(progress, action.id, acks):
                transaction.set_rollback(True)
                return False
    except IntegrityError:  # the other player's click opened it a moment ago
        return False
    return True


def _open_rematch(match: Match, game: models.Game, user: int | None) -> Match:
    """A new game like ``match``, as ``user``, the last who had to, has agreed."""
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
