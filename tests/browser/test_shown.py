"""Reasons are shown on the analysis board: lines are drawn, moves are played, and it comes back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults

TRAP = "/analysis/X...O...X_O/"

FOUR_MOVES = 4_200
"""Milliseconds in which four moves are played, and before the board comes back."""

WATCH = """
window.seen = [];
const all = (found, tell) => [...document.querySelectorAll(found)].map(tell);
const note = () => {
  const marks = all(".stage [data-cell]", (one) => (one.dataset.mark ?? "")[0] ?? ".");
  const lines = all(".proof-lines path", (one) => one.getAttribute("class"));
  window.seen.push([marks.join(""), ...lines].join(" "));
};
const place = document.getElementById("analysis");
new MutationObserver(note).observe(place, { childList: true, subtree: true });
"""
"""Notes what stands on the board while a reason is played, which comes and goes by itself."""


def shown(page: Page) -> list[str]:
    """What the board showed, each picture once."""
    page.wait_for_function("() => window.seen.length && window.seen.at(-1) === ''")
    return [one for one in dict.fromkeys(page.evaluate("window.seen")) if one]


@pytest.mark.long
def test_a_reason_is_shown_on_the_analysis_board_and_it_comes_back(as_: As) -> None:
    page = as_()
    page.goto(TRAP)
    page.evaluate(WATCH)
    button = page.get_by_role("button", name="Show why on the board, a3")
    button.click()
    expect(page.locator("[data-shown-panel]")).to_contain_text("O at a3 allows a fork on c1.")
    expect(page.locator("#polite")).to_have_text("O at a3 allows a fork on c1.")
    assert [one for one in shown(page) if one.endswith("by-X by-X")][-4:] == [
        f"{marks} by-X by-X" for marks in ("X...O.O.X", "X.X.O.O.X", "XOX.O.O.X", "XOX.OXO.X")
    ]
    expect(page.locator("[data-shown-panel]")).to_be_hidden()
    expect(page.get_by_role("link", name="a3, empty, X wins", exact=True)).to_be_visible()
    expect(button).to_be_focused()


def test_an_engines_number_answers_why_in_place_and_plays_its_line(as_: As) -> None:
    page = as_()
    page.clock.install()
    page.goto(f"{TRAP}?engine=minimax")
    page.evaluate("window.same = true")
    page.get_by_role("link", name="Why is a3 −10").click()
    heading = page.get_by_role("heading", name="Why O at a3: Minimax −10 for O")
    expect(heading).to_be_visible()
    expect(page.locator("#polite")).to_contain_text("The line that Minimax expects, 4 moves")
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    button = page.get_by_role("button", name="Show why on the board, a3")
    button.press("Enter")
    expect(page.locator(".stage [data-mark=X]")).to_have_count(2)
    page.clock.run_for(FOUR_MOVES)
    expect(page.locator(".stage [data-mark=X]")).to_have_count(4)
    expect(page.locator("[data-cell='5']")).to_have_class("cell last")
    page.keyboard.press("Escape")
    expect(page.locator(".stage")).to_have_count(0)
    expect(button).to_be_focused()
    page.go_back()
    expect(heading).to_be_hidden()
    assert page.evaluate("window.same")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_sum_draws_the_lines_that_it_adds_up_until_one_goes_back(as_: As) -> None:
    page = as_()
    page.goto(f"{TRAP}?engine=linear&why=a3")
    button = page.get_by_role("button", name="Show why on the board, a3")
    button.click()
    expect(page.locator(".proof-lines path")).to_have_count(3)
    assert axe_faults(page, ALL) == []
    page.get_by_role("button", name="Back to the position").click()
    expect(page.locator(".proof-lines")).to_have_count(0)
    expect(button).to_be_focused()


@pytest.mark.long
def test_a_count_of_positions_stands_on_the_moves_that_make_it_up(as_: As) -> None:
    page = as_()
    page.goto("/analysis/X.O.X...O_X/?engine=minimax")
    page.get_by_role("link", name="why Minimax enters so many").click()
    expect(page.get_by_role("heading", name="Why Minimax enters 186 positions")).to_be_visible()
    expect(page.locator("#polite")).to_contain_text("1 + 34 + 24 + 51 + 38 + 38")
    page.get_by_role("button", name="Show why on the board, Minimax enters 186 positions").click()
    notes = page.locator(".stage .note")
    expect(notes).to_have_text(["34", "24", "51", "38", "38"])
    assert axe_faults(page, ALL) == []
    page.keyboard.press("Escape")
    expect(notes).to_have_count(0)


@pytest.mark.long
def test_an_average_shows_its_terms_on_the_pieces_that_chance_can_take(as_: As) -> None:
    page = as_()
    page.goto("/analysis/TU....TT.....U.._U/?why=c1")
    page.get_by_role("button", name="Show why on the board, c1: +0.53 for Tres").click()
    expect(page.locator("[data-shown-panel]")).to_contain_text(
        "The average: (3 × 0.58 + 0.55 + 0.47 + 0.45) ÷ 6 = +0.53."
    )
    notes = page.locator(".stage [data-cell]:has(.note)")
    expect(notes).to_have_text(["+0.47", "+0.58", "+0.58", "+0.45", "+0.55", "+0.58"])
    expect(page.locator(".stage .last .note")).to_have_text("+0.58")


@pytest.mark.long
def test_without_scripts_the_answer_stands_there_and_nothing_is_to_press(as_: As) -> None:
    page = as_(java_script_enabled=False)
    page.goto(f"{TRAP}?engine=minimax")
    page.get_by_role("link", name="Why is a3 −10").click()
    expect(page.get_by_role("heading", name="Why O at a3: Minimax −10 for O")).to_be_visible()
    expect(page.get_by_role("button", name="Show why on the board, a3")).to_be_hidden()
