"""Tidy up after people who left: deadlines nobody read, invitations nobody took."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from games import models, selectors
from games.engines import EngineError
from games.match import ACTIVE, LOBBY, OPEN, lapse
from games.rules import RulesError
from games.services.advance import advance
from games.services.now import now_ms
from games.services.once import forget_old_keys
from games.services.withdraw import withdraw
from games.storage import store

logger = logging.getLogger(__name__)

OPEN_GAMES_LAST = timedelta(hours=24)
LOBBY_GAMES_LAST = timedelta(hours=3)
"""The server closes a lobby game two minutes after its opener left; this is for those whose
server died meanwhile. Nobody sees them, but they count among the games a person has waiting."""

GAMES_REST = timedelta(days=14)
"""How long a game may wait for its next move before it is cancelled."""


def sweep() -> dict[str, int]:
    """Bring games up to date, close stale invitations and abandoned games; return the counts."""
    closed = _close_stale() + _close_lapsed()
    return {"settled": _advance_waiting(), "closed": closed, "keys": forget_old_keys()}


def _advance_waiting() -> int:
    settled = 0
    due = selectors.games_waiting_for_server(timezone.now()).values_list("id", flat=True)
    for game_id in list(due.distinct()):  # no cursor stays open while others write
        try:
            before = selectors.match(game_id)
            settled += advance(before).version != before.version
        except (EngineError, RulesError):
            logger.exception("game %s cannot be settled", game_id)
    return settled


def _close_stale() -> int:
    closed = 0
    now = timezone.now()
    old = Q(created_at__lt=now - OPEN_GAMES_LAST)
    old_in_lobby = Q(kind=LOBBY, created_at__lt=now - LOBBY_GAMES_LAST)
    stale = models.Game.objects.filter(old | old_in_lobby, status=OPEN).values_list("id", flat=True)
    for game_id in list(stale):
        closed += withdraw(game_id=game_id)
    return closed


def _close_lapsed() -> int:
    lapsed = models.Game.objects.filter(
        status=ACTIVE, updated_at__lt=timezone.now() - GAMES_REST
    ).values_list("id", flat=True)
    return sum(store.commit(lapse(selectors.match(game_id), now_ms())) for game_id in list(lapsed))
