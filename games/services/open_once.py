"""Idempotency keys: a request for a new game that is sent twice opens one game.

A key belongs to one request of one person. Sent again, it returns the game of the first time.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

import msgspec
from django.db import IntegrityError
from django.utils import timezone

from games import models
from games.match import Match, RefusalCode, Refused
from games.services.advance import current_match
from games.services.new import Request, new_game
from games.storage.store import RequestKey

KEYS_LAST = timedelta(hours=24)
"""How long a key is stored at least; the sweep deletes it some time after."""


def request_key(user_id: int, key: str, request: Request) -> RequestKey:
    """A person's ``key`` with a hash of what it was sent for."""
    return RequestKey(user_id, key, sha256(msgspec.json.encode(request)).hexdigest())


def opened_before(key: RequestKey) -> Match | None:
    """The current state of the game that ``key`` has opened, if any.

    Raises Refused (``key_reused``) if it was sent for something else.
    """
    found = models.IdempotencyKey.objects.filter(user_id=key.user, key=key.key).first()
    if found is None:
        return None
    if found.digest != key.digest:
        said = (
            f"The key {key.key[:80]!r} has opened another game. Send a new key with a new request."
        )
        raise Refused(RefusalCode.KEY_REUSED, said)
    return current_match(found.game_id)


def new_game_once(*, user_id: int, name: str, request: Request, key: RequestKey) -> Match:
    """``new_game``, or the game that the same request opened at the same moment."""
    try:
        return new_game(user_id=user_id, name=name, request=request, key=key)
    except (IntegrityError, Refused):
        # It may be refused because the other request's game was the last one allowed.
        if (match := opened_before(key)) is None:
            raise
        return match


def forget_old_keys() -> int:
    """Delete the keys that are old enough; return how many."""
    old = models.IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEYS_LAST)
    return old.delete()[0]
