"""How a finished game is told: a sentence about it, the opponent's line, what was missed.

It may import what ``games.presenters`` may, the characters and the solutions.
"""

from games.presenters.endings.ending import Ending, ending, faces, opponent
from games.presenters.endings.missed import Missed, is_faultless, missed
from games.presenters.endings.stopped_drawing import StoppedDrawing, stopped
from games.presenters.endings.tale import ordinal

__all__ = [
    "Ending",
    "Missed",
    "StoppedDrawing",
    "ending",
    "faces",
    "is_faultless",
    "missed",
    "opponent",
    "ordinal",
    "stopped",
]
