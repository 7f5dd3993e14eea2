"""Who waits for an opponent: in the lobby, and in somebody's own open games."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import models, presenters, selectors
from games.live.hub import hub
from games.match import Match

MOST_COUNTED = 60
"""Open games that are looked at to say how many people wait."""

RECENT = timedelta(hours=1)
"""For how long pages of other games remind people of one they opened, or that began."""

MOST_REMINDED = 3


def queue(besides: int | None = None) -> int:
    """How many games wait in the lobby for an opponent, those of ``besides`` left out."""
    waiting = selectors.open_games().exclude(created_by_id=besides)[:MOST_COUNTED]
    return sum(hub.attendance.opener_present(game) for game in waiting)


def elsewhere(viewer: int | None, game_id: str = "") -> list[presenters.WaitingGame]:
    """The recent games of ``viewer`` that wait for an opponent or just found one.

    Those that began come first; ``game_id`` is the game whose page asks.
    """
    if viewer is None:
        return []
    rows = selectors.meetings_since(viewer, timezone.now() - RECENT).exclude(id=game_id)
    found = [presenters.waiting_game(row, viewer) for row in rows[:MOST_REMINDED]]
    return sorted(found, key=lambda one: not one.begun)


def wait_of(
    match: Match, row: models.Game, viewer: int | None, watchers: int
) -> dict[str, Any] | None:
    """What the page of an open game tells those who wait at it; None for everybody else."""
    if not presenters.is_waiting(match, viewer):
        return None
    waited = (timezone.now() - row.created_at) // timedelta(milliseconds=1)
    return presenters.wait_context(match, waited=waited, watchers=watchers, queue=queue(viewer))
