"""What the characters say, in their own voices: the lines are in ``lines/<name>.txt``.

A situation is the character's own: ``WON`` is a game that the character won.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType

LINES = Path(__file__).parent / "lines"


class Situation(StrEnum):
    """When a character speaks; the headings of its file are named after these."""

    OPENING = "opening"
    OWN_FORK = "own fork"
    YOUR_FORK = "your fork"
    BLOCK = "block"
    WON = "won"
    LUCKY = "lucky"
    """A win against somebody who made no mistake, or one that was no more than luck."""
    LONG = "long"
    """A win after an unusually long game."""
    TIME = "time"
    CONCEDED = "conceded"
    """A win that the other gave away by resigning or by leaving."""
    THIRD_LOSS = "third loss"
    """A win over somebody who loses the third time in a row."""
    LOST = "lost"
    BEGINNER = "beginner"
    """A loss to somebody who had never won against the character."""
    DRAWN = "drawn"
    CLEARED = "cleared"
    """All stages of the campaign against the character have been cleared."""


THIRD = 3
"""After so many losses in a row a character comforts its opponent."""


@dataclass(frozen=True, slots=True)
class Past:
    """What a person has played before a game.

    ``games`` are all that were begun before it. ``losses`` counts the latest ones against its
    character that were lost in a row, ``has_won`` is whether any was won.
    """

    games: int = 0
    losses: int = 0
    has_won: bool = False


Lines = tuple[str, ...]


@cache
def voice(name: str) -> Mapping[str, Lines]:
    """All lines of a character by situation; empty for one without a file."""
    path = LINES / f"{name.lower()}.txt"
    found: dict[str, list[str]] = {}
    heading = ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.startswith("["):
            heading = Situation(line.strip("[]"))
        elif line:
            found.setdefault(heading, []).append(line)
    return MappingProxyType({situation: tuple(lines) for situation, lines in found.items()})


def says(name: str, situation: str, seed: int) -> Lines:
    """The lines of a character for one situation in an order drawn from ``seed``; often none."""
    lines = list(voice(name).get(situation, ()))
    Random(f"{seed}:{name}:{situation}").shuffle(lines)
    return tuple(lines)


def line(name: str, situation: str, reader: int, before: int) -> str:
    """What a character says to the person with the id ``reader`` in a game before which that
    person began ``before`` others; "" if it has nothing to say.

    Each person hears the lines of a situation in an order of their own, one further in each
    game: with ten lines, none comes twice in ten games that follow each other.
    """
    lines = says(name, situation, reader)
    return lines[before % len(lines)] if lines else ""
