"""Pictures in ``art/`` as SVG files that any editor opens: faces, ways to play, icons, landscapes,
the cat, the things that people in a class are, and what stopped a game.

``picture`` reads them. Of a stroke it takes the path or the circle and its class, and leaves colour
and width to the page's style sheet; those in the files are for people who look at them alone:

- no class: the pen; ``x`` and ``o``: a player's colour; ``ink`` and ``fill-o``: filled with it
- ``dotted``, ``dash``, ``sleep``, ``cloth``: what the style sheet says
- ``calm``: a stroke of the usual face which the groups ``glad``, ``sad`` and ``surprised`` replace
- ``opponent``: a square where the opponent's face goes

Needs the standard library alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

FOLDER = Path(__file__).parent / "art"
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"path": ("d",), "circle": ("cx", "cy", "r")}
CALM = "calm"


@dataclass(frozen=True, slots=True)
class Picture:
    """Strokes as SVG elements. ``always`` are those that no expression changes."""

    strokes: str
    always: str
    expressions: dict[str, str]
    opponent: dict[str, str]
    """Attributes of the square for the opponent's face: ``x y width height``."""


def names(folder: str) -> list[str]:
    """The pictures there are in a folder of ``art``, in the order of the alphabet."""
    return sorted(path.stem for path in (FOLDER / folder).glob("*.svg"))


@cache
def picture(name: str) -> Picture:
    """The picture in ``art/<name>.svg``."""
    strokes: list[str] = []
    always: list[str] = []
    calm: list[str] = []
    expressions: dict[str, str] = {}
    opponent: dict[str, str] = {}
    for node in ElementTree.parse(FOLDER / f"{name}.svg").getroot():  # noqa: S314  our own files
        tag, css = node.tag.removeprefix(SVG), node.get("class", "")
        if tag == "g":
            expressions[css] = "".join(map(_stroke, node))
        elif tag == "rect":
            opponent = {key: node.get(key, "") for key in ("x", "y", "width", "height")}
        elif tag in SHAPES:
            strokes.append(_stroke(node))
            (calm if CALM in css.split() else always).append(strokes[-1])
    if expressions:
        expressions = {CALM: "".join(calm), **expressions}
    return Picture("".join(strokes), "".join(always), expressions, opponent)


def _stroke(node: ElementTree.Element) -> str:
    tag = node.tag.removeprefix(SVG)
    css = " ".join(one for one in node.get("class", "").split() if one != CALM)
    shown = f' class="{css}"' if css else ""
    shape = "".join(f' {key}="{node.get(key)}"' for key in SHAPES[tag])
    return f"<{tag}{shown}{shape}/>"
