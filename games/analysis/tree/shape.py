"""The shape of a whole tree as rows of dots: a row for each ply, a form of dot for each search.

The dots of a row fill columns from the middle outwards, those that the sharpest search enters
first. A row of dots is one dashed line, so that thousands of them are a few hundred characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from games.analysis.wording import large, number

GAP = 4.75
"""Units between two dots."""

TALLEST = 20
"""Dots of the tallest column."""

SCALES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""How many positions a dot may stand for."""

FORMS = (
    ("round", 0.01),
    ("round", 0.01),
    ("butt", 1.5),
    ("round", 1.6),
    ("round", 0.01),
)
"""The end and the length of the dashes of each search, from the plainest on."""

HEAD, LEAST_ROW, BETWEEN, BESIDE = 34.0, 19.0, 9.0, 140
ROW_OF_POWERS, BESIDE_POWERS = 12.5, 230


@dataclass(frozen=True, slots=True)
class Dots:
    """All dots that the search number ``layer`` enters and the next one does not, as a path."""

    layer: int
    d: str
    cap: str
    dash: str


@dataclass(frozen=True, slots=True)
class RowLabel:
    """A ply, how many positions it has, and where that is written; ``who`` acts there.

    ``minor`` labels are left out where there is little room.
    """

    ply: int
    count: str
    y: float
    who: str = ""
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing ``width`` × ``height``; a dot stands for ``each`` positions.

    ``each`` is 0 where the dots to one side count powers of ten.
    """

    width: int
    height: float
    each: int
    dots: list[Dots]
    labels: list[RowLabel]


def drawing(layers: Sequence[Sequence[int]], first: int, width: int, most: int) -> Drawing:
    """The tree by ``layers``: the positions by plies that each search enters, the plainest first.

    Searches before ``first`` are left out. A row has at most ``most`` dots. A search that enters
    more than one before it is drawn as if it entered as many.
    """
    layers = nested(layers)
    outer = layers[first]
    each = next((one for one in SCALES if max(outer) / one <= most), SCALES[-1])
    paths: list[list[str]] = [[] for _ in layers]
    columns = max(ceil(count / each / _tall(count, each)) for count in outer)
    width = min(width, max(width // 2, round(columns * GAP) + BESIDE))
    labels, y = [], HEAD
    for ply, count in enumerate(outer):
        tall = _tall(count, each)
        marks = [ceil(layer[ply] / each) for layer in layers[first:]]
        height = max(LEAST_ROW, min(tall, marks[0]) * GAP + BETWEEN)
        labels.append(
            RowLabel(ply, number(count), round(y + (min(tall, marks[0]) - 1) * GAP / 2 + 4, 1))
        )
        for at, mark in enumerate(marks):
            start = marks[at + 1] if at + 1 < len(marks) else 0
            paths[first + at] += _block(start, mark, tall, width / 2, y)
        y += height
    dots = [
        Dots(layer, "".join(path), FORMS[layer][0], _dash(FORMS[layer][1]))
        for layer, path in enumerate(paths)
        if path
    ]
    return Drawing(width, round(y, 1), each, dots, labels)


def powers(layers: Sequence[Sequence[int]], plies: Sequence[tuple[int, str]]) -> Drawing:
    """The tree by ``layers``, as in ``drawing``, where it is too large for it.

    Each dot to a side is ten times as many positions. ``plies`` are numbers and who acts there.
    """
    layers = nested(layers)
    marks = [[2 * len(str(count)) - 1 if count else 0 for count in layer] for layer in layers]
    width = round(max(marks[0]) * GAP) + BESIDE_POWERS
    paths: list[list[str]] = [[] for _ in layers]
    labels = []
    for at, (ply, who) in enumerate(plies):
        y = HEAD + at * ROW_OF_POWERS
        count = large(layers[0][at])
        labels.append(RowLabel(ply, count, round(y + 4, 1), who, minor=bool(at % 3)))
        for layer, path in enumerate(paths):
            inner = marks[layer + 1][at] if layer + 1 < len(marks) else 0
            path += _block(inner, marks[layer][at], 1, width / 2, y)
    dots = [
        Dots(layer, "".join(path), FORMS[layer][0], _dash(FORMS[layer][1]))
        for layer, path in enumerate(paths)
        if path
    ]
    return Drawing(width, round(HEAD + len(plies) * ROW_OF_POWERS, 1), 0, dots, labels)


def nested(layers: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """``layers`` with no count above one of an earlier search."""
    return [tuple(map(min, zip(*layers[: at + 1], strict=True))) for at in range(len(layers))]


def _tall(count: int, each: int) -> int:
    """The dots of a column in a row of ``count`` positions: a row is about four times as wide."""
    return max(1, min(TALLEST, round(sqrt(count / each) / 2)))


def _dash(length: float) -> str:
    return f"{length:g} {GAP - length:g}"


def _block(start: int, end: int, tall: int, middle: float, y: float) -> list[str]:
    """The dots from number ``start`` up to ``end``; column 0 is in the middle, 1 on its left."""
    lines = []
    for row in range(tall):
        first = max(0, ceil((start - row) / tall))
        last = ceil((end - row) / tall) - 1
        if last < first:
            continue
        right = (ceil(first / 2), last // 2)
        left = (-((last + 1) // 2), -((first + 2) // 2 if first else 1))
        lines += [_line(*side, middle, y + row * GAP) for side in (left, right)]
    return [line for line in lines if line]


def _line(start: int, end: int, middle: float, y: float) -> str:
    if end < start:
        return ""
    x = middle + start * GAP
    return f"M{x:.1f} {y:.1f}h{(end - start) * GAP + 0.1:.1f}"
