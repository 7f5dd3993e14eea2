"""The first page in a browser: a board that is played right there, and nothing out of sight."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import services
from games.match import Seat
from games.models import Game
from games.queries import selectors
from tests.browser.boards import cell, expect_marks, marks
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults
from tests.browser.test_new_game import SIZES, below_the_fold
from tests.opening import open_game

DESK, PHONE = SIZES


def opened(page: Page) -> Page:
    page.goto("/")
    expect(page.locator("#door")).to_have_attribute("data-ready", "1")
    return page


def replied(page: Page, own: int) -> None:
    """Wait until the server has answered the last of ``own`` moves, or the game is over."""
    page.wait_for_function(
        "own => document.querySelectorAll('[role=gridcell] > .mark').length >= 2 * own"
        " || document.querySelector('.over')",
        arg=own,
    )


@pytest.mark.parametrize(
    "size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desk", "phone"]
)
def test_a_visitor_plays_a_stored_game_on_the_first_page(as_: As, size: dict[str, int]) -> None:
    page = opened(as_(viewport=size))
    assert not User.objects.exists()
    before = page.locator("[role=grid]").bounding_box()
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    cell(page, "b2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", re.compile("^b2, X"))
    replied(page, 1)
    game = Game.objects.get()
    assert selectors.match(game.id).moves[0] == 4
    assert User.objects.get().is_guest
    for own in range(2, 6):
        if page.locator(".over").count():
            break
        page.locator("[data-legal]").first.click()
        replied(page, own)
    assert page.locator("[role=grid]").bounding_box() == before
    expect(page.get_by_role("button", name="Next: Bruno")).to_be_visible()
    match = selectors.match(game.id)
    assert match.status == "finished"
    expect_marks(page, match.board.notation.split()[0])
    assert loads == []
    assert page.errors == []  # type: ignore[attr-defined]
    page.get_by_role("link", name="Open this game").click()
    expect(page).to_have_url(re.compile(f"/games/{game.id}/"))


@pytest.mark.long
def test_the_game_can_be_opened_and_found_again_while_it_goes_on(as_: As) -> None:
    page = opened(as_(viewport=DESK))
    cell(page, "a1").click()
    replied(page, 1)
    shown = marks(page)
    page.get_by_role("link", name="Open this game").click()
    page.wait_for_url(re.compile("/games/"))
    expect(page.locator("#headline")).to_have_text("Your move")
    expect_marks(page, shown)
    page.goto("/")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    page.get_by_role("link", name="Pip").click()
    page.wait_for_url(re.compile("/games/"))
    expect_marks(page, shown)


@pytest.mark.long
def test_a_game_that_cannot_begin_says_so_and_the_next_touch_tries_again(as_: As) -> None:
    page = opened(as_(viewport=PHONE))
    page.route("**/api/games/", lambda route: route.abort())
    cell(page, "b2").click()
    expect(page.locator("[data-door=notice]")).to_contain_text("could not begin")
    expect_marks(page, ".........")
    page.unroute("**/api/games/")
    cell(page, "b2").click()
    replied(page, 1)
    assert Game.objects.count() == 1


@pytest.mark.long
def test_during_maintenance_the_board_says_so_once_and_nothing_moves(as_: As) -> None:
    services.begin_maintenance("Back at noon.")
    page = opened(as_(viewport=PHONE))
    while page.locator("#site-notice").is_hidden():  # the server looks every few seconds
        opened(page)
    before = page.locator("[role=grid]").bounding_box()
    cell(page, "b2").click()
    expect(page.locator("#polite")).to_have_text("Back at noon.")
    expect_marks(page, ".........")
    expect(page.get_by_role("heading", name="One moment, please.")).to_be_visible()
    expect(page.locator("main .notice:visible")).to_have_text(["Back at noon."])
    assert page.locator("[role=grid]").bounding_box() == before


def test_a_first_move_by_keyboard(as_: As) -> None:
    page = opened(as_())
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(cell(page, "b1")).to_have_attribute("aria-label", re.compile("^b1, X"))
    expect(page.locator("#polite")).not_to_be_empty()


def test_without_scripts_a_cell_is_a_button_that_opens_the_game(as_: As) -> None:
    page = as_(java_script_enabled=False)
    page.goto("/")
    cell(page, "c3").click()
    expect(page).to_have_url(re.compile(r"/games/\w{12}/"))
    expect(cell(page, "c3").locator("> .mark-X")).to_be_visible()


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=["desk", "phone"]
)
def test_a_visitor_sees_board_and_ways_on_without_scrolling(as_: As, size: dict[str, int]) -> None:
    page = opened(as_(viewport=size))
    assert page.locator(".ways-on :is(a, button)").count() == 4
    assert below_the_fold(page, "[role=gridcell], .ways-on :is(a, button)") == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def many_games(ada: User, grace: User, count: int) -> None:
    for number in range(count):
        kind, rival = ("engine", "smart") if number % 2 else ("friend", Seat("O"))
        open_game(ada, kind, X=ada, O=rival)


@pytest.mark.long
@pytest.mark.parametrize("count", [0, 1, 2, 30])
def test_what_matters_is_in_sight_however_many_games_run(
    as_: As, ada: User, grace: User, count: int
) -> None:
    many_games(ada, grace, count)
    page = as_(ada)
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto("/")
        assert page.locator(".turns li").count() == min(count, 2)
        matters = ".desk h1, .turns a, .all a, .desk-side .btn, .todays h2, .door [role=gridcell]"
        assert below_the_fold(page, matters) == [], size
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_one_tap_invites_a_friend(as_: As, ada: User) -> None:
    page = as_(ada, viewport=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Get a link").click()
    expect(page.locator("#invite")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_finds_nothing_before_and_in_a_game(as_: As, theme: Any) -> None:
    page = opened(as_(color_scheme=theme))
    assert axe_faults(page, ALL) == []
    cell(page, "b2").click()
    replied(page, 1)
    assert axe_faults(page, ALL) == []
    page.goto("/")
    assert axe_faults(page, ALL) == []
