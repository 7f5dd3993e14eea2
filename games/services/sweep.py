"""Tidy up after people who left: deadlines that nobody saw, invitations that nobody accepted."""

from __future__ import annotations

import logging
from collections import Counter
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from games import models
from games.match import ACTIVE, LOBBY, OPEN, lapse
from games.observe import metrics
from games.queries import selectors
from games.services.advance import advance, plays
from games.services.challenges import expire_challenges, forget_challenges
from games.services.now import now_ms
from games.services.open_once import forget_old_keys
from games.services.withdraw import withdraw
from games.storage import store
from games.storage.outage import is_outage
from games.storage.rows import GAMES_REST, due, time_of

logger = logging.getLogger(__name__)

OPEN_GAMES_LAST = timedelta(hours=24)
LOBBY_GAMES_LAST = timedelta(hours=3)
"""The server closes a lobby game two minutes after its opener left; this is for those whose
server died meanwhile. Nobody sees them, but they count among the games a person has waiting."""

BATCH, MOST_BATCHES = 200, 100
"""How many games are looked at together, and how often at most in one sweep."""

LOOK_AGAIN = 60 * 60 * 1000
"""Milliseconds until a game is looked at again for which nothing could be done."""

SERVER_FIRST = 3 * 1000
"""Milliseconds in which a server plays for an engine or Chance before the sweep does."""

SET_ASIDE = timedelta(days=1)
"""How long a game that raised an error is left alone."""


def sweep() -> dict[str, int]:
    """Bring games up to date, and close stale invitations and abandoned games.

    Returns counts. ``failed`` are games whose check failed: each is logged and left for a day.
    """
    counts = Counter({"closed": _close_stale()})
    _look_at_due(counts)
    told = {name: counts[name] for name in ("settled", "closed", "failed")}
    closed = {"challenges": expire_challenges(), "old_challenges": forget_challenges()}
    return {**told, "keys": forget_old_keys(), **closed}


def _look_at_due(counts: Counter[str]) -> None:
    """Check every game that is due, a batch at a time; one bad game does not stop the others."""
    begun, latest = timezone.now(), 0
    for _ in range(MOST_BATCHES):
        batch = selectors.due(begun, BATCH)
        for game_id in batch:
            try:
                done, late = _look_at(game_id)
                counts[done] += 1
                latest = max(latest, late)
            except Exception as error:  # whatever is wrong with one game, check the others
                if is_outage(error):
                    raise
                logger.exception("game %s cannot be advanced", game_id)
                counts["failed"] += 1
                models.Game.objects.filter(id=game_id).update(due_at=begun + SET_ASIDE)
        if len(batch) < BATCH:
            break
    metrics.SWEEP_LAG.set(latest / 1000)


def _look_at(game_id: str) -> tuple[str, int]:
    """Do what the server owes a game, and set when to check it again.

    Returns what to count it as, and how many milliseconds late it was done.
    """
    before = selectors.match(game_id)
    seat = before.acting_seat
    if seat is not None and plays(before, seat) and now_ms() - before.updated < SERVER_FIRST:
        return "seen", 0  # a server that lives is about to do it
    late = now_ms() - (before.deadline or before.updated)
    after = advance(before)
    done = ("settled", late) if after.version != before.version else ("seen", 0)
    now = now_ms()
    if after.status == ACTIVE and now - after.updated >= GAMES_REST:
        return "closed" if store.commit(lapse(after, now)) else "seen", 0
    if (next_look := due(after)) is not None:
        # What is still owed cannot be done, because the engine no longer exists.
        later = next_look if next_look > now else now + LOOK_AGAIN
        rows = models.Game.objects.filter(id=game_id, version=after.version)
        rows.update(due_at=time_of(later))
    return done


def _close_stale() -> int:
    closed = 0
    now = timezone.now()
    old = Q(created_at__lt=now - OPEN_GAMES_LAST)
    old_in_lobby = Q(kind=LOBBY, created_at__lt=now - LOBBY_GAMES_LAST)
    stale = models.Game.objects.filter(old | old_in_lobby, status=OPEN).values_list("id", flat=True)
    for game_id in list(stale):
        closed += withdraw(game_id=game_id)
    return closed
