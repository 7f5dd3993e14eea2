"""What a person has played before a game: one read for what characters say."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db.models import (
    BigIntegerField,
    CharField,
    Count,
    DateTimeField,
    Exists,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce

from games.characters import Past
from games.match import ENGINE, Match
from games.models import Game, Seat
from games.queries.composed import Composed, Given

EVER = Value(datetime(1, 1, 2, tzinfo=UTC), DateTimeField())
"""Before any game."""


def past_of(match: Match, user_id: int | None) -> Past:
    """What ``user_id`` has played before ``match``; nothing for a visitor or among people."""
    engines = [seat.engine for seat in match.seats if seat.kind == ENGINE]
    if user_id is None or not engines:
        return Past()
    [(games, losses, has_won)] = _past.rows(game=match.id, user=user_id, engine=engines[0])
    return Past(games, losses, bool(has_won))


@Composed
def _past() -> QuerySet[Game, Any]:
    """Of a game: those of the person before it, and against its engine those lost since the last
    one that was not, and whether any was won.
    """
    mine = Seat.objects.filter(
        user_id=Given("user", BigIntegerField()), game__created_at__lt=OuterRef("created_at")
    ).order_by()
    met = mine.filter(
        ended_at__isnull=False,
        game__variant=OuterRef("variant"),
        game__seats__engine=Given("engine", CharField()),
    )
    others = met.exclude(result=Seat.Result.LOST).order_by("-ended_at")
    lost = met.filter(result=Seat.Result.LOST, ended_at__gt=Coalesce(OuterRef("other"), EVER))
    rows = Game.objects.filter(pk=Given("game", CharField())).order_by()
    rows = rows.annotate(other=Subquery(others.values("ended_at")[:1]))
    return rows.values_list(_count(mine), _count(lost), Exists(met.filter(result=Seat.Result.WON)))


def _count(seats: QuerySet[Seat]) -> Coalesce:
    """How many games the ``seats`` of one person belong to."""
    counted = seats.values("user_id").annotate(count=Count("game_id", distinct=True))
    return Coalesce(Subquery(counted.values("count")), 0)
