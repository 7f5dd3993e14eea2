"""Tidy up after people who left: deadlines nobody read, invitations nobody took."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.utils import timezone

from games import models, selectors, store
from games.engines import EngineError
from games.match import ACTIVE, OPEN, lapse
from games.rules import RulesError
from games.services.now import now_ms
from games.services.settle import settle
from games.services.withdraw import withdraw

logger = logging.getLogger(__name__)

OPEN_GAMES_LAST = timedelta(hours=24)
GAMES_REST = timedelta(days=14)
"""How long a game may wait for its next move before it is called off."""


def sweep() -> dict[str, int]:
    """Settle what the server owes, close stale offers and games nobody plays on with; counts."""
    return {"settled": _settle_waiting(), "closed": _close_stale() + _close_lapsed()}


def _settle_waiting() -> int:
    settled = 0
    due = selectors.games_waiting_for_server(timezone.now()).values_list("id", flat=True)
    for game_id in list(due.distinct()):  # no cursor stays open while others write
        try:
            before = selectors.match(game_id)
            settled += settle(before).version != before.version
        except (EngineError, RulesError):
            logger.exception("game %s cannot be settled", game_id)
    return settled


def _close_stale() -> int:
    closed = 0
    stale = models.Game.objects.filter(
        status=OPEN, created_at__lt=timezone.now() - OPEN_GAMES_LAST
    ).values_list("id", flat=True)
    for game_id in list(stale):
        closed += withdraw(game_id=game_id)
    return closed


def _close_lapsed() -> int:
    lapsed = models.Game.objects.filter(
        status=ACTIVE, updated_at__lt=timezone.now() - GAMES_REST
    ).values_list("id", flat=True)
    return sum(store.commit(lapse(selectors.match(game_id), now_ms())) for game_id in list(lapsed))
