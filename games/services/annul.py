"""Annul a game that staff found not to be fairly played, so that it no longer counts."""

from __future__ import annotations

from django.db import transaction

from games.match import ABORTED
from games.match import annul as ended_by_staff
from games.queries import selectors
from games.services.now import now_ms
from games.services.put_back import put_back
from games.signals import game_annulled
from games.storage import store


def annul(*, game_id: str) -> bool:
    """End a game that is open or in play, or take its result away; ratings are put back.

    False if the game does not count anyway. Raises NoSuchGame.
    """
    with transaction.atomic():
        while (match := selectors.match(game_id)).status != ABORTED:
            progress = ended_by_staff(match, now_ms())
            if store.commit(progress):
                put_back(game_id)
                game_annulled.send(sender=None, match=progress.after, before=match)
                return True
    return False
