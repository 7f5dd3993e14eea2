"""Matchboxes and their beads: a pile in a cell, an open drawer, the lids on a wall."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.drawing.marks import CELL, STROKES, grid_paths
from games.rules import Shape

BEADS = ("white", "lilac", "silver", "black", "gold", "green", "amber", "red", "pink")
"""Nine kinds of glass, one for each cell of a lid. The style sheet has their colours."""

IN_PILE, IN_TRAY = 12, 34
"""Beads that are drawn at most; of more a pile has their number."""

V = (345, 61)
"""Where the bead that was drawn lies in the drawer."""

_PLACES = [
    (112 + column * 21 + (row % 2) * 10, 28 + row * 20.5 + (column % 3) * 1.5)
    for row in range(4)
    for column in range(10)
]
_ROOM = [(x, y) for x, y in _PLACES if x < 300 or abs(y - 60) < 26]

_DRAWER = (
    '<path class="drawer-line" d="M84 14C160 10 240 13 318 15C334 30 350 46 366 61C350 77 333 92'
    ' 316 108C240 111 160 107 84 109"/><path class="v-line" d="M318 15C306 22 303 34 301 44M316'
    ' 108C306 100 303 90 301 79"/>'
)
_SLEEVE = (
    '<path class="sleeve" d="M6 9C34 6 64 10 95 7C93 40 97 78 94 114C64 111 36 116 5 113C8 78 3 42'
    ' 6 9Z"/>'
)


def bead(kind: int, x: float, y: float, radius: float = 8, css: str = "") -> str:
    """A bead of one of BEADS: a drop of glass with a stroke round it."""
    classes = f"bead bead-{BEADS[kind]} {css}".rstrip()
    return (
        f'<g class="{classes}" transform="translate({x:.1f} {y:.1f}) scale({radius / 8:.2f})">'
        '<circle r="8"/><path d="M-4.2-1.8C-3.9-3.8-2-5 .2-4.8"/></g>'
    )


def pile_svg(kind: int, count: int) -> str:
    """The beads of one kind in a cell; beyond IN_PILE their number stands below."""
    shown = min(count, IN_PILE)
    per_row, gap, radius = (2, 27, 12) if shown <= 4 else (3, 22, 9.5) if shown <= 9 else (4, 19, 8)
    rows = -(-shown // per_row)
    drawn = []
    for number in range(shown):
        row = number // per_row
        in_row = min(per_row, shown - row * per_row)
        x = 50 + (number % per_row - (in_row - 1) / 2) * gap + (1.5 if row % 2 else -1.5)
        y = (44 if count > IN_PILE else 50) + (row - (rows - 1) / 2) * gap * 0.96
        drawn.append(bead(kind, x, y, radius))
    if count > IN_PILE:
        drawn.append(f'<text x="50" y="93" text-anchor="middle">{count}</text>')
    return f'<svg class="pile" viewBox="0 0 100 100" aria-hidden="true">{"".join(drawn)}</svg>'


def beads_svg(kinds: Sequence[int]) -> str:
    """A few beads in a row."""
    width = 22 * len(kinds)
    drawn = "".join(bead(kind, 11 + 22 * at, 11, 9, "gift") for at, kind in enumerate(kinds))
    return f'<svg class="got-beads" viewBox="0 0 {width} 22" aria-hidden="true">{drawn}</svg>'


def tray_svg(
    lid: Sequence[str],
    number: int,
    counts: Sequence[tuple[int, int]],
    drawn: int | None,
    label: str,
) -> str:
    """A box with its drawer open: ``counts`` are its kinds of beads, ``drawn`` lies in the V."""
    total = sum(count for _, count in counts)
    inside: list[int] = []
    for kind, count in counts:
        share = count if total <= IN_TRAY else max(1, round(count / total * IN_TRAY)) * (count > 0)
        inside += [kind] * share
    if drawn in inside:
        inside.remove(drawn)
    places = Random(number * 1009 + total).sample(_ROOM, len(_ROOM))
    beads = "".join(
        bead(kind, *places[at % len(places)], 9) for at, kind in enumerate(inside[: len(places)])
    )
    empty = "" if total else '<text x="205" y="67" text-anchor="middle">empty</text>'
    in_v = "" if drawn is None else bead(drawn, *V, 10.5, "drawn")
    return (
        f'<svg class="tray" viewBox="0 0 380 122" role="img" aria-label="{label}">{_DRAWER}{beads}'
        f'{empty}{in_v}{_SLEEVE}<g class="lid" transform="translate(19 16) scale(.205)">'
        f'{lid_body(lid)}</g><text class="no" x="50" y="103" text-anchor="middle">{number}</text>'
        "</svg>"
    )


def lid_body(lid: Sequence[str]) -> str:
    """The position on a lid, in units of its cells."""
    return f'<g class="grid">{grid_paths(Shape(3, 3))}</g>' + "".join(
        f'<g class="by-{mark}" transform="translate({at % 3 * CELL} {at // 3 * CELL})">'
        f'<path d="{"".join(STROKES[mark])}"/></g>'
        for at, mark in enumerate(lid)
        if mark
    )


def lid_svg(lid: Sequence[str], bead_kind: int | None = None, *, struck: bool = False) -> str:
    """A lid by itself, perhaps with a bead in the cell of its kind, struck out if it was taken."""
    body = lid_body(lid)
    if bead_kind is not None:
        x, y = bead_kind % 3 * CELL, bead_kind // 3 * CELL
        body += bead(bead_kind, x + 50, y + 50, 38)
        if struck:
            body += f'<path class="gone" d="M{x + 12} {y + 88}L{x + 88} {y + 12}"/>'
    return f'<svg class="lid" viewBox="-6 -6 312 312" aria-hidden="true">{body}</svg>'


WALL_SYMBOLS = (
    '<svg class="vh" aria-hidden="true"><defs>'
    '<path id="wall-grid" d="M100 4V296M200 4V296M4 100H296M4 200H296"/>'
    + "".join(
        f'<path id="wall-{mark}" d="{"".join(STROKES[mark])}"/>' for mark in list(STROKES)[:2]
    )
    + "</defs></svg>"
)
"""What the lids of a wall are drawn with, once on a page."""


def wall_lid_svg(lid: Sequence[str], full: float) -> str:
    """A small lid, and a bar at its foot that tells how full the box is, from 0 to 1."""
    marks = "".join(
        f'<use class="by-{mark}" href="#wall-{mark}" x="{at % 3 * CELL}" y="{at // 3 * CELL}"/>'
        for at, mark in enumerate(lid)
        if mark
    )
    bar = f'<path class="full" d="M0 342H{300 * full:.0f}"/>' if full else ""
    return (
        '<svg viewBox="-10 -10 320 366" aria-hidden="true"><use class="grid" href="#wall-grid"/>'
        f"{marks}{bar}</svg>"
    )


def _hatch(strokes: int) -> str:
    """Slanting strokes over a cell, more of them the more there is to say."""
    drawn = ""
    for number in range(1, strokes + 1):
        at = number / (strokes + 1) * 148
        over = max(0.0, at - 74)
        down = at - over
        drawn += f"M{13 + over:.0f} {13 + down:.0f}L{13 + down:.0f} {13 + over:.0f}"
    return drawn


HATCHES = (
    '<svg class="vh" aria-hidden="true"><defs>'
    + "".join(f'<path id="hatch-{count}" d="{_hatch(count)}"/>' for count in range(10))
    + '<path id="choice-ring" d="M62 6C30 1 4 14 5 42C6 66 30 76 54 75C80 74 97 60 96 38C95 15 74 4'
    ' 46 6"/></defs></svg>'
)
"""What a learner's numbers are drawn with, once on a page: ten hatchings and a ring."""
