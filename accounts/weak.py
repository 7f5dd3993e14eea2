"""Passwords that guessers try first: the common ones, dressed up, and the site's own words."""

from __future__ import annotations

import re
from functools import cache

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from accounts.models import User

OWN_WORDS = frozenset(
    ("crosses", "naughts", "noughts", "oxo", "oxogame", "tictactoe", "xoxo", "xoxoxo", "xoxoxoxo")
)
"""What this site is called, or is about."""

# Undone before a password is looked up: what people put for letters.
_LETTERS = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t"})
_SIGNS = str.maketrans({"@": "a", "$": "s", "!": "i"})

SHORTEST = 4
"""Letters of a common password that count when something is added to it."""


@cache
def _common() -> frozenset[str]:
    """Django's 20,000 most frequent passwords of leaks."""
    return frozenset(CommonPasswordValidator().passwords)


def _plain(password: str) -> set[str]:
    """What a password may have been made of: without digits and signs around it, undisguised."""
    low = password.lower()
    found = {low}
    for text in (low, low.translate(_SIGNS)):
        bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)
        found |= {text, bare, bare.translate(_LETTERS), text.translate(_LETTERS)}
    found |= {re.sub(r"[\W_]+", "", text) for text in found}
    for text in tuple(found):
        half = text[: len(text) // 2]
        if half and text == 2 * half:
            found.add(half)
    return found


class DressedUpPasswordValidator:
    """Refuses a common password or a word of the site with little around it."""

    def validate(self, password: str, user: User | None = None) -> None:
        parts = {text for text in _plain(password) if len(text) >= SHORTEST} | (
            _plain(password) & OWN_WORDS
        )
        if parts & (_common() | OWN_WORDS):
            raise ValidationError(
                "This is too close to a password that many people use.", code="password_too_common"
            )

    def get_help_text(self) -> str:
        return "Your password must not be a common one with a few characters around it."
