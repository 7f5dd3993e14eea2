"""The parts page, compared with what it was: a change of look is seen in a diff.

Not by pixels: letters are drawn differently on every machine, and a picture in a repository says
nothing in a diff. What is kept is what style sheets decide, in words: of every kind of element its
colours, strokes, type and, where no letter decides it, its height.
``UPDATE_LOOK=1`` writes it anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults

LOOKS = Path(__file__).with_name("looks.json")
WAYS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
    "phone": {"color_scheme": "light", "viewport": {"width": 360, "height": 740}},
}
READ = """
() => {
  const props = ["color", "backgroundColor", "borderTopWidth", "borderBottomWidth", "borderRadius",
    "stroke", "strokeWidth", "fill", "fontSize", "fontWeight", "fontFamily", "opacity"];
  const sized = "svg, button, .btn, input, select, .chip, .cell, .presence, hr";
  const plain = document.createElement("p");
  document.body.append(plain);
  const usual = getComputedStyle(plain);
  const seen = {};
  for (const part of document.querySelectorAll("[data-part]")) {
    for (const one of part.querySelectorAll("[class], h2, a, input, select, hr, th, td")) {
      const css = getComputedStyle(one);
      if (css.display === "none") continue;
      const drawn = one.closest("svg");
      const told = props.filter((prop) => !(drawn && /^font/.test(prop)))
        .filter((prop) => css[prop] !== usual[prop])
        .map((prop) => `${prop} ${prop === "fontFamily" ? css[prop].split(",")[0] : css[prop]}`);
      const height = Math.round(one.getBoundingClientRect().height);
      if (one.matches(sized)) told.push(`${height} px high`);
      const kinds = [...one.classList].filter((css) => !/^(face|way|icon)-/.test(css)).sort();
      const name = [one.localName, ...kinds].join(".");
      seen[`${part.dataset.part}: ${name}`] ??= told.join("; ");
    }
  }
  return seen;
}
"""
"""What sets each kind of element apart from a paragraph."""


def staff(name: str = "hopper") -> User:
    user = User.objects.create_user(name)
    user.is_staff = True
    user.save()
    return user


def opened(as_: As, way: str) -> Page:
    page = as_(staff(), **WAYS[way])
    page.goto("/style/")
    return page


@pytest.mark.long
def test_every_part_looks_as_it_did(as_: As) -> None:
    page = as_(staff())
    found = {way: _look(page, way) for way in WAYS}
    for way in list(WAYS)[1:]:  # of the others only what is different
        found[way] = {k: v for k, v in found[way].items() if v != found["light"].get(k)}
    if os.environ.get("UPDATE_LOOK"):
        LOOKS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
    kept = json.loads(LOOKS.read_text())
    different = {
        f"{way}, {name}": (kept[way].get(name), found[way].get(name))
        for way in WAYS
        for name in {*kept[way], *found[way]}
        if kept[way].get(name) != found[way].get(name)
    }
    assert different == {}, "UPDATE_LOOK=1 keeps the new look"


def _look(page: Page, way: str) -> dict[str, str]:
    options = dict(WAYS[way])
    page.set_viewport_size(options.pop("viewport", {"width": 1280, "height": 800}))
    page.emulate_media(**{"forced_colors": "none", **options})
    page.goto("/style/")
    page.evaluate("() => document.getAnimations().forEach((one) => one.cancel())")
    return page.evaluate(READ)


@pytest.mark.long
@pytest.mark.parametrize("way", ["light", "dark"])
def test_axe_finds_nothing_among_the_parts(as_: As, way: str) -> None:
    assert axe_faults(opened(as_, way), ALL) == []


def test_parts_fit_when_text_is_twice_as_large(as_: As) -> None:
    page = as_(staff(), viewport={"width": 640, "height": 900})
    page.goto("/style/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    assert page.locator(".btn").first.evaluate("one => getComputedStyle(one).fontSize") == "32px"


def test_only_staff_see_it(as_: As, ada: User) -> None:
    for user in (None, ada):
        answer = as_(user).goto("/style/")
        assert answer
        assert answer.status == 404
