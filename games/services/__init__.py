"""What can be done with a game, one use case a file. Arguments are keyword-only.

Imports storage, queries and engines; knows no request, socket or page.
"""

from games.services.act import (
    Accepted,
    ActionRefused,
    act,
    act_and_advance,
    act_live,
)
from games.services.advance import advance, current_match, owes
from games.services.annul import annul
from games.services.bots import become_bot
from games.services.challenges import (
    NoSuchChallenge,
    accept,
    challenge,
    decline,
    withdraw_challenge,
)
from games.services.hand_over import hand_over, rename_seats
from games.services.join import join
from games.services.leave import leave_all
from games.services.maintenance import (
    UnderMaintenance,
    begin_maintenance,
    end_maintenance,
    require_no_maintenance,
)
from games.services.new import OPTION_IS_UNRATED, Request, Rules, new_game
from games.services.now import now_ms
from games.services.open import open_game
from games.services.open_once import new_game_once, opened_before, request_key
from games.services.pair import pair
from games.services.record import record_game
from games.services.reports import close_report, report, take_report
from games.services.say import NewRemark, say
from games.services.setup import GameSetup
from games.services.sweep import sweep
from games.services.withdraw import withdraw

__all__ = [
    "OPTION_IS_UNRATED",
    "Accepted",
    "ActionRefused",
    "GameSetup",
    "NewRemark",
    "NoSuchChallenge",
    "Request",
    "Rules",
    "UnderMaintenance",
    "accept",
    "act",
    "act_and_advance",
    "act_live",
    "advance",
    "annul",
    "become_bot",
    "begin_maintenance",
    "challenge",
    "close_report",
    "current_match",
    "decline",
    "end_maintenance",
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
    "record_game",
    "rename_seats",
    "report",
    "request_key",
    "require_no_maintenance",
    "say",
    "sweep",
    "take_report",
    "withdraw",
    "withdraw_challenge",
]
