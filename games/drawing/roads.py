"""The winding road of a level: where its stops lie, and the line that joins them.

Stops stand three to a row, there and back again, in cells of 100 × 100 units, each a little off
the middle of its cell. ``campaign.css`` puts the stops of the page in the same places.
"""

from __future__ import annotations

from collections.abc import Sequence

COLUMNS = 3
CELL = 100

OFF = (
    *((-7, 6), (3, -8), (7, 7), (3, 3), (-4, -7)),
    *((-8, 5), (-2, -3), (5, 8), (8, -5), (-3, 6)),
    *((2, -7), (-7, 4), (-3, -3), (-5, 7), (5, 1)),
)
"""How far each stop is off the middle of its cell, to the right and down."""

Point = tuple[float, float]


def rows_of(stops: int) -> int:
    return -(-stops // COLUMNS)


def stop_at(number: int) -> Point:
    """Where stop ``number``, from 0, stands on a road that begins at the top left."""
    row, along = divmod(number, COLUMNS)
    column = along if row % 2 == 0 else COLUMNS - 1 - along
    right, down = OFF[number]
    return (column + 0.5) * CELL + right, (row + 0.5) * CELL + down


def points(stops: int, *, mirrored: bool = False, rising: bool = False) -> list[Point]:
    """The places of all stops; ``mirrored`` from right to left, ``rising`` from the bottom up."""
    width, height = COLUMNS * CELL, rows_of(stops) * CELL
    return [
        (width - x if mirrored else x, height - y if rising else y)
        for x, y in map(stop_at, range(stops))
    ]


def strokes(through: Sequence[Point]) -> list[str]:
    """A smooth line through the points in their order: where it starts, then a piece to each."""
    ends = [through[0], *through, through[-1]]
    drawn = ["M{:.0f} {:.0f}".format(*through[0])]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        first, second = _towards(start, before, end), _towards(end, after, start)
        drawn.append("C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}".format(*first, *second, *end))
    return drawn


def _towards(point: Point, behind: Point, ahead: Point) -> Point:
    """A control point: from ``point`` in the direction that the road has there."""
    return (
        point[0] + (ahead[0] - behind[0]) / 6,
        point[1] + (ahead[1] - behind[1]) / 6,
    )
