"""Parsing the text of requests, and quoting errors shortly."""

from __future__ import annotations

QUOTED = 160
"""The most characters to quote of an error, which may repeat a name of any length."""


def whole_number(text: str, digits: int) -> int | None:
    """The number that ``text`` writes in at most ``digits`` digits 0 to 9; None for other text."""
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None


def shortly(error: Exception) -> str:
    """The text of ``error``, cut if it is long."""
    said = str(error)
    return said if len(said) <= QUOTED else f"{said[:QUOTED]}…"
