"""Games as others see them: the snapshot of the wire protocol and what pages draw.

Page, socket, HTTP and admin share this. Nothing here reads the database.
"""

from games.presenters.lists import PAGES, card, game_url, quick, rating_change, showcase
from games.presenters.positions import played, start_of
from games.presenters.snapshots import snapshot
from games.presenters.tables import available_actions, table
from games.presenters.words import absence, cell_label, detail, headline, seat_title, sentence, task

__all__ = [
    "PAGES",
    "absence",
    "available_actions",
    "card",
    "cell_label",
    "detail",
    "game_url",
    "headline",
    "played",
    "quick",
    "rating_change",
    "seat_title",
    "sentence",
    "showcase",
    "snapshot",
    "start_of",
    "table",
    "task",
]
