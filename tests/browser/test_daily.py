"""Today's board and the rush in a browser: in place, by keyboard, and by the server's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts.models import User
from games.analysis.puzzles.calendar import daily
from games.analysis.puzzles.collection import Puzzle
from progress.models import Rush
from progress.puzzles import own_days, rush
from tests.browser.conftest import As
from tests.progress.players import answer_today


@pytest.mark.long
def test_the_device_s_time_zone_is_taken_over_once(as_: As, ada: User) -> None:
    page = as_(ada, timezone_id="Asia/Tokyo")
    page.goto("/puzzles/today/")
    expect(page.locator("#day-end")).to_contain_text("Your day ends at midnight in Tokyo.")
    elsewhere = as_(ada, timezone_id="Europe/Berlin")
    elsewhere.goto("/puzzles/today/")
    expect(elsewhere.locator("#device-zone")).to_contain_text("Your device is in Europe/Berlin.")
    elsewhere.get_by_role("button", name="End my days at midnight there").click()
    expect(elsewhere.locator("#day-end")).to_contain_text("Your day ends at midnight in Berlin.")
    assert elsewhere.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_board_that_was_found_can_be_copied(as_: As, ada: User) -> None:
    answer_today(ada)
    page = as_(ada, permissions=["clipboard-read", "clipboard-write"], timezone_id="UTC")
    page.goto("/puzzles/today/")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[1].endswith("at once")


def test_a_wrong_answer_is_refuted_on_the_board_and_then_the_line_is_played(
    as_: As, ada: User
) -> None:
    puzzle = today_board()
    board = puzzle.board
    slip = next(c for c in board.available_moves() if c not in puzzle.theme.right(board))
    page = as_(ada, timezone_id="UTC")
    page.goto("/puzzles/today/")
    press(page, board.cell_name(slip))
    panel = page.locator("[data-shown-panel]")
    expect(panel).to_contain_text(f"{board.cell_name(slip)} ")
    expect(page.locator(".stage [data-cell]").nth(slip)).to_have_attribute(
        "data-mark", board.to_move
    )
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator(f"[data-key={board.cell_name(slip)}]")).to_be_focused()
    answer_today(ada)
    page.reload()
    expect(panel).to_be_hidden()  # only what was answered just now is played by itself
    page.get_by_role("link", name="See it again").click()
    expect(panel).to_be_visible()
    page.locator(".stage").click()
    expect(panel).to_be_hidden()
    assert Axe().run(page).violations_count == 0
    assert page.errors == []  # type: ignore[attr-defined]


def key(row: Rush) -> str:
    """A right answer to the puzzle at hand."""
    puzzle, way = rush.at_hand(row)
    return way.board.cell_name(puzzle.theme.right(way.board)[0])


def today_board() -> Puzzle:
    return daily(own_days.now().date())


def press(page: Page, cell: str) -> None:
    page.locator(f"[data-key={cell}]").focus()
    page.keyboard.press("Enter")


@pytest.mark.long
def test_a_rush_is_played_in_place_with_the_keyboard(as_: As, ada: User) -> None:
    page = as_(ada)
    page.goto("/puzzles/rush/")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.locator(".eyebrow")).to_contain_text("puzzle 1")
    page.evaluate("window.same = true")
    for number in (2, 3):
        press(page, key(Rush.objects.get()))
        expect(page.locator(".eyebrow")).to_contain_text(f"puzzle {number}")
        expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    expect(page.locator("#polite")).to_contain_text("Right.")
    assert page.evaluate("window.same")
    assert Axe().run(page).violations_count == 0
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_the_page_asks_for_the_end_when_the_time_is_over(as_: As, ada: User) -> None:
    rush.begin(user_id=ada.pk, zone="")
    nearly = own_days.now() - rush.LENGTH + timedelta(seconds=2)
    Rush.objects.update(started_at=nearly)
    page = as_(ada)
    page.goto("/puzzles/rush/")
    expect(page.get_by_role("heading", level=1)).to_have_text("0 solved.")
    assert datetime.now(UTC) >= nearly + rush.LENGTH


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_320_pixels_and_axe_finds_nothing(as_: As, ada: User, scheme: str) -> None:
    answer_today(ada, right=False)
    answer_today(ada)
    page = as_(ada, color_scheme=scheme, viewport={"width": 320, "height": 640}, timezone_id="UTC")
    for path in ("/puzzles/today/", "/puzzles/archive/", "/puzzles/rush/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
