"""How marks and grids are drawn: path data, written once for page, client and admin.

Every mark is a few pen strokes in a 100 × 100 cell, a little imperfect and always the same.
The five differ by shape: X two crossing strokes, O one round one, Uno one upright with a flag,
Tres three sides of a triangle, and Dos, who removes, two slanting strokes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from games.rules import Shape

CELL = 100

STROKES: dict[str, tuple[str, ...]] = {
    "X": ("M18 20C35 33 65 63 84 81", "M82 17C67 35 37 61 17 85"),
    "O": ("M64 16C41 6 13 23 13 51C13 75 32 88 51 88C73 88 88 70 87 49C86 29 72 14 50 13.5",),
    "Uno": ("M31 36C41 31 50 23 55 13C56 38 55 62 52 88",),
    "Tres": ("M51 14C41 37 28 60 15 82", "M15 82C38 79 63 80 87 83", "M87 83C76 59 64 38 50 16"),
    "Dos": ("M22 80C34 60 44 41 54 20", "M47 82C58 62 68 43 79 22"),
}

INK, PAPER = "#1d2330", "#f6f1e7"
PAPER_COLOURS = {"X": "#1f4fd1", "O": "#b83a0a", "Tres": "#1f4fd1", "Uno": "#b83a0a", "": INK}
"""Colours for drawings that stand alone, outside the site's style sheets; "" is grid and line."""

CHALK = (
    '<svg class="vh" aria-hidden="true"><filter id="chalk" x="-6%" y="-6%" width="112%"'
    ' height="112%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise"'
    ' baseFrequency=".62" numOctaves="2" seed="11" result="n"/><feDisplacementMap'
    ' in="SourceGraphic" in2="n" scale="1.8" xChannelSelector="R" yChannelSelector="G"'
    ' result="d"/><feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2.4 0 0 0 2.12"'
    ' result="m"/><feComposite in="d" in2="m" operator="in"/></filter></svg>'
)
"""The grain of chalk, a filter of the page: it roughens an edge and leaves a few pores."""

_BENDS = ((2, -3, 2, -1), (-2, 2, -3, 2), (1, 3, -2, -2))


def strokes(name: str) -> str:
    """The paths of a mark. ``pathLength`` is 1, so that a style sheet can draw them."""
    return "".join(f'<path pathLength="1" d="{d}"/>' for d in STROKES[name])


def mark_svg(name: str, css: str = "") -> str:
    """A mark as an element of its own, coloured and sized by the style sheet; ``css`` are classes
    to add."""
    classes = f"mark mark-{name} {css}".rstrip()
    return f'<svg class="{classes}" viewBox="0 0 100 100" aria-hidden="true">{strokes(name)}</svg>'


SMALL_GAP = 14
"""Units from the end of a fine line to the edge of its small board."""


def grid_paths(shape: Shape) -> str:
    """The lines between the cells, each with its own slight bend; between small boards strong
    ones, within them fine ones.
    """
    if not shape.small:
        return "".join(f'<path pathLength="1" d="{d}"/>' for d in _grid(shape))
    outer, side = shape.of_small_boards, shape.small * CELL
    within = Shape(shape.small, shape.small)
    fine = (
        line
        for column, row in map(outer.place, range(outer.cells))
        for line in _grid(within, x=column * side, y=row * side, gap=SMALL_GAP)
    )
    return "".join(
        [f'<path class="fine" stroke-opacity=".5" pathLength="1" d="{d}"/>' for d in fine]
        + [f'<path pathLength="1" d="{d}"/>' for d in _grid(outer, side)]
    )


def small_grid(shape: Shape) -> str:
    """The data of the fine lines within one small board, from its corner."""
    return "".join(_grid(Shape(shape.small, shape.small), gap=SMALL_GAP))


def _grid(shape: Shape, unit: int = CELL, x: int = 0, y: int = 0, gap: int = 3) -> list[str]:
    """The data of the lines between cells of ``unit``; they end ``gap`` before the edge."""

    def line(number: int, cells: int) -> tuple[list[int], tuple[int, int, int]]:
        """Where grid line ``number`` bends, across and along its length of ``cells`` cells."""
        bends = [number * unit + bend for bend in _BENDS[(number - 1) % len(_BENDS)]]
        return bends, (cells * unit * 33 // 100, cells * unit * 66 // 100, cells * unit - gap)

    columns = (line(number, shape.rows) for number in range(1, shape.columns))
    rows = (line(number, shape.columns) for number in range(1, shape.rows))
    return [
        *(
            f"M{x + a} {y + gap}C{x + b} {y + near} {x + c} {y + far} {x + d} {y + end}"
            for (a, b, c, d), (near, far, end) in columns
        ),
        *(
            f"M{x + gap} {y + d}C{x + near} {y + b} {x + far} {y + c} {x + end} {y + a}"
            for (a, b, c, d), (near, far, end) in rows
        ),
    ]


def line_path(cells: Sequence[int], shape: Shape) -> str:
    """A stroke through the first and the last of ``cells``, a little beyond both, faintly bowed."""
    (x1, y1), (x2, y2) = (_centre(cell, shape) for cell in (cells[0], cells[-1]))
    length = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    mid_x, mid_y = (x1 + x2) / 2 - 5 * dy, (y1 + y2) / 2 + 5 * dx
    start, end = (x1 - 36 * dx, y1 - 36 * dy), (x2 + 36 * dx, y2 + 36 * dy)
    return "M{:.0f} {:.0f}Q{:.0f} {:.0f} {:.0f} {:.0f}".format(*start, mid_x, mid_y, *end)


def extent(shape: Shape) -> tuple[int, int]:
    """Width and height of a drawing."""
    return shape.columns * CELL, shape.rows * CELL


def _centre(cell: int, shape: Shape) -> tuple[int, int]:
    column, row = shape.place(cell)
    return column * CELL + CELL // 2, row * CELL + CELL // 2


def marks_of(notation: str, seats: Sequence[str]) -> tuple[str, ...]:
    """What stands on each cell of a position in notation: a seat's name or the empty string."""
    names = {seat[0]: seat for seat in seats}
    return tuple(names.get(letter, "") for letter in notation.split(" ")[0])
