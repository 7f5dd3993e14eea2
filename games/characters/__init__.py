"""The characters people meet as opponents: who they are, how they hesitate and what they say.

May import the rules and engines; knows no match and no person.
"""

from games.characters.cast import (
    CAST,
    Character,
    character,
    first_opponent,
    grades,
    learners,
    nearest,
    next_up,
    rivals,
    thirds,
)
from games.characters.hesitation import Breath, Hesitation, breath
from games.characters.voices import THIRD, Past, Situation, line, says, voice

__all__ = [
    "CAST",
    "THIRD",
    "Breath",
    "Character",
    "Hesitation",
    "Past",
    "Situation",
    "breath",
    "character",
    "first_opponent",
    "grades",
    "learners",
    "line",
    "nearest",
    "next_up",
    "rivals",
    "says",
    "thirds",
    "voice",
]
