"""What can be done to a game, one verb a file. Arguments are keyword-only."""

from games.services.act import Accepted, ActionRefused, act, act_and_advance, act_live
from games.services.advance import advance, current_match, owes
from games.services.hand_over import hand_over, rename_seats
from games.services.join import join
from games.services.leave import leave_all
from games.services.new import Request, Rules, new_game
from games.services.now import now_ms
from games.services.once import new_game_once, opened_before, request_key
from games.services.open import open_game
from games.services.pair import pair
from games.services.setup import GameSetup
from games.services.sweep import sweep
from games.services.withdraw import withdraw

__all__ = [
    "Accepted",
    "ActionRefused",
    "GameSetup",
    "Request",
    "Rules",
    "act",
    "act_and_advance",
    "act_live",
    "advance",
    "current_match",
    "hand_over",
    "join",
    "leave_all",
    "new_game",
    "new_game_once",
    "now_ms",
    "open_game",
    "opened_before",
    "owes",
    "pair",
    "rename_seats",
    "request_key",
    "sweep",
    "withdraw",
]
