"""Store a finished game that was played elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games.match import Match, MoveMade, Progress, Reason, apply_move, rival
from games.match.endings import ended
from games.rules import Outcome
from games.services.maintenance import require_no_maintenance
from games.services.now import now_ms
from games.services.open import begun
from games.services.setup import GameSetup
from games.storage import store


def record_game(
    setup: GameSetup, moves: Sequence[int], *, seed: int, resigned: str | None = None
) -> Match:
    """Store the game of ``setup`` with its ``moves``, over on the board or by ``resigned``.

    ``seed`` is the seed of its random moves. Raises IllegalMove, and UnderMaintenance while no
    game may begin.
    """
    require_no_maintenance()
    now = now_ms()
    first = begun(setup, now, seed)
    match = first
    made: list[MoveMade] = []
    for cell in moves:
        match, move = apply_move(match, cell)
        made.append(move)
    outcome = match.board.outcome
    if outcome is None:
        assert resigned is not None, "a game that is not over has somebody who gave it up"
        outcome = Outcome(rival(match, resigned), Reason.RESIGN)
    ending = ended(match, outcome, now)
    with transaction.atomic():
        store.create(first, store.Origin(setup.by, setup.event))
        store.commit(Progress(first, ending.after, tuple(made), ending.events))
    return ending.after
