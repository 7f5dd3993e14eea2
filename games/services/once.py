"""One request, one game: the key a person sends with a request for a new game.

A key names one request of one person. Sent again, it gets the game it opened the first time.
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
    """A person's ``key`` and what it was sent for, which is the same if it means the same."""
    return RequestKey(user_id, key, sha256(msgspec.json.encode(request)).hexdigest())


def opened_before(key: RequestKey) -> Match | None:
    """The game that ``key`` has opened, as it stands; None if it has opened none.

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
    """``new_game``, or the game that the same request has opened at the same moment."""
    try:
        return new_game(user_id=user_id, name=name, request=request, key=key)
    except (IntegrityError, Refused):
        # Refused, too: the other request's game may have been the last that is allowed.
        if (match := opened_before(key)) is None:
            raise
        return match


def forget_old_keys() -> int:
    """Delete the keys that are old enough; return how many."""
    old = models.IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEYS_LAST)
    return old.delete()[0]
