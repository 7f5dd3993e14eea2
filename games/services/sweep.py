"""Tidy up after people who left: deadlines nobody read, invitations nobody took."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games import models, selectors, store
from games.match import OPEN, Action, Refused, decide
from games.services.now import now_ms
from games.services.settle import settle

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
        match = selectors.match(game_id)
        owner = next(seat.name for seat in match.seats)
        try:
            progress = decide(match, Action("abort", match.version, seat=owner), now_ms())
        except Refused:  # somebody joined in the meantime
            continue
        closed += store.commit(progress)
    return closed
