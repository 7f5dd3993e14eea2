"""The game in full screen: by the browser where it can, else over the page; Escape leaves."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.boards import expect_moves
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults
from tests.pages import address

WITHOUT_THE_API = "delete Element.prototype.requestFullscreen"
IS_FULL = "() => document.fullscreenElement === document.documentElement"

both_ways = pytest.mark.parametrize(
    "native", [True, pytest.param(False, marks=pytest.mark.long)], ids=["browser", "page"]
)


def game_page(as_: As, ada: User, grace: User, *, path: str, native: bool, **options: Any) -> Page:
    page = as_(ada, **options)
    if not native:
        page.add_init_script(WITHOUT_THE_API)
    page.goto(address(path, ada, grace))
    return page


WIDTH = "document.querySelector('[role=grid]').getBoundingClientRect().width"
"""Of the board. A window takes its time to change its size: wait for what it is to become."""


def enter(page: Page) -> None:
    """Go full screen by keyboard."""
    page.get_by_role("button", name="Full screen", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("html.full-board")).to_be_attached()


@both_ways
def test_the_board_fills_the_screen_until_escape(
    as_: As, ada: User, grace: User, native: bool
) -> None:
    screen = {"width": 1280, "height": 900}
    page = game_page(as_, ada, grace, path="GAME", native=native, viewport=screen)
    before = page.evaluate(WIDTH)
    enter(page)
    if native:
        page.wait_for_function(IS_FULL)
    least = max(1.25 * before, 0.75 * screen["height"])
    page.wait_for_function(f"least => {WIDTH} > least", arg=least)
    leave = page.get_by_role("button", name="Leave full screen")
    expect(leave).to_be_focused()
    expect(page.locator(".side")).to_be_hidden()
    expect(page.locator("#headline")).to_be_hidden()
    expect(page.locator(".seat-name").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("html.full-board")).to_have_count(0)
    page.wait_for_function("() => document.fullscreenElement === null")
    page.wait_for_function(f"before => {WIDTH} === before", arg=before)
    expect(page.get_by_role("button", name="Full screen", exact=True)).to_be_focused()
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_leaving_by_the_browsers_own_way_restores_the_page(as_: As, ada: User, grace: User) -> None:
    page = game_page(as_, ada, grace, path="GAME", native=True)
    enter(page)
    page.wait_for_function(IS_FULL)
    page.evaluate("document.exitFullscreen()")
    expect(page.locator("html.full-board")).to_have_count(0)


@pytest.mark.long
@both_ways
def test_one_plays_on_and_tabs_only_through_the_game(
    as_: As, ada: User, grace: User, native: bool
) -> None:
    page = game_page(as_, ada, grace, path="GAME", native=native)
    enter(page)
    page.get_by_role("gridcell").first.click()
    expect_moves(page, 1)
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('header.top, footer.bottom, .skip')")
    page.get_by_role("button", name="Leave full screen").click()
    expect(page.locator("html.full-board")).to_have_count(0)
    home = page.get_by_role("link", name="Oxo, home")
    home.focus()
    expect(home).to_be_focused()


@pytest.mark.long
def test_every_game_page_fits_a_small_screen_and_axe_finds_nothing(
    as_: As, ada: User, grace: User
) -> None:
    page = as_(ada, viewport={"width": 320, "height": 640})
    page.add_init_script(WITHOUT_THE_API)
    for path in ("GAME", "STAGE", "THREE", "REMOVING", "FINISHED"):
        page.goto(address(path, ada, grace))
        enter(page)
        assert page.locator("#game").bounding_box() == {"x": 0, "y": 0, "width": 320, "height": 640}
        assert page.locator("#game").evaluate("one => one.scrollWidth <= one.clientWidth"), path
        assert axe_faults(page, ALL) == [], path


@pytest.mark.long
def test_without_scripts_there_is_no_button(as_: As, ada: User, grace: User) -> None:
    page = as_(ada, java_script_enabled=False)
    page.goto(address("GAME", ada, grace))
    expect(page.locator("#full-screen")).to_be_hidden()
