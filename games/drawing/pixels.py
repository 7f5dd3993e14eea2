"""A drawing turned into pixels. Apart from all else, so that a worker need not load it.

The one font is in ``fonts/``: a server need not have any, and to look through those it has takes
longer.
"""

from __future__ import annotations

from pathlib import Path

from resvg_py import svg_to_bytes

FONT = Path(__file__).parent / "fonts" / "YoungSerif-Regular.ttf"
SERIF = "Young Serif"


def draw(svg: str) -> bytes:
    """A PNG of ``svg``, as large as the drawing says it is."""
    return svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)])
