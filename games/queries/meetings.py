"""What a person has played before a game: reads for what characters say."""

from __future__ import annotations

from games.characters import THIRD, Past
from games.match import ENGINE, Match
from games.models import Game, Seat


def past_of(match: Match, user_id: int | None) -> Past:
    """What ``user_id`` has played before ``match``; nothing for a visitor or among people."""
    engines = [seat.engine for seat in match.seats if seat.kind == ENGINE]
    if user_id is None or not engines:
        return Past()
    begun = Game.objects.filter(pk=match.id).values("created_at")[:1]
    games = Game.objects.filter(seats__user=user_id, created_at__lt=begun).distinct()
    met = Seat.objects.filter(
        user=user_id,
        ended_at__isnull=False,
        game__created_at__lt=begun,
        game__variant=match.board.VARIANT,
        game__seats__engine=engines[0],
    )
    latest = met.order_by("-ended_at").values_list("result", flat=True)[: 2 * THIRD]
    losses = 0
    for result in latest:
        if result != Seat.Result.LOST:
            break
        losses += 1
    return Past(games.count(), losses, met.filter(result=Seat.Result.WON).exists())
