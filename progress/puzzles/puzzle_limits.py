"""How often a person may answer puzzles and begin a rush."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.guests import TooOften
from accounts.limits import address, in_words, over_limit


def count_answer(request: HttpRequest) -> None:
    """Count an answer of a person, or of a visitor's address. Raises TooOften."""
    _count("puzzle_answers", "answers", request)


def count_rush(request: HttpRequest) -> None:
    """Count a rush that somebody begins. Raises TooOften."""
    _count("rushes", "rushes", request)


def _count(name: str, what: str, request: HttpRequest) -> None:
    who = request.user.pk or address(request)
    if who is not None and (wait := over_limit(name, who)):
        raise TooOften(f"Too many {what}. Try again in {in_words(wait)}.", wait)
