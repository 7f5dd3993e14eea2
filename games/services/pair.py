"""Quick pairing: sit down at a waiting game on the same terms, or open one and wait."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from accounts import people
from games.match import EMPTY, NEUTRAL, OPEN, Match
from games.queries import lobby, selectors
from games.queries.lobby import Terms, Waiting
from games.services.act import ActionRefused
from games.services.join import join
from games.services.new import Request, new_game

ONE_PRESS = timedelta(seconds=10)
"""How long after a game began another press of the same button means that game."""

Present = Callable[[Waiting], bool]
"""Whether the person who waits at an open game is still connected."""


def pair(*, user_id: int, name: str, request: Request, present: Present) -> Match:
    """The game in which a person who asks for ``request`` plays, or waits.

    A person who already waits on these terms goes on waiting there, and a second press leads to
    the game that the first one began. Else they join the game that
    has waited longest and whose opener is present, but never a game of somebody who blocks them
    or whom they block. Raises Refused as ``new_game`` does.
    """
    terms = _terms(request)
    with transaction.atomic():
        _one_at_a_time()
        for game_id in lobby.waiting_of(user_id, terms):
            match = selectors.match(game_id)
            if _is_for_two(match) and match.seat_of(user_id) is not None:
                return match
        if begun := lobby.begun_by(user_id, terms, timezone.now() - ONE_PRESS):
            return selectors.match(begun)
        for game in lobby.waiting_on(terms, apart=people.apart_from(user_id)):
            if present(game) and (found := _sit_down(game.id, user_id, name)) is not None:
                return found
        return new_game(user_id=user_id, name=name, request=request)


def _one_at_a_time() -> None:
    """Two who ask at the same moment must meet, not wait for each other.

    SQLite's transactions here are immediate: there is one writer anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext('oxo pairing'))")


def _terms(request: Request) -> Terms:
    base, increment = request.clock or (None, None)
    if base is None or increment is None:
        return Terms(request.variant, None, None, request.rated)
    return Terms(request.variant, base * 1000, increment * 1000, request.rated)


def _is_for_two(match: Match) -> bool:
    """Whether one rival waits for the other, and no third person is wanted."""
    rivals, others = match.seats[:2], match.seats[2:]
    free = [seat for seat in rivals if seat.kind == EMPTY]
    return match.status == OPEN and len(free) == 1 and all(s.kind == NEUTRAL for s in others)


def _sit_down(game_id: str, user_id: int, name: str) -> Match | None:
    """Join a waiting game; None if it is not for two, or no longer open."""
    if not _is_for_two(selectors.match(game_id)):
        return None
    try:
        return join(game_id=game_id, user_id=user_id, name=name)
    except ActionRefused:  # somebody else sat down, or it was withdrawn
        return None
