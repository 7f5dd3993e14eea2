"""Games as others see them: the snapshot of the wire protocol and what pages draw.

Page, socket, HTTP and admin share this. Nothing here reads the database.
"""

from games.presenters.contexts import GameCard, GamePage, RatingLine
from games.presenters.game_page import available_actions, page_context
from games.presenters.lists import (
    DAILY,
    PAGES,
    PROFILE,
    VERSUS,
    card,
    daily_url,
    game_url,
    profile_url,
    quick,
    rating_change,
    seat_name,
    showcase,
)
from games.presenters.news import May, News, follows, keeps_may, may, news
from games.presenters.phrases import cell_label, cell_labels, task, where_to_play
from games.presenters.positions import played, replay, start_of
from games.presenters.running import RunningBoard, running_board
from games.presenters.sentences import (
    absence,
    detail,
    formal_title,
    headline,
    players,
    seat_title,
    sentence,
)
from games.presenters.small_boards import SmallBoardFacts, pale_cells, small_boards_of
from games.presenters.snapshots import Snapshot, gone_seats, snapshot
from games.presenters.start_board import StartBoard, first_board, start_board
from games.presenters.waiting import (
    Nearest,
    WaitingGame,
    is_waiting,
    nearest_computer,
    offers,
    wait_context,
    waiting_game,
)

__all__ = [
    "DAILY",
    "PAGES",
    "PROFILE",
    "VERSUS",
    "GameCard",
    "GamePage",
    "May",
    "Nearest",
    "News",
    "RatingLine",
    "RunningBoard",
    "SmallBoardFacts",
    "Snapshot",
    "StartBoard",
    "WaitingGame",
    "absence",
    "available_actions",
    "card",
    "cell_label",
    "cell_labels",
    "daily_url",
    "detail",
    "first_board",
    "follows",
    "formal_title",
    "game_url",
    "gone_seats",
    "headline",
    "is_waiting",
    "keeps_may",
    "may",
    "nearest_computer",
    "news",
    "offers",
    "page_context",
    "pale_cells",
    "played",
    "players",
    "profile_url",
    "quick",
    "rating_change",
    "replay",
    "running_board",
    "seat_name",
    "seat_title",
    "sentence",
    "showcase",
    "small_boards_of",
    "snapshot",
    "start_board",
    "start_of",
    "task",
    "wait_context",
    "waiting_game",
    "where_to_play",
]
