"""How a finished game is told: a sentence about it, the opponent's line, what was missed."""

from games.presenters.endings.ending import Ending, ending, faces, opponent
from games.presenters.endings.missed import Missed, missed

__all__ = ["Ending", "Missed", "ending", "faces", "missed", "opponent"]
