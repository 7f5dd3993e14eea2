"""Take a person who closes their account out of all running games."""

from __future__ import annotations

from games.match import Action, Verb
from games.queries import selectors
from games.services.act import ActionRefused, act


def leave_all(*, user_id: int) -> int:
    """Cancel the games that can be cancelled and resign the rest; return how many."""
    running = selectors.running_games(user_id).values_list("id", flat=True)
    return sum(_leave(game_id, user_id) for game_id in list(running))


def _leave(game_id: str, user_id: int) -> bool:
    for verb in (Verb.ABORT, Verb.RESIGN):
        version = selectors.match(game_id).version
        try:
            act(game_id=game_id, action=Action(verb, version, user=user_id))
        except ActionRefused:
            continue
        return True
    return False
