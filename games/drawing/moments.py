"""What is drawn when a game ends: the ring round the winning line, its rays, the sleeping cat.

Coordinates are those of a board with 100 units a cell (``games.drawing.marks``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from math import cos, hypot, radians, sin

from games.drawing.art import picture
from games.drawing.marks import CELL, STROKES
from games.rules import Shape

Strokes = tuple[tuple[str, str], ...]
"""The class and the path of each stroke."""

_ON_CLOTH = (0.34, 39, 13)
"""A mark on a flag: its size, and where it is."""

_RAY_ANGLES = (-58, -29, 0, 29, 58)
_RAY_LENGTHS = (10, 6, 10, 6, 10)
_RAYS_BEGIN = 50
"""Units from the centre of the line's first or last cell."""

_RING: tuple[tuple[float, float, float], ...] = (
    *((40, 0.35, 0), (39, 0.7, 0), (38, 1, 0)),
    *((36, 1, 47.5), (-38, 1, 49.5), (-37, 1, 0)),
    *((-41, 0.65, 0), (-36, 0.3, 0), (-38, 0, 0)),
    *((-38, 0, -50.5), (38, 0, -47.5), (40, 0, 0)),
    *((41, 0, 8), (41, 0, 14), (42, 0, 26)),
)
"""The ring's control points after its start: units beside the line, the share of the way from its
first cell to its last, and units to add to that. It ends a little past where it began."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """The line from the centre of one cell to the centre of another, or of small boards, which are
    ``scale`` times as large.
    """

    x: float
    y: float
    dx: float
    dy: float
    length: float
    scale: int = 1

    def point(self, beside: float, along: float) -> str:
        x = self.x + along * self.dx - beside * self.dy
        y = self.y + along * self.dy + beside * self.dx
        return f"{self.scale * x:.0f} {self.scale * y:.0f}"


def ring_path(cells: Sequence[int], shape: Shape) -> str:
    """One stroke round the first to the last of ``cells``."""
    axis = _axis(cells, shape)
    points = [axis.point(-beside, share * axis.length + more) for beside, share, more in _RING]
    curves = "".join(f"C{' '.join(points[at : at + 3])}" for at in range(0, len(points), 3))
    return f"M{axis.point(-34, 16)}{curves}"


def frame_path(shape: Shape) -> str:
    """One stroke round the whole board, as round a finished picture."""
    x, y = shape.columns * CELL + 9, shape.rows * CELL + 9
    top = f"M4 -7C{x // 3} -12 {x - 90} -5 {x - 3} -9"
    right = f"C{x + 4} {y // 3} {x - 5} {y - 80} {x} {y - 2}"
    bottom = f"C{x - 90} {y + 4} 80 {y - 4} -8 {y}"
    return f"{top}{right}{bottom}C-12 {y - 90} -5 {y // 3} -9 -9C-4 -10 8 -11 22 -10"


def ray_paths(cells: Sequence[int], shape: Shape) -> list[str]:
    """Ten short rays, five at each end of a ring, from one side to the other."""
    axis = _axis(cells, shape)
    return [
        _ray(axis, end, side * angle, length)
        for end, side in ((0.0, -1), (axis.length, 1))
        for angle, length in zip(_RAY_ANGLES, _RAY_LENGTHS, strict=True)
    ]


def _ray(axis: _Axis, end: float, angle: float, length: float) -> str:
    out = -1 if end == 0 else 1
    beside, along = sin(radians(angle)), out * cos(radians(angle))
    near, far = _RAYS_BEGIN, _RAYS_BEGIN + length
    start = axis.point(near * beside, end + near * along)
    return f"M{start}L{axis.point(far * beside, end + far * along)}"


def _axis(cells: Sequence[int], shape: Shape) -> _Axis:
    scale = shape.small or 1
    (x1, y1), (x2, y2) = (
        (column // scale * CELL + CELL // 2, row // scale * CELL + CELL // 2)
        for column, row in (shape.place(cells[0]), shape.place(cells[-1]))
    )
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = ((x2 - x1) / length, (y2 - y1) / length) if length else (1.0, 0.0)
    return _Axis(x1, y1, dx, dy, length, scale)


def rings(lines: Sequence[Sequence[int]], shape: Shape) -> str:
    """The rings round completed lines."""
    return "".join(f'<path pathLength="1" d="{ring_path(line, shape)}"/>' for line in lines)


def rays(lines: Sequence[Sequence[int]], shape: Shape) -> str:
    """The rays of all rings."""
    paths = [path for line in lines for path in ray_paths(line, shape)]
    return "".join(f'<path d="{path}"/>' for path in paths)


@cache
def stopped_paths(drawing: str, seat: str | None) -> Strokes:
    """What is drawn in a free cell of a board whose game did not end there, in 100 units; a flag
    bears the mark of the ``seat`` that gave up.
    """
    strokes = picture(f"endings/{drawing}").strokes
    found = re.findall(r'<path(?: class="([^"]*)")? d="([^"]*)"/>', strokes)
    on_flag = STROKES[seat] if drawing == "flag" and seat else ()
    return (*found, *((f"by-{seat}", _on_cloth(path)) for path in on_flag))


def _on_cloth(path: str) -> str:
    """A mark's stroke, made of points alone, as small as the cloth is."""
    size, *offsets = _ON_CLOTH
    numbers = count()

    def moved(found: re.Match[str]) -> str:
        return f"{float(found[0]) * size + offsets[next(numbers) % 2]:.0f}"

    return re.sub(r"-?[\d.]+", moved, path)


def stopped_svg(stopped: tuple[int, Sequence[tuple[str, str]]] | None, shape: Shape) -> str:
    """The layer for it over a board; empty while there is nothing to draw. Cell and strokes."""
    drawn, at = "", ""
    if stopped:
        column, row = shape.place(stopped[0])
        at = f' transform="translate({column * CELL} {row * CELL})"'
        drawn = "".join(
            f'<path pathLength="1"{f" class={css!r}" if css else ""} d="{path}"/>'
            for css, path in stopped[1]
        ).replace("'", '"')
    width, height = shape.columns * CELL, shape.rows * CELL
    return (
        f'<svg class="stopped" viewBox="0 0 {width} {height}" aria-hidden="true"><g{at}>{drawn}</g>'
        "</svg>"
    )


def cat_svg() -> str:
    """The sleeping cat as an element of its own."""
    strokes = picture("moments/cat").strokes.replace("<path", '<path pathLength="1"')
    return f'<svg class="cat" viewBox="-4 -6 178 98" aria-hidden="true">{strokes}</svg>'
