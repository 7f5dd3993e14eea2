"""A puzzle in a browser: answered in place and by keyboard, and without scripts."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts.models import User
from games.analysis.puzzles.calendar import daily
from games.analysis.puzzles.collection import THEMES, of_theme
from progress.puzzles.puzzle_attempts import record, today
from tests.browser.conftest import As

PUZZLE = next(one for one in of_theme(THEMES["fork"]) if one is not daily(today()))
RIGHT = PUZZLE.board.cell_name(PUZZLE.right[0])
WRONG = next(
    PUZZLE.board.cell_name(cell)
    for cell in PUZZLE.board.available_moves()
    if cell not in PUZZLE.right
)


def test_a_puzzle_is_answered_in_place_with_the_keyboard(as_: As, ada: User) -> None:
    page = as_(ada)
    page.goto(f"/puzzles/{PUZZLE.id}/")
    page.evaluate("window.same = true")
    expect(page.locator("[role=grid] [tabindex='0']")).to_have_count(1)
    cell = page.locator(f"[data-key={WRONG}]")
    cell.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{WRONG} is wrong.")
    expect(page.locator("#polite")).to_contain_text(f"{WRONG} is wrong.")
    page.keyboard.press("Escape")  # what refutes it is being played
    expect(cell).to_be_focused()
    page.locator(f"[data-key={RIGHT}]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Solved.")
    assert page.evaluate("window.same")
    assert Axe().run(page).violations_count == 0
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Solved.")
    assert record(ada.pk).failed == {PUZZLE.id}
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_puzzles_fit_320_pixels_and_axe_finds_nothing(as_: As, ada: User, scheme: str) -> None:
    page = as_(ada, color_scheme=scheme, viewport={"width": 320, "height": 640})
    strong = of_theme(THEMES["strong"])[0]
    for path in ("/puzzles/", f"/puzzles/{PUZZLE.id}/?tried={WRONG}", f"/puzzles/{strong.id}/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("slug", ["fork", "strong", "two"])
def test_on_a_phone_the_board_is_seen_with_what_is_said(as_: As, ada: User, slug: str) -> None:
    puzzle = next(one for one in of_theme(THEMES[slug]) if one is not daily(today()))
    moves = puzzle.board.available_moves()
    wrong = puzzle.board.cell_name(next(one for one in moves if one not in puzzle.right))
    page = as_(ada, viewport={"width": 360, "height": 640})
    page.goto(f"/puzzles/{puzzle.id}/")
    cell = page.locator(f"[data-key={wrong}]")
    assert (box := cell.bounding_box()) is not None
    assert min(box["width"], box["height"]) >= 32
    cell.click()
    panel = page.locator("[data-shown-panel]")
    for seen in (panel.locator("p"), panel.get_by_role("button"), page.locator(".stage")):
        expect(seen).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    for seen in (page.locator("#said .lead"), page.locator("#question")):
        expect(seen).to_be_in_viewport(ratio=1)


def test_cells_of_first_steps_can_be_touched_on_a_phone(as_: As) -> None:
    page = as_(viewport={"width": 360, "height": 640})
    page.goto("/learn/ultimate/play/")
    box = page.locator("[role=gridcell]").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 32


@pytest.mark.long
def test_a_puzzle_works_without_scripts(as_: As) -> None:
    page = as_(java_script_enabled=False)
    page.goto(f"/puzzles/{PUZZLE.id}/")
    page.locator(f"[value={WRONG}]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{WRONG} is wrong.")
    page.locator(f"[value={RIGHT}]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Solved.")


@pytest.mark.long
def test_the_first_steps_of_a_game_are_played_by_keyboard_and_read_aloud(as_: As) -> None:
    page = as_()
    page.goto("/learn/dstru/play/")
    page.evaluate("window.same = true")
    for number, answer in enumerate(("d1", "a4", "a1", "a4"), 1):
        expect(page.locator(".eyebrow")).to_contain_text(f"{number} of 4")
        page.locator(f"[data-key={answer}]").focus()
        page.keyboard.press("Enter")
        onward = page.locator(".puzzle-side .btn.primary")
        if number < 4:
            onward.focus()
            page.keyboard.press("Enter")
            expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    expect(page.locator("h1")).to_have_text("You win.")
    expect(page.locator("#polite")).to_contain_text("You win. You filled the bottom row")
    assert page.evaluate("window.same")
    onward.click()
    expect(page.locator("#headline")).to_have_text("Place a piece")
    assert page.errors == []  # type: ignore[attr-defined]
