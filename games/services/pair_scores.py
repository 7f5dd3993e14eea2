"""What the games of a rated pair count, so that ratings cannot be made up between two accounts."""

from __future__ import annotations

from games import models
from games.match import FINISHED, Match, both_moved, points

LATEST = 20
"""A player's pairs among which those against the same opponent are counted."""


def scores_of(pair: tuple[Match, Match], user: int) -> list[float]:
    """The scores of ``user`` in the games of a pair that count for them; none if neither does.

    A game that ended before both had moved gains nobody anything. Whoever lost it bears the
    loss if the other game was played: nobody leaves a pair once it goes badly.
    """
    if not any(map(both_moved, pair)) or any(one.status != FINISHED for one in pair):
        return []
    found = []
    for match in pair:
        seat = match.seat_of(user)
        assert seat is not None  # both games have the same people
        score = points(match, seat)
        if both_moved(match) or score == 0:
            found.append(score)
    return found


def weight_of(user: int, rival: int, variant: str, before: int | None = None) -> float:
    """What a pair counts for ``user``: 1 against somebody new, then a half, a third and so on.

    ``before`` is the change of a pair that is rated again. Counted are those of the latest pairs.
    """
    changes = models.RatingChange.objects.filter(user=user, game__variant=variant)
    if before is not None:
        changes = changes.filter(pk__lt=before)
    latest = list(changes.order_by("-pk").values_list("game_id", flat=True)[:LATEST])
    against = models.RatingChange.objects.filter(user=rival, game__in=latest).count()
    return 1 / (1 + against)
