"""Numbers drawn by the same pen: results as a stroke, ratings as a line, openings as hatching.

What tells parts apart is the stroke itself, never a colour. The style sheet sets the colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from games.drawing.boards import escaped
from games.drawing.marks import CELL, extent, grid_paths
from games.rules import Shape

BAR = (400, 16)
"""Width and height of a stroke of results."""

GRAPH = (400, 190)
PLOT = (56, 8, 392, 150)
"""The left, upper, right and lower edge of what is plotted in a graph."""

HATCH = 5.0
"""Units between two strokes of the margin's hatching."""

MOST_HATCHES = 9
"""Strokes in the cell that is played most."""


def results_svg(won: int, drawn: int, lost: int, third: int = 0) -> str:
    """Results as one stroke: heavy for wins, dots for draws, a thin line for losses.

    Dashes stand for games that a third seat won.

    Decoration: the numbers stand beside it.
    """
    total, (width, height) = won + drawn + lost + third, BAR
    gap, middle = 14, height / 2
    parts = {"won": won, "drawn": drawn, "third": third, "lost": lost}
    there = [(name, count) for name, count in parts.items() if count]
    room = width - 16 - gap * (len(there) - 1)
    body, left = "", 8.0
    for name, count in there:
        right = left + room * count / total
        bend = middle + (1.2 if name == "lost" else -1.2)
        path = f"M{left:.0f} {middle:.0f}Q{(left + right) / 2:.0f} {bend:.1f} {right:.0f} {middle}"
        body += f'<path class="{name}" d="{path}"/>'
        left = right + gap
    return f'<svg class="results" viewBox="0 0 {width} {height}" aria-hidden="true">{body}</svg>'


class Point(NamedTuple):
    """A rating and its margin to either side."""

    rating: float
    margin: float


def rating_svg(points: Sequence[Point], *, begun: str, ended: str, label: str) -> str:
    """Ratings from left to right with their margin as hatching, in one SVG element.

    ``begun`` and ``ended`` are the dates below its ends, ``label`` its text alternative. There
    are two points at least. The margin of today fits in, those of the first days may not.
    """
    ratings = [point.rating for point in points]
    step = 50 if max(ratings) - min(ratings) <= 200 else 100
    now = points[-1]
    low = floor(min(*ratings, now.rating - now.margin) / step - 0.2) * step
    high = ceil(max(*ratings, now.rating + now.margin) / step + 0.2) * step
    step *= max(1, ceil((high - low) / step / 5))
    high = low + ceil((high - low) / step) * step
    left, top, right, bottom = PLOT

    def y(rating: float) -> float:
        return bottom - (min(max(rating, low), high) - low) / (high - low) * (bottom - top)

    def x(at: float) -> float:
        return left + at / (len(points) - 1) * (right - left)

    lines = "".join(
        f'<path d="M{left} {y(one):.1f}Q{(left + right) / 2:.0f} {y(one) - 1.5:.1f} {right} '
        f'{y(one):.1f}"/>'
        for one in range(low, high + 1, step)
    )
    names = "".join(
        f'<text x="{left - 8}" y="{y(one) + 5:.1f}" text-anchor="end">{one:,}</text>'
        for one in range(low, high + 1, step)
    )
    dates = (
        f'<text x="{left}" y="{GRAPH[1] - 8}">{escaped(begun)}</text>'
        f'<text x="{right}" y="{GRAPH[1] - 8}" text-anchor="end">{escaped(ended)}</text>'
    )
    curve = "L".join(f"{x(at):.1f} {y(point.rating):.1f}" for at, point in enumerate(points))
    last = f'<circle cx="{x(len(points) - 1):.1f}" cy="{y(ratings[-1]):.1f}" r="4.5"/>'
    return (
        f'<svg class="graph" viewBox="0 0 {GRAPH[0]} {GRAPH[1]}" role="img" '
        f'aria-label="{escaped(label)}"><g class="rules">{lines}</g>'
        f'<g class="margin">{_margin(points, x, y)}</g>'
        f'<path class="curve" d="M{curve}"/><g class="last">{last}</g>{names}{dates}</svg>'
    )


def _margin(points: Sequence[Point], x: object, y: object) -> str:
    """Upright strokes from the lower to the upper margin, evenly spaced."""
    assert callable(x)
    assert callable(y)
    strokes, (left, _, right, _) = [], PLOT
    count = int((right - left) / HATCH)
    for number in range(count + 1):
        at = number / count * (len(points) - 1)
        before = min(int(at), len(points) - 2)
        share = at - before
        rating, margin = (
            one + (other - one) * share
            for one, other in zip(points[before], points[before + 1], strict=True)
        )
        above, below = y(rating + margin), y(rating - margin)
        strokes.append(f"M{x(at):.1f} {above:.1f}V{below:.1f}")
    return f'<path d="{"".join(strokes)}"/>'


def heat_svg(shares: Mapping[int, float], shape: Shape, seat: str, *, label: str) -> str:
    """How often each cell is taken, as a board whose cells are hatched the closer the oftener.

    ``shares`` are parts of one by cell; a cell's percentage stands in it.
    """
    width, height = extent(shape)
    most = max(shares.values())
    body = ""
    for cell, share in sorted(shares.items()):
        column, row = shape.place(cell)
        body += (
            f'<g transform="translate({column * CELL} {row * CELL})">'
            f'<path d="{_hatches(max(1, round(share / most * MOST_HATCHES)))}"/>'
            f'<text x="50" y="61" text-anchor="middle">{_percent(share)}</text></g>'
        )
    return (
        f'<svg class="heat by-{seat}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escaped(label)}"><g class="grid">{grid_paths(shape)}</g>{body}</svg>'
    )


def _percent(share: float) -> str:
    return f"{round(100 * share)}" if share >= 0.01 else "·"


def _hatches(count: int) -> str:
    """Slanting strokes over a cell, evenly spread and a little uneven in length."""
    strokes, near, far = [], 15, CELL - 15
    for number in range(1, count + 1):
        at = (number / (count + 1)) * 2 * (far - near)
        x1, y1 = (near, near + at) if at <= far - near else (near + at - (far - near), far)
        x2, y2 = (near + at, near) if at <= far - near else (far, near + at - (far - near))
        bend = 2 if number % 2 else -2
        middle = f"{(x1 + x2) / 2 + bend:.0f} {(y1 + y2) / 2 + bend:.0f}"
        strokes.append(f"M{x1:.0f} {y1:.0f}Q{middle} {x2:.0f} {y2:.0f}")
    return "".join(strokes)
