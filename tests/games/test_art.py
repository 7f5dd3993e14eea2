"""The pictures of ``games/drawing/art``: one pen, one palette, nothing that the loader drops."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.characters import CAST
from games.drawing import art
from games.drawing.marks import INK, PAPER_COLOURS

PENS = {
    "faces": ("0 0 100 100", "3.8"),
    "ways": ("0 0 100 100", "4.2"),
    "things": ("0 0 100 100", "4.2"),
    "icons": ("0 0 24 24", "1.8"),
    "doodles": ("0 0 120 80", "2.6"),
    "scenes": ("0 -36 300 186", "2.6"),
    "moments": ("-4 -6 178 98", "3.4"),
    "endings": ("0 0 100 100", "4"),
}
"""The field of each folder's pictures, and the width of their pen."""

CLASSES = {"x", "o", "ink", "fill-o", "dotted", "dash", "sleep", "cloth", "calm", "opponent"}
MOODS = {"glad", "sad", "surprised"}
PICTURES = sorted(art.FOLDER.rglob("*.svg"), key=str)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_picture_is_drawn_with_the_pen_of_its_folder(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    assert (root.get("viewBox"), root.get("stroke-width")) == PENS[path.parent.name]
    assert (root.get("stroke"), root.get("fill")) == (INK, "none")
    for node in list(root.iter())[1:]:
        tag = node.tag.removeprefix(art.SVG)
        if tag == "style":
            colours = set(re.findall(r"#[0-9a-f]{6}", node.text or ""))
            assert colours == {INK, PAPER_COLOURS["X"], PAPER_COLOURS["O"]}
        elif tag == "g":
            assert node.get("class") in MOODS
        else:
            assert set((node.get("class") or "calm").split()) <= CLASSES
            shape = art.SHAPES.get(tag, ("x", "y", "width", "height"))
            assert set(node.attrib) - {"class"} == set(shape), (
                "colour and width come from its class"
            )
            assert tag in (*art.SHAPES, "rect")


def test_every_character_has_a_face() -> None:
    assert {one.face for one in CAST} <= set(art.names("faces"))
