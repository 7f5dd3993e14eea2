"""The pictures and words of a class: what a card shows.

There are two lists of 24 words, the same for every class, so that a child taps instead of typing:
one pair in 576, and three tries. No word says anything about a body.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from random import SystemRandom

from games.drawing import art

PICTURES = tuple(art.names("things"))
"""Things, because the opponents are animals. There are as many as a class may have members."""

FIRST = (
    *("amber", "blue", "brave", "bright", "calm", "clever", "early", "fast"),
    *("fresh", "glad", "gold", "green", "happy", "kind", "lucky", "merry"),
    *("neat", "new", "proud", "quick", "red", "silver", "sunny", "warm"),
)
SECOND = (
    *("badger", "bear", "bee", "camel", "deer", "duck", "eagle", "fox"),
    *("frog", "goat", "hare", "horse", "koala", "lion", "mole", "mouse"),
    *("otter", "panda", "robin", "seal", "swan", "tiger", "whale", "wolf"),
)

SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are made of: capitals, of which squares are smallest, and none that look alike."""

LENGTH_OF_CARD = 8

CHANCE = SystemRandom()


def new_words(taken: Collection[str] = ()) -> str:
    """Two words, with a space between them, that nobody else in the class has."""
    while (pair := f"{CHANCE.choice(FIRST)} {CHANCE.choice(SECOND)}") in taken:
        pass
    return pair


def new_card() -> str:
    """What the address of a card's square ends with. It leads to a picture and opens nothing."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH_OF_CARD))


def dealt(count: int, taken: Collection[str] = ()) -> list[str]:
    """``count`` different pictures that are not ``taken``. Raises ValueError if few are left."""
    return CHANCE.sample([one for one in PICTURES if one not in taken], count)
