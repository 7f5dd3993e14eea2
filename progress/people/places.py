"""A person's place among all who have stars, without counting everybody ahead of them.

Near the top those ahead are counted. Further down the count begins at a milestone: the first person
with each number of stars, and every ``STRIDE``-th person, is stored with their place. The sweep
looks for them anew in each round; a page does it by itself where no sweep has.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import UTC, datetime
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import F, Q, Window
from django.db.models.functions import Lag, RowNumber

from progress.campaign.selectors import LeaderboardRow, by_stars, leaderboard

FEW = 1_000
"""So many people ahead of somebody are counted; if there are more, from a milestone on."""

STRIDE = 2_000
"""People from one milestone to the next."""

KEPT_FOR, KEPT_BY_A_PAGE_FOR = 300, 10
"""Seconds for which milestones are kept: found by the sweep, and by a page without one."""

KEY = "milestones"
"""Kept as plain tuples, which every release can read: processes of two may share the cache."""


class Milestone(NamedTuple):
    """Somebody on the leaderboard, and how many are ahead of them; sorts in its order.

    ``fewer`` are the stars, negative.
    """

    fewer: int
    since: datetime
    user_id: int
    ahead: int


def place(user_id: int) -> tuple[int, LeaderboardRow] | None:
    """A person's place on the leaderboard, from 1, with their row; None without a star.

    Far down, a place may be some minutes old by a few.
    """
    mine: LeaderboardRow | None = leaderboard().filter(user_id=user_id).first()
    return None if mine is None else (_ahead(mine) + 1, mine)


def sweep() -> None:
    """Compute the milestones again, for all processes that share the cache."""
    _keep(_find(), KEPT_FOR)


def _keep(found: list[Milestone], seconds: int) -> None:
    cache.set(KEY, list(map(tuple, found)), seconds)


def _ahead(mine: LeaderboardRow) -> int:
    """How many people stand before somebody."""
    more = _few(Q(stars__gt=mine["total"]))
    sooner = _few(_sooner(mine)) if more <= FEW else 0
    if more + sooner <= FEW:
        return more + sooner
    kept = list(map(Milestone._make, cache.get(KEY, ())))
    if not kept:
        kept = _find()
        _keep(kept, KEPT_BY_A_PAGE_FOR)
    own = (-mine["total"], mine["since"], mine["user_id"])
    at = bisect_right(kept, own, key=lambda one: one[:3])
    if at and kept[at - 1].fewer == own[0]:
        begin = kept[at - 1]
        later = Q(since__gt=begin.since) | Q(since=begin.since, user_id__gte=begin.user_id)
        between = by_stars().filter(_sooner(mine), later, since__gte=begin.since)
        return begin.ahead + between.count()
    # They are the first with so many stars, or were not there yet: the next one tells.
    return kept[at].ahead + by_stars().filter(_sooner(mine)).count()


def _sooner(mine: LeaderboardRow) -> Q:
    """Those with as many stars who had them before. Both bounds are what an index needs."""
    since = mine["since"]
    first = Q(since__lt=since) | Q(since=since, user_id__lt=mine["user_id"])
    return Q(first, stars=mine["total"], since__lte=since)


def _few(which: Q) -> int:
    """How many there are, counted no further than matters. Read in the order of the index."""
    return by_stars().filter(which)[: FEW + 1].count()


def _find() -> list[Milestone]:
    """All milestones in order; the last stands for the end of the list."""
    order = ("-stars", "since", "user_id")
    rows = by_stars().annotate(
        number=Window(RowNumber(), order_by=order),
        before=Window(Lag("stars"), order_by=order),
        step=F("number") % STRIDE,
    )
    chosen = rows.filter(Q(step=0) | Q(before__isnull=True) | Q(before__gt=F("stars")))
    values = chosen.values_list("stars", "since", "user_id", "number")
    found = [
        Milestone(-stars, since, who, number - 1)
        for stars, since, who, number in values
        if since  # as everybody has who has stars
    ]
    return [*found, Milestone(0, datetime.max.replace(tzinfo=UTC), 0, by_stars().count())]
