"""Strokes and text stand out from what they lie on, by day and by night (WCAG 1.4.3, 1.4.11)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.conftest import As
from tests.browser.test_parts_page import staff

SURFACES = ("ground", "sheet", "wash")
TINTS = ("first-tint", "even-tint", "second-tint")
TEXT = {**dict.fromkeys(("ink", "ink-2", "x", "o"), SURFACES), "ink": (*SURFACES, *TINTS)}
STROKES = dict.fromkeys(("ink", "ink-2", "edge", "x-fill", "o-fill"), SURFACES)
DRAWN = "svg :is(.grid-lines, [class^='mark-'], .cat, .rays, .missed-lines)"
"""What a board is drawn with."""

READ = """({ names, drawn }) => {
  const probe = document.body.appendChild(document.createElement("p"));
  const colour = (value) => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  return {
    tokens: Object.fromEntries(names.map((name) => [name, colour(`var(--${name})`)])),
    strokes: [...document.querySelectorAll(drawn)].map((one) => getComputedStyle(one).stroke),
    bar: [...document.querySelectorAll("meta[name=theme-color]")]
      .filter((one) => matchMedia(one.media).matches).map((one) => colour(one.content)),
  };
}"""


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def too_low(found: dict[str, str], pairs: dict[str, tuple[str, ...]], least: float) -> list[str]:
    return [
        f"{name} on {surface}"
        for name, surfaces in pairs.items()
        for surface in surfaces
        if contrast(found[name], found[surface]) < least
    ]


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("rgb(0, 0, 0)", "rgb(255, 255, 255)") == pytest.approx(21)
    assert contrast("rgb(119, 119, 119)", "rgb(255, 255, 255)") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_strokes_and_text_stand_out_from_every_surface(as_: As, theme: Any) -> None:
    page = as_(staff(), color_scheme=theme)
    page.goto("/style/")
    names = sorted({*SURFACES, *TINTS, *TEXT, *STROKES})
    found = page.evaluate(READ, {"names": names, "drawn": DRAWN})
    colours = found["tokens"]
    assert too_low(colours, TEXT, 4.5) == []
    assert too_low(colours, STROKES, 3.0) == []
    assert len(found["strokes"]) > 20
    assert set(found["strokes"]) <= {"none", *(colours[name] for name in (*STROKES, *TEXT))}
    assert found["bar"] == [colours["ground"]]
