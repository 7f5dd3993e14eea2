"""UML as drawings: classes with what they have and use, messages between lifelines.

Drawn one below the other, so that a phone shows them at the size of its text. The style sheet sets
colours and type; ``CHARACTER`` is the width of a letter in that type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.drawing.boards import escaped

CHARACTER = 7.3
"""Units that a letter takes in the type of the diagrams."""

ROW, TITLE, PAD = 19, 30, 7
"""Heights of a member and of a title, and the space around members."""

SIDE, WIDTH, GAP = 44, 330, 46
"""Room for lines on the left of the boxes, the width of all, and the space between two boxes."""

STEP, HEAD = 34, 26
"""Heights of a message and of the names above the lifelines."""


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A line of text in a box; ``strong`` stands out."""

    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A class: its name, what it has and what it does."""

    title: str
    attributes: Sequence[BoxLine]
    methods: Sequence[BoxLine]


@dataclass(frozen=True, slots=True)
class Use:
    """``source`` depends on ``target``, both by title; ``text`` says how."""

    source: str
    target: str
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """What ``source`` says to ``target``; an ``answer`` goes back to who asked."""

    source: str
    target: str
    text: str
    answer: bool = False


def classes_svg(boxes: Sequence[Box], uses: Sequence[Use], label: str) -> str:
    """Boxes one below the other; dashed arrows lead to what is used. ``label`` says it all."""
    tops, body, y = {}, "", 2
    for box in boxes:
        tops[box.title] = (y, y + _height(box))
        body += _box(box, y)
        y += _height(box) + GAP
    order = [box.title for box in boxes]
    middle, lane = SIDE + (WIDTH - SIDE) / 2, 10
    for use in uses:
        start, end = tops[use.source], tops[use.target]
        if order.index(use.target) == order.index(use.source) + 1:
            path = f"M{middle:.0f} {start[1]}V{end[0]}{_head(middle, end[0], 0, 1)}"
            x = min(middle + 10, WIDTH - len(use.text) * CHARACTER - 2)
            text = f'<text x="{x:.0f}" y="{(start[1] + end[0]) / 2 + 4}">'
        else:
            above, below = start[1] - 14, end[0] + 14
            path = f"M{SIDE} {above}H{lane}V{below}H{SIDE}{_head(SIDE, below, 1, 0)}"
            text = f'<text x="{lane + 8}" y="{start[1] + GAP / 2 + 4}">'
            lane += 12
        body += f'<path class="use" d="{path}"/>{text}{escaped(use.text)}</text>'
    return _drawing(body, WIDTH, y - GAP + 4, label)


def _height(box: Box) -> int:
    parts = [part for part in (box.attributes, box.methods) if part]
    return TITLE + sum(len(part) * ROW + 2 * PAD for part in parts)


def _box(box: Box, y: int) -> str:
    left, right = SIDE, WIDTH - 2
    body = f'<path d="M{left} {y}H{right}V{y + _height(box)}H{left}Z"/>'
    middle = (left + right) / 2
    body += (
        f'<text class="name" x="{middle}" y="{y + 20}" text-anchor="middle">'
        f"{escaped(box.title)}</text>"
    )
    y += TITLE
    for part in (box.attributes, box.methods):
        if not part:
            continue
        body += f'<path d="M{left} {y}H{right}"/>'
        for number, line in enumerate(part):
            strong = ' class="strong"' if line.strong else ""
            at = y + PAD + number * ROW + 14
            body += f'<text{strong} x="{left + 10}" y="{at}">{escaped(line.text)}</text>'
        y += len(part) * ROW + 2 * PAD
    return body


def sequence_svg(lifelines: Sequence[str], messages: Sequence[Message], label: str) -> str:
    """Messages from the first to the last, an arrow each, between the ``lifelines``."""
    width = WIDTH + 20
    room = width / len(lifelines)
    places = {name: room * (at + 0.5) for at, name in enumerate(lifelines)}
    height = HEAD + STEP * len(messages) + 20
    body = ""
    for name, x in places.items():
        body += f'<path class="life" d="M{x:.0f} {HEAD}V{height - 4}"/>'
        body += f'<text class="name" x="{x:.0f}" y="16" text-anchor="middle">{escaped(name)}</text>'
    for number, one in enumerate(messages):
        y = HEAD + STEP * (number + 1)
        body += _arrow(places[one.source], places[one.target], y, one.answer)
        body += _words(one.text, places[one.source], places[one.target], y - 7, width)
    return _drawing(body, width, height, label)


def _arrow(source: float, target: float, y: float, answer: bool) -> str:
    kind = ' class="answer"' if answer else ""
    if source == target:
        path = f"M{source:.0f} {y - 4}h16v12h-16{_head(source, y + 8, -1, 0)}"
    else:
        path = f"M{source:.0f} {y}H{target:.0f}{_head(target, y, 1 if target > source else -1, 0)}"
    return f'<path{kind} d="{path}"/>'


def _words(text: str, source: float, target: float, y: float, width: float) -> str:
    """A message above its arrow, from the left end of it, or to the right edge if it is long."""
    left, long = min(source, target) + 6, len(text) * CHARACTER
    if source == target:
        left = source - long - 6
    x = max(2.0, min(left, width - long - 2))
    return f'<text x="{x:.0f}" y="{y}">{escaped(text)}</text>'


def _head(x: float, y: float, dx: int, dy: int) -> str:
    """Two strokes that make an arrow's head at its end, for an arrow in direction (dx, dy)."""
    back, side = 7, 4
    return "".join(
        f"M{x - back * dx + sign * side * dy:.0f} {y - back * dy + sign * side * dx:.0f}"
        f"L{x:.0f} {y:.0f}"
        for sign in (-1, 1)
    )


def _drawing(body: str, width: float, height: float, label: str) -> str:
    return (
        f'<svg class="diagram" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{escaped(label)}">{body}</svg>'
    )
