"""Strokes and text stand out from what they lie on, by day and by night (WCAG 1.4.3, 1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parent.parent / "games/static/games/css"
TOKENS = dict(
    re.findall(r"--([\w-]+): light-dark\((#\w{6}, #\w{6})\);", (CSS / "tokens.css").read_text())
)
GROUNDS = ("ground", "sheet", "wash")
TINTS = ("first-tint", "even-tint", "second-tint")
STROKES = {"ink": 3.0, "ink-2": 3.0, "edge": 3.0, "x-fill": 3.0, "o-fill": 3.0}
TEXT = {"ink": 4.5, "ink-2": 4.5, "x": 4.5, "o": 4.5}
BOARD = re.compile(
    r"(\.(?:grid-lines|mark-\w+|cat|rays|missed-lines)\b[^{}]*)\{[^}]*\bstroke: ([^;]+);"
)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_strokes_and_text_stand_out_from_every_surface(theme: int) -> None:
    colours = {name: pair.split(", ")[theme] for name, pair in TOKENS.items()}
    pairs = [(name, ground, least) for name, least in STROKES.items() for ground in GROUNDS]
    pairs += [(name, ground, least) for name, least in TEXT.items() for ground in GROUNDS]
    pairs += [("ink", tint, 4.5) for tint in TINTS]
    low = {
        f"{name} on {ground}": round(found, 2)
        for name, ground, least in pairs
        if (found := contrast(colours[name], colours[ground])) < least
    }
    assert low == {}


def test_boards_are_drawn_in_these_colours() -> None:
    sheets = "".join((CSS / f"{name}.css").read_text() for name in ("board", "site"))
    drawn = {" ".join(who.split()): colour for who, colour in BOARD.findall(sheets)}
    assert len(drawn) >= 4
    assert set(drawn.values()) <= {f"var(--{name})" for name in STROKES}
