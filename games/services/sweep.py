"""Tidy up after people who left: deadlines nobody read, invitations nobody took."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games import models, selectors
from games.match import OPEN
from games.services.settle import settle
from games.services.withdraw import withdraw

OPEN_GAMES_LAST = timedelta(hours=24)


def sweep() -> dict[str, int]:
    """Settle what the server owes and close stale open games; counts of both."""
    return {"settled": _settle_waiting(), "closed": _close_stale()}


def _settle_waiting() -> int:
    settled = 0
    due = selectors.games_waiting_for_server(timezone.now()).values_list("id", flat=True)
    for game_id in due.distinct().iterator():
        before = selectors.match(game_id)
        settled += settle(before).version != before.version
    return settled


def _close_stale() -> int:
    closed = 0
    stale = models.Game.objects.filter(
        status=OPEN, created_at__lt=timezone.now() - OPEN_GAMES_LAST
    ).values_list("id", flat=True)
    for game_id in stale.iterator():
        closed += withdraw(game_id=game_id)
    return closed
