"""Put ratings back to what they would be without a rated pair that no longer counts.

Both players' later pairs are rated again from the rating before the pair, against opponents as
they were rated then. The ratings of these opponents stay, because they met the player's rating of
that day.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games import models
from games.match import glicko
from games.queries import selectors
from games.services.pair_scores import scores_of, weight_of

PERIOD_DAYS = 5.0
"""Days without a rated game that count as one rating period: the deviation grows meanwhile."""


def put_back(game_id: str) -> None:
    """Undo what the pair of this game did to ratings.

    To be called inside the transaction that annuls the game.
    """
    own = Q(game=game_id) | Q(game__rematch_of=game_id)
    # In the order in which ``rate`` locks them, so that neither waits for the other.
    for change in list(models.RatingChange.objects.filter(own).order_by("user_id")):
        _without(change)
    models.RatingChange.objects.filter(own).delete()


def _without(change: models.RatingChange) -> None:
    variant = change.game.variant
    row = models.Rating.objects.select_for_update().get(user=change.user_id, variant=variant)
    changes = models.RatingChange.objects.filter(game__variant=variant)
    later = changes.filter(user=change.user_id, pk__gt=change.pk).select_related("game")
    pairs = list(later.order_by("pk"))
    met = changes.filter(game__in=[one.game_id for one in pairs]).exclude(user=change.user_id)
    rivals = {one.game_id: one for one in met.select_related("game")}
    if row.pairs == 1:
        row.delete()
        return
    state, since = _before(change), change.rated_before
    if state is None or any(_before(one) is None for one in [*pairs, *rivals.values()]):
        row.rating -= change.after - change.before  # from before deviations were stored
    else:
        for one in pairs:
            state, since = _again(one, state, since, rivals.get(one.game_id)), one.game.finished_at
        row.rating, row.deviation, row.volatility = state.rating, state.deviation, state.volatility
        row.rated_at = since or row.rated_at
        models.RatingChange.objects.bulk_update(
            pairs, ("before", "after", "deviation", "volatility", "rated_before"), batch_size=500
        )
    row.pairs -= 1
    row.save()


def _before(change: models.RatingChange) -> glicko.GlickoRating | None:
    """The player's rating before the pair; None if it was not stored yet."""
    if change.deviation is None or change.volatility is None:
        return None
    return glicko.GlickoRating(change.before, change.deviation, change.volatility)


def _again(
    change: models.RatingChange,
    state: glicko.GlickoRating,
    since: datetime | None,
    rival: models.RatingChange | None,
) -> glicko.GlickoRating:
    """The player's rating after a later pair that now begins from ``state``; updates ``change``."""
    gained = change.after - change.before
    at = change.game.finished_at
    change.before, change.deviation, change.volatility = (
        state.rating,
        state.deviation,
        state.volatility,
    )
    change.rated_before = since
    then = aged(state, since, at)
    if rival is None or (other := _before(rival)) is None:  # the account is gone
        after = glicko.GlickoRating(state.rating + gained, then.deviation, then.volatility)
    else:
        met = aged(other, rival.rated_before, at)
        weight = weight_of(change.user_id, rival.user_id, change.game.variant, before=change.pk)
        after = glicko.rate(then, [(met, score) for score in _scores(change)], weight)
    change.after = after.rating
    return after


def _scores(change: models.RatingChange) -> list[float]:
    """What the games of a pair counted for the player, as it was when they were rated."""
    second = selectors.match(change.game_id)
    if (first_id := change.game.rematch_of_id) is not None:
        scores = scores_of((selectors.match(first_id), second), change.user_id)
        if sum(scores) == change.score and scores:
            return scores
    # From before games without moves counted nothing: only the sum of two scores matters.
    return [change.score / 2, change.score / 2]


def aged(
    player: glicko.GlickoRating, since: datetime | None, at: datetime | None
) -> glicko.GlickoRating:
    """A rating of the time ``since``, with its deviation at the time ``at``."""
    if since is None or at is None:
        return player
    return glicko.aged(player, (at - since).total_seconds() / 86_400 / PERIOD_DAYS)
