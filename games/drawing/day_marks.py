"""Small marks for days in a row: how the board of a day went. None looks like a mark of a game."""

from __future__ import annotations

_RING = "M52 15C32 13 15 29 15 50C15 71 31 86 51 86C71 86 86 70 86 49C86 30 72 16 49 15"
_HALF = "M50 15C31 15 15 30 15 50C15 70 31 86 51 86Z"

DAY_MARKS: dict[str, str] = {
    "found": f'<path class="fill" d="{_RING}Z"/>',
    "later": f'<path d="{_RING}"/><path class="fill" d="{_HALF}"/>',
    "missed": f'<path d="{_RING}"/>',
    "afterwards": '<path d="M24 53C40 49 61 51 77 48"/>',
    "none": '<path d="M50 50h.1"/>',
}
"""Found on the first try, found later, not found, played after its day, and not played."""


def day_mark_svg(kind: str) -> str:
    """A mark as decoration: what it means stands beside it."""
    return (
        f'<svg class="day-mark {kind}" viewBox="0 0 100 100" aria-hidden="true">'
        f"{DAY_MARKS[kind]}</svg>"
    )
