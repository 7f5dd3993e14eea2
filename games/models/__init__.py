"""The tables. Only ``games.storage`` writes games and seats.

Imports the rules of a match, whose enums the columns hold.
"""

from games.models.engines import UploadedEngine
from games.models.game import Game, IdempotencyKey, Maintenance, Seat, former_name, seed_of
from games.models.machines import CommonGame
from games.models.people import Challenge, Remark, Report
from games.models.ratings import Rating, RatingChange

__all__ = [
    "Challenge",
    "CommonGame",
    "Game",
    "IdempotencyKey",
    "Maintenance",
    "Rating",
    "RatingChange",
    "Remark",
    "Report",
    "Seat",
    "UploadedEngine",
    "former_name",
    "seed_of",
]
