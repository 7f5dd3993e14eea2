"""Numbers as people read them."""

from __future__ import annotations

MINUS = "−"


def number(value: float | None, places: int = 3) -> str:
    """``1,053``, ``−3.5``, ``–`` for none: a true minus, no idle zeros, whole numbers exactly."""
    if value is None:
        return "–"
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text.replace("-", MINUS)


def signed(value: float | None, places: int = 3) -> str:
    """A value with its sign, so that gain and loss differ by more than a colour."""
    text = number(value, places)
    return f"+{text}" if value is not None and value > 0 and text != "0" else text
