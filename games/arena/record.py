"""The games of an engine: for its author, and once it is published for everybody."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.urls import reverse

from games import presenters
from games.match import NEUTRAL, PERSON
from games.match import Seat as HeldSeat
from games.match.enums import SeatKind
from games.models import Seat, UploadedEngine
from games.models.engines import EngineGame
from games.rules import board_class, drawn_word

MOST_GAMES = 12
"""Games of an engine that its page lists."""


def record(row: UploadedEngine) -> dict[str, Any]:
    """The finished games of an engine: its losses first, since its author learns from those.

    ``neither`` is what its game calls those in ``drawn``.
    """
    rows = EngineGame.objects.filter(engine=row.pk).select_related("game")
    counts = dict(rows.order_by().values_list("result").annotate(count=Count("pk")))
    lost = list(rows.filter(result=EngineGame.Result.LOST)[: MOST_GAMES // 2])
    others = rows.exclude(result=EngineGame.Result.LOST)[: MOST_GAMES - len(lost)]
    shown_games = [*lost, *others]
    seats = Seat.objects.filter(game__in=[one.game_id for one in shown_games]).select_related(
        "user"
    )
    neither = drawn_word(board_class(row.variant))
    said = {**dict(EngineGame.Result.choices), str(EngineGame.Result.DRAWN): neither}
    rivals: dict[str, str] = {}
    for seat in seats.select_related("user"):
        if seat.engine != row.slug and seat.kind != NEUTRAL:
            rivals[seat.game_id] = seat.person_name if seat.kind == PERSON else _called(row, seat)
    return {
        "won": counts.get(EngineGame.Result.WON, 0),
        "drawn": counts.get(EngineGame.Result.DRAWN, 0),
        "neither": neither,
        "lost": counts.get(EngineGame.Result.LOST, 0),
        "games": [
            {
                "url": reverse("analysis:review", args=[one.game_id]),
                "title": f"as {one.seat} against {rivals.get(one.game_id, 'itself')}",
                "said": "gave up" if one.gave_up else said[one.result],
                "lost": one.result == EngineGame.Result.LOST,
            }
            for one in shown_games
        ],
    }


def _called(row: UploadedEngine, seat: Seat) -> str:
    kind = SeatKind(seat.kind)
    return presenters.seat_title(HeldSeat(seat.name, kind, None, "", seat.engine), row.variant)
