"""Quick pairing: sit down at a waiting game on the same terms, or open one and wait."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection, transaction

from accounts import people
from games import models, selectors
from games.match import EMPTY, NEUTRAL, Match
from games.services.act import ActionRefused
from games.services.join import join
from games.services.new import Request, new_game

Present = Callable[[models.Game], bool]
"""Whether the person who waits at an open game is still connected."""


def pair(*, user_id: int, name: str, request: Request, present: Present) -> Match:
    """The game in which a person who asks for ``request`` plays, or waits.

    Who already waits on these terms goes on waiting; else the longest waiting game is taken,
    but never that of somebody who blocks the other.
    Raises Refused as ``new_game`` does.
    """
    with transaction.atomic():
        _one_at_a_time()
        found = selectors.waiting_on(*_terms(request), apart=people.apart_from(user_id))
        waiting = [game for game in found if _for_two(game)]
        for game in waiting:
            if any(seat.user_id == user_id for seat in game.seats.all()):
                return selectors.match(game.id)
        for game in waiting:
            if present(game) and (match := _sit_down(game, user_id, name)) is not None:
                return match
        return new_game(user_id=user_id, name=name, request=request)


def _one_at_a_time() -> None:
    """Two who ask at the same moment must meet, not wait for each other.

    SQLite's transactions here are immediate: there is one writer anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext('oxo pairing'))")


def _terms(request: Request) -> tuple[str, int | None, int | None, bool]:
    base, increment = request.clock or (None, None)
    if base is None or increment is None:
        return request.variant, None, None, request.rated
    return request.variant, base * 1000, increment * 1000, request.rated


def _for_two(game: models.Game) -> bool:
    """One rival waits for the other; further seats are nobody's."""
    rivals, others = list(game.seats.all())[:2], list(game.seats.all())[2:]
    free = [seat for seat in rivals if seat.kind == EMPTY]
    return len(free) == 1 and all(seat.kind == NEUTRAL for seat in others)


def _sit_down(game: models.Game, user_id: int, name: str) -> Match | None:
    try:
        return join(game_id=game.id, user_id=user_id, name=name)
    except ActionRefused:  # somebody else sat down, or it was withdrawn
        return None
