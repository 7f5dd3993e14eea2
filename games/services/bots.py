"""Bot accounts, with which programs play. They are rated only against each other."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth import get_user_model
from django.db import transaction

from games.match import LOBBY, Kind, RefusalCode, Refused
from games.models import Seat
from games.queries import social

PLAYED = "This account has played, so it cannot become a bot account. Make a new one for the bot."
MIXED = "Bots are rated apart from people: a game of both is not rated."
NO_LOBBY = "The lobby is for people. A bot plays by challenge, by link or against an engine."


def become_bot(*, user_id: int) -> None:
    """Turn an account into a bot account for good; does nothing to a bot. Raises Refused."""
    with transaction.atomic():
        user = get_user_model().objects.select_for_update().get(pk=user_id)
        if user.is_bot:
            return
        if user.is_guest:
            said = "A bot needs an account of its own. Sign up, and make a token."
            raise Refused(RefusalCode.NOT_ALLOWED, said)
        if Seat.objects.filter(user=user_id).exists():
            raise Refused(RefusalCode.NOT_ALLOWED, PLAYED)
        user.is_bot = True
        user.save(update_fields=["is_bot"])


def require_alike(user_ids: Collection[int | None]) -> None:
    """Raise Refused for a rated game of a bot and a person."""
    if social.mixes_bots(one for one in user_ids if one is not None):
        raise Refused(RefusalCode.NOT_ALLOWED, MIXED)


def require_place(user_id: int, kind: Kind) -> None:
    """Raise Refused for a bot in a game of the lobby."""
    if kind == LOBBY and social.is_bot(user_id):
        raise Refused(RefusalCode.NOT_ALLOWED, NO_LOBBY)
