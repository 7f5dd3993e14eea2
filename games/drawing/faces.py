"""Faces of the characters with their expressions, pictures of the ways to play, tally strokes."""

from __future__ import annotations

from games.drawing.art import CALM as CALM
from games.drawing.art import picture

GLAD, SAD, SURPRISED = "glad", "sad", "surprised"

_TALLY = ("M4 6L5 54", "M15 8L13 52", "M23 5L25 53", "M35 7L34 51", "M-1 46L40 13")
"""Strokes of a tally; the fifth crosses the four."""


def face_svg(name: str) -> str:
    """A character's face as decoration: its name stands beside it."""
    return _drawing(f'class="face face-{name}"', picture(f"faces/{name}").strokes)


def expressive_face_svg(name: str, mood: str) -> str:
    """A face with all its expressions, of which the style sheet shows that of ``mood``.

    An empty mood is the usual face.
    """
    face = picture(f"faces/{name}")
    shown = f' data-mood="{mood}"' if mood != CALM and mood in face.expressions else ""
    groups = "".join(f'<g class="{one}">{drawn}</g>' for one, drawn in face.expressions.items())
    if not groups:
        groups = f'<g class="{CALM}"></g>'
    return _drawing(f'class="face face-{name}"{shown}', face.always + groups)


def way_svg(name: str) -> str:
    """The picture of a way to play."""
    return _drawing(f'class="way way-{name}"', picture(f"ways/{name}").strokes)


def thing_svg(name: str) -> str:
    """The picture of somebody in a class."""
    return _drawing('class="way thing"', picture(f"things/{name}").strokes)


def tally_svg(count: int) -> str:
    """``count`` tally strokes, 1 to 5."""
    paths = "".join(f'<path d="{d}"/>' for d in _TALLY[:count])
    width = (0, 12, 22, 32, 42, 48)[count]
    return f'<svg class="tally" viewBox="-4 0 {width} 60" aria-hidden="true">{paths}</svg>'


def _drawing(attributes: str, body: str) -> str:
    return f'<svg {attributes} viewBox="0 0 100 100" aria-hidden="true">{body}</svg>'
