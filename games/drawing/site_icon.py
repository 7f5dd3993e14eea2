"""The icon of the site, one drawing for browsers, home screens and pages that have news.

The mark is that of the boards (``drawing.marks``). A signal adds a badge, each of its own shape,
since colour alone tells too little in 16 pixels.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from games.drawing import marks

DESIGN = "1"
"""To be raised when the drawing changes: it is part of the address, and browsers keep icons."""

ICO_SIZES = (16, 32, 48)
TOUCH_SIZE = 180
APP_SIZES = (192, 512)
"""Pixels of the icons that browsers, iOS and installed sites ask for."""


class Colours(NamedTuple):
    """Ground, mark and badge on one of the two surfaces; those of ``css/tokens.css``."""

    ground: str
    mark: str
    badge: str


LIGHT = Colours(marks.PAPER, marks.PAPER_COLOURS["X"], marks.PAPER_COLOURS["O"])
DARK = Colours("#1f2b2a", "#8fb8ff", "#ffb07a")

BADGES = {
    "turn": '<circle cx="74" cy="74" r="19"/>',
    "draw": '<path d="M61 66h27M61 84h27" fill="none" stroke-width="12"/>',
    "rematch": '<circle cx="74" cy="74" r="14" fill="none" stroke-width="11"/>',
    "begun": '<path d="M62 57L94 75L62 93Z" stroke-width="4"/>',
    "challenge": '<path d="M74 56v22M74 93v.1" fill="none" stroke-width="13"/>',
    "over": '<path d="M59 59h31v31H59z" stroke-width="4"/>',
}
"""By the kind of signal: a dot, an equals sign, a ring, a start, a call, a stop, at the corner."""


def site_svg(signal: str = "") -> str:
    """The icon for tabs, which follows the device's surface, with the badge of a ``signal``."""
    style = (
        f"<style>{_rules(LIGHT)}@media(prefers-color-scheme:dark){{{_rules(DARK)}}}"
        ".m,.b{stroke-linecap:round;stroke-linejoin:round}.m{fill:none}</style>"
    )
    badge = ""
    if signal:
        badge = f'<circle class="g" cx="74" cy="74" r="26"/><g class="b">{BADGES[signal]}</g>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'{style}<circle class="g" cx="50" cy="50" r="50"/>{_mark(0.74, "")}{badge}</svg>'
    )


def _rules(colours: Colours) -> str:
    return (
        f".g{{fill:{colours.ground}}}.m{{stroke:{colours.mark}}}"
        f".b{{fill:{colours.badge};stroke:{colours.badge}}}"
    )


def picture_svg(size: int, *, full: bool = False) -> str:
    """The icon to be turned into ``size`` pixels; ``full`` to the corners, for others to crop."""
    ground = '<rect width="100" height="100"' if full else '<circle cx="50" cy="50" r="50"'
    stroke = f' stroke="{LIGHT.mark}" fill="none" stroke-linecap="round"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{size}"'
        f' height="{size}">{ground} fill="{LIGHT.ground}"/>{_mark(0.58 if full else 0.74, stroke)}'
        "</svg>"
    )


def _mark(scale: float, attributes: str) -> str:
    """The mark in the middle of the field, with the same pen at any size."""
    paths = "".join(f'<path d="{d}"/>' for d in marks.STROKES["X"])
    at = 50 - 50 * scale
    return (
        f'<g class="m" transform="translate({at:.3g} {at:.3g}) scale({scale})"'
        f' stroke-width="{13 / scale:.3g}"{attributes}>{paths}</g>'
    )


def ico(pictures: Sequence[tuple[int, bytes]]) -> bytes:
    """An icon file that holds ``pictures``: the pixels along a side, and the PNG."""
    head, at = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    entries = []
    for size, png in pictures:
        entries.append(struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), at))
        at += len(png)
    return b"".join([head, *entries, *(png for _, png in pictures)])
