"""What can be done to a game, one verb a file. Arguments are keyword-only."""

from games.services.act import Accepted, ActionRefused, act, act_and_settle, act_live
from games.services.join import join
from games.services.leave import leave_all
from games.services.new import Request, Rules, new_game
from games.services.now import now_ms
from games.services.open import open_game
from games.services.pair import pair
from games.services.settle import owes, settle
from games.services.sweep import sweep
from games.services.withdraw import withdraw

__all__ = [
    "Accepted",
    "ActionRefused",
    "Request",
    "Rules",
    "act",
    "act_and_settle",
    "act_live",
    "join",
    "leave_all",
    "new_game",
    "now_ms",
    "open_game",
    "owes",
    "pair",
    "settle",
    "sweep",
    "withdraw",
]
