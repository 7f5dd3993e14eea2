"""Take a person who closes their account out of all running games."""

from __future__ import annotations

from games.match import Action, RefusalCode, Verb
from games.queries import selectors
from games.services.act import ActionRefused, act

TRIES = 5
"""How often a game is left again that another player's move was faster than."""


def leave_all(*, user_id: int) -> int:
    """Cancel the games that can be cancelled and resign the rest; return how many."""
    running = selectors.running_games(user_id).values_list("id", flat=True)
    return sum(_leave(game_id, user_id) for game_id in list(running))


def _leave(game_id: str, user_id: int) -> bool:
    return any(_done(verb, game_id, user_id) for verb in (Verb.ABORT, Verb.RESIGN))


def _done(verb: Verb, game_id: str, user_id: int) -> bool:
    """Whether ``verb`` was accepted; it is tried again where the others were faster."""
    for _ in range(TRIES):
        version = selectors.match(game_id).version
        try:
            act(game_id=game_id, action=Action(verb, version, user=user_id))
        except ActionRefused as refused:
            if refused.code != RefusalCode.STALE_VERSION:
                return False
        else:
            return True
    return False
