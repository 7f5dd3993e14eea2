"""Rated games: a pair with seats exchanged, rated once when its second game ends.

The first move is a large advantage in these games, so one game says little about who is stronger.
A pair does, and counts as one Glicko-2 period with two results. The transaction that ends the
first game opens the second. It cannot be cancelled, and a player who does not come loses it on
time, since every rated game has a clock. If the first game is aborted, nothing is
rated. ``pair_scores`` says what each game of a pair counts.

Everything here runs inside the transaction that ends a game, which happens once for each game.
"""

from __future__ import annotations

from datetime import datetime

from django.dispatch import receiver

from games import models
from games.match import FINISHED, Match, exchanged_seats, glicko
from games.queries import selectors, social
from games.services.open import open_game
from games.services.pair_scores import scores_of, weight_of
from games.services.put_back import aged
from games.services.setup import setup_after
from games.signals import game_finished
from games.storage.rows import time_of


@receiver(game_finished, dispatch_uid="games.ratings")
def on_game_finished(sender: object, game: models.Game, match: Match, **_: object) -> None:
    """Rate the pair that this game closes, or open its second game."""
    if match.rated and match.return_id is not None:
        _open_second(game, match)
    elif match.rated:
        _rate_pair(game, match)


def _open_second(game: models.Game, match: Match) -> None:
    seats = {seat.name: seat for seat in exchanged_seats(match)}
    open_game(setup_after(game, seats, kind=match.kind, closing=match.return_id))


def _rate_pair(game: models.Game, match: Match) -> None:
    """Rate both players by both games, unless an account is gone or only one of them is a bot."""
    one, other = match.seats[:2]
    if game.rematch_of is None or one.user is None or other.user is None:
        return
    first = selectors.match(game.rematch_of.id)
    if first.status != FINISHED:  # it has been annulled
        return
    if social.mixes_bots((one.user, other.user)):  # one became a bot as the game was made
        return
    if not scores_of((first, match), one.user):  # neither game was played
        return
    # Always locked in the same order, so that two pairs that end at once cannot deadlock.
    held = {user: _locked(user, game.variant) for user in sorted((one.user, other.user))}
    now = {user: _as_of(row, match) for user, row in held.items()}
    for user, rival in ((one.user, other.user), (other.user, one.user)):
        scores = scores_of((first, match), user)
        results = [(now[rival], score) for score in scores]
        new = glicko.rate(now[user], results, weight_of(user, rival, game.variant))
        _keep(game, held[user], new, sum(scores))


def _locked(user: int, variant: str) -> models.Rating:
    start = glicko.GlickoRating()
    defaults = {
        "rating": start.rating,
        "deviation": start.deviation,
        "volatility": start.volatility,
        "rated_at": datetime.fromtimestamp(0).astimezone(),
    }
    rows = models.Rating.objects.select_for_update()
    return rows.get_or_create(user_id=user, variant=variant, defaults=defaults)[0]


def _as_of(row: models.Rating, match: Match) -> glicko.GlickoRating:
    """The rating with the deviation that it has reached since it was last changed."""
    rating = glicko.GlickoRating(row.rating, row.deviation, row.volatility)
    assert match.ended is not None
    return aged(rating, row.rated_at, time_of(match.ended))


def _keep(game: models.Game, row: models.Rating, new: glicko.GlickoRating, score: float) -> None:
    models.RatingChange.objects.create(
        game=game,
        user_id=row.user_id,
        score=score,
        before=row.rating,
        deviation=row.deviation,
        volatility=row.volatility,
        rated_before=row.rated_at,
        after=new.rating,
    )
    row.rating, row.deviation, row.volatility = new.rating, new.deviation, new.volatility
    row.pairs += 1
    row.rated_at = game.finished_at or row.rated_at
    row.save()
