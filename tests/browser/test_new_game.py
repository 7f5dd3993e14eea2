"""One tap on the page of a new game, where nothing that starts one is out of sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.rules import VARIANTS
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults

SIZES = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})


def below_the_fold(page: Page, selector: str) -> list[str]:
    """Those of the elements that one has to scroll to, by their text."""
    return page.locator(selector).evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().bottom > innerHeight)"
        ".map(one => one.innerText)"
    )


@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
def test_all_that_starts_a_game_is_in_sight(as_: As, ada: User, size: dict[str, int]) -> None:
    page = as_(ada, viewport=size)
    for variant in VARIANTS:
        page.goto(f"/games/new/?variant={variant}")
        starts = ".play-ways button, .cast button, .grades button, .change summary"
        computers = page.locator(".cast button, .grades button").count()
        assert page.locator(starts).count() == 4 + computers
        assert below_the_fold(page, starts) == []
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_one_tap_on_a_face_and_one_is_playing(as_: As, ada: User) -> None:
    page = as_(ada, viewport=SIZES[1])
    page.goto("/games/new/")
    page.get_by_role("button", name="Tally").click()
    page.wait_for_url(re.compile(r"/games/\w{12}/"))
    expect(page.locator("#headline")).to_have_text("Your move")


@pytest.mark.long
def test_hard_is_one_tap_and_proved(as_: As, ada: User) -> None:
    page = as_(ada, viewport=SIZES[1])
    page.goto("/games/new/")
    page.get_by_role("link", name="Hard never loses: proved").click()
    expect(page.get_by_text("✓ never loses")).to_have_count(2)
    page.goto("/games/new/")
    page.get_by_role("button", name="Hard").click()
    page.wait_for_url(re.compile(r"/games/\w{12}/"))
    expect(page.get_by_text("Ward").first).to_be_visible()


@pytest.mark.long
def test_settings_open_change_and_hold_without_scripts(as_: As, ada: User) -> None:
    page = as_(ada, java_script_enabled=False)
    page.goto("/games/new/")
    page.locator(".change summary").click()
    page.get_by_text("O, second").click()
    page.get_by_text("1 min + 2 s").click()
    page.get_by_role("button", name="Pip Pecks").click()
    page.wait_for_url(re.compile(r"/games/\w{12}/"))
    page.goto("/games/new/")
    expect(page.get_by_text("you are O · 1 min + 2 s · unrated")).to_be_visible()


@pytest.mark.long
def test_axe_finds_nothing_with_all_of_it_open(as_: As, ada: User) -> None:
    page = as_(ada, color_scheme="dark")
    for variant in VARIANTS:
        page.goto(f"/games/new/?variant={variant}")
        page.locator(".change summary").click()
        assert axe_faults(page, ALL) == []
        page.goto(f"/games/new/?variant={variant}&engines=all")
        assert axe_faults(page, ALL) == []
