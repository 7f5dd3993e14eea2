"""Take an open game off the lobby because nobody waits in it any more."""

from __future__ import annotations

from games.match import OPEN, Action, Refused, Verb, decide
from games.queries import selectors
from games.services.now import now_ms
from games.storage import store


def withdraw(*, game_id: str) -> bool:
    """Cancel an open game; False if somebody sat down in the meantime."""
    match = selectors.match(game_id)
    if match.status != OPEN:
        return False
    owner = match.seats[0].name
    try:
        progress = decide(match, Action(Verb.ABORT, match.version, seat=owner), now_ms())
    except Refused:
        return False
    return store.commit(progress)
