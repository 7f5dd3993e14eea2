"""What stands along the roads of the campaign and at their ends.

Doodles are drawn in fields of 120 × 80 units, scenes in 300 × 186.
"""

from __future__ import annotations

from games.drawing.art import picture
from games.drawing.faces import GLAD, expressive_face_svg

DOODLES = 4
"""Drawings of a place, for the spaces beside the road."""

DISC = "M52 12C32 9 12 26 11 51C10 76 31 90 51 90C75 90 90 71 88 48C87 28 72 14 52 12Z"
"""What a stop on the road is drawn on."""

RAYS = (
    "M106.7 55.7L115.7 56.6M96.3 83.3L107.6 91.5M73.4 102L77.1 110.2M44.3 106.7L42.9 120.6"
    "M16.7 96.3L11.5 103.6M-2 73.4L-14.7 79.2M-6.7 44.3L-15.7 43.4M3.7 16.7L-7.6 8.5"
    "M26.6 -2L22.9 -10.2M55.7 -6.7L57.1 -20.6M83.3 3.7L88.5 -3.6M102 26.6L114.7 20.8"
)
"""The rays round the next stop: a sun."""


def doodles(place: str) -> list[str]:
    """The drawings beside the road, from the top down."""
    drawn = [picture(f"doodles/{place.lower()}-{at}").strokes for at in range(1, DOODLES + 1)]
    return [
        f'<svg class="doodle" viewBox="0 0 120 80" aria-hidden="true">{strokes}</svg>'
        for strokes in drawn
    ]


def scene(place: str, face: str) -> str:
    """The end of a level: its landscape with the opponent, glad by now, in it."""
    landscape = picture(f"scenes/{place.lower()}")
    where = "".join(f'{key}="{value}" ' for key, value in landscape.opponent.items())
    inner = expressive_face_svg(face, GLAD).replace("<svg ", f"<svg {where}", 1)
    drawn = landscape.strokes + inner
    return f'<svg class="scene" viewBox="0 -36 300 186" aria-hidden="true">{drawn}</svg>'
