"""A game as lichess exports one."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.guests import TooOften
from accounts.limits import over_limit_at
from games import services
from games.api.programs.operations import operation
from games.api.programs.shapes import PlayerFacts, TimeLimits, game_state, player_facts, time_limits
from games.match import Match


class GameExport(TypedDict):
    """A game on record. ``moves`` are its cells in order, separated by spaces; times are in ms."""

    id: str
    rated: bool
    variant: str
    source: str
    createdAt: int
    lastMoveAt: int
    status: str
    reason: str | None
    winner: str | None
    players: dict[str, PlayerFacts]
    clock: TimeLimits | None
    moves: str
    position: str


@operation(
    "GET",
    "game/export/<game:game_id>",
    "export",
    {200: GameExport},
    (404,),
)
def export(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game with its players and its moves.

    It is also at ``/game/export/{id}``, where clients of lichess ask for it.
    """
    if wait := over_limit_at("export", request):
        raise TooOften("You ask for games too often. Wait a moment and try again.", wait)
    return JsonResponse(_facts(services.current_match(game_id)))


def _facts(match: Match) -> GameExport:
    state = game_state(match)
    return {
        "id": match.id,
        "rated": match.rated,
        "variant": match.board.VARIANT,
        "source": match.kind,
        "createdAt": match.started or match.updated,
        "lastMoveAt": match.ended or match.updated,
        "status": state["status"],
        "reason": state["reason"],
        "winner": state["winner"],
        "players": {seat.name: player_facts(match, seat) for seat in match.seats},
        "clock": time_limits(match),
        "moves": state["moves"],
        "position": state["position"],
    }
