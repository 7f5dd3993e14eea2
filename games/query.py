"""What a request writes as text and means as something else."""

from __future__ import annotations


def whole_number(text: str, digits: int) -> int | None:
    """The number that ``text`` writes in at most ``digits`` digits 0 to 9; None for other text."""
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None
