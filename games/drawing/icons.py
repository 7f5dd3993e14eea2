"""Line icons in a 24 × 24 field, drawn in the hand of the marks."""

from __future__ import annotations

from games.drawing.art import picture


def icon_svg(name: str) -> str:
    """An icon as decoration: its meaning stands beside it."""
    drawn = picture(f"icons/{name}").strokes
    return f'<svg class="icon icon-{name}" viewBox="0 0 24 24" aria-hidden="true">{drawn}</svg>'
