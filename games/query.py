"""What a request writes as text and means as something else, and how much of it is repeated."""

from __future__ import annotations

QUOTED = 160
"""Characters of what a decoder finds wrong: it repeats names of any length."""


def whole_number(text: str, digits: int) -> int | None:
    """The number that ``text`` writes in at most ``digits`` digits 0 to 9; None for other text."""
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None


def shortly(error: Exception) -> str:
    """What ``error`` says, or the beginning of it."""
    said = str(error)
    return said if len(said) <= QUOTED else f"{said[:QUOTED]}…"
