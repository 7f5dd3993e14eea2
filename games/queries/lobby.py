"""Reads of the lobby: games that wait for an opponent."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from itertools import count
from typing import NamedTuple

from django.db.models import QuerySet

from games import models
from games.match import ACTIVE, OPEN
from games.models.engines import Contestant, Pairing
from games.queries.selectors import cards

OFFERS_AT_ONCE = 20
"""How many games on some terms one statement reads; the first is nearly always taken."""

STRONGEST = 6
"""Engines on the ladder whose games are shown to watch."""


class Terms(NamedTuple):
    """What two people who are paired have both asked for; without a clock, both times are None."""

    variant: str
    base_ms: int | None
    increment_ms: int | None
    rated: bool


def open_games(apart: Collection[int] = ()) -> QuerySet[models.Game]:
    """The lobby: games anybody may join, the longest waiting first, without people ``apart``."""
    rows = cards().filter(kind=models.Game.Kind.LOBBY, status=OPEN).order_by("created_at")
    theirs = models.Seat.objects.filter(user__in=apart, ended_at__isnull=True)
    return rows.exclude(id__in=theirs.values("game_id")) if apart else rows


class Waiting(NamedTuple):
    """A game that anybody may join, and since when."""

    id: str
    created_at: datetime


def longest_waiting(
    most: int, apart: Collection[int] = (), besides: int | None = None
) -> list[Waiting]:
    """The first ``most`` games of the lobby, without those of ``besides``: only ids and times.

    Many openers may have left since: see ``opener_present``.
    """
    rows = open_games(apart).prefetch_related(None)
    if besides is not None:
        rows = rows.exclude(created_by_id=besides)
    return [Waiting(*row) for row in rows.values_list(*Waiting._fields)[:most]]


def waiting_on(terms: Terms, apart: Collection[int] = ()) -> Iterator[Waiting]:
    """The lobby's games on these terms, by the usual rules, without people ``apart``.

    The longest waiting come first; they are read a few at a time.
    """
    rows = _on(terms, apart).order_by("created_at", "id").values_list(*Waiting._fields)
    for first in count(step=OFFERS_AT_ONCE):
        page = list(rows[first : first + OFFERS_AT_ONCE])
        yield from map(Waiting._make, page)
        if len(page) < OFFERS_AT_ONCE:
            return


def waiting_of(user_id: int, terms: Terms) -> list[str]:
    """The ids of the games on these terms that a person has opened, the longest waiting first."""
    mine = _on(terms).filter(created_by_id=user_id)
    return list(mine.order_by("created_at", "id").values_list("id", flat=True))


def begun_by(user_id: int, terms: Terms, since: datetime) -> str | None:
    """The id of a person's newest lobby game on these terms that goes on since ``since``."""
    begun = models.Game.objects.filter(
        kind=models.Game.Kind.LOBBY,
        status=ACTIVE,
        started_at__gte=since,
        seats__user_id=user_id,
        seats__ended_at__isnull=True,
        exact=False,
        **terms._asdict(),
    )
    return begun.order_by("-started_at").values_list("id", flat=True).first()


def ladder_games(most: int) -> list[models.Game]:
    """The latest games of the strongest engines on the ladder against each other, newest first."""
    best = Contestant.objects.filter(retired=False).order_by("-rating", "pk")[:STRONGEST]
    ids = [row.pk for row in best.only("pk")]
    pairs = Pairing.objects.filter(one__in=ids, two__in=ids, latest__isnull=False)
    rows = cards().filter(id__in=list(pairs.values_list("latest_id", flat=True)))
    return sorted(rows, key=lambda game: game.updated_at, reverse=True)[:most]


def _on(terms: Terms, apart: Collection[int] = ()) -> QuerySet[models.Game]:
    """The lobby's games on these terms, which the index ``offers_by_terms`` finds."""
    return open_games(apart).prefetch_related(None).filter(exact=False, **terms._asdict())
