"""Games as others see them: the snapshot of the wire protocol and what pages draw.

Page, socket, HTTP and admin share this. Nothing here reads the database.
"""

from games.presenters.contexts import GameCard, GamePage, RatingLine
from games.presenters.game_page import available_actions, page_context
from games.presenters.lists import (
    PAGES,
    PROFILE,
    card,
    game_url,
    profile_url,
    quick,
    rating_change,
    seat_name,
    showcase,
)
from games.presenters.phrases import cell_label, task
from games.presenters.positions import played, start_of
from games.presenters.sentences import (
    absence,
    detail,
    formal_title,
    headline,
    players,
    seat_title,
    sentence,
)
from games.presenters.snapshots import (
    Shared,
    Snapshot,
    Viewed,
    gone_seats,
    shared,
    snapshot,
    viewed,
)
from games.presenters.start_board import StartBoard, first_board, start_board
from games.presenters.waiting import (
    WaitingGame,
    is_waiting,
    offers,
    wait_context,
    waiting_game,
)

__all__ = [
    "PAGES",
    "PROFILE",
    "GameCard",
    "GamePage",
    "RatingLine",
    "Shared",
    "Snapshot",
    "StartBoard",
    "Viewed",
    "WaitingGame",
    "absence",
    "available_actions",
    "card",
    "cell_label",
    "detail",
    "first_board",
    "formal_title",
    "game_url",
    "gone_seats",
    "headline",
    "is_waiting",
    "offers",
    "page_context",
    "played",
    "players",
    "profile_url",
    "quick",
    "rating_change",
    "seat_name",
    "seat_title",
    "sentence",
    "shared",
    "showcase",
    "snapshot",
    "start_board",
    "start_of",
    "task",
    "viewed",
    "wait_context",
    "waiting_game",
]
