"""A finished game is reviewed on its own board, without leaving its page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games import services
from games.match import Action
from tests.browser.boards import cell, cell_at, connected, expect_marks, open_at
from tests.browser.conftest import As
from tests.opening import open_game, played_game

CELLS = (0, 3, 1, 4, 2)
"""X completes the top row, since O left c1 open."""


WATCH = """
window.seen = [];
new MutationObserver(() => {
  const lines = document.querySelectorAll(".proof-lines .by-X").length;
  const c1 = document.querySelector("[role=gridcell][value='2']").ariaLabel;
  window.seen.push(`${document.getElementById("notice").textContent} ${lines} ${c1}`);
}).observe(document.getElementById("board-form"), { attributes: true, subtree: true });
"""
"""Notes what the page shows while a reason is played, which comes and goes by itself."""


@pytest.mark.long
def test_reasons_are_shown_and_a_line_is_played_on_and_back(as_: As, ada: User) -> None:
    match = open_game(ada, "local", X=ada, O=ada)
    for number, one in enumerate(CELLS):
        services.act(
            game_id=match.id, action=Action("place", match.version + number, None, one, ada.pk)
        )
    page = as_(ada)
    page.goto(f"/games/{match.id}/")
    connected(page)
    page.get_by_role("link", name="Review the game").click()
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    assert page.url.endswith(f"/games/{match.id}/")

    page.get_by_role("link", name="O b2").click()
    expect_marks(page, "XX.OO....")
    page.evaluate(WATCH)
    page.get_by_role("button", name="Show why on the board, move 4").click()
    page.wait_for_function("() => window.seen.some((one) => one.endsWith('c1, X, last move'))")
    page.wait_for_function("() => window.seen.at(-1)?.endsWith('c1, empty')")
    assert "O at b2 leaves c1 open to a win. 1 c1, X, last move" in page.evaluate("window.seen")
    expect(page.locator(".proof-lines")).to_have_count(0)
    expect_marks(page, "XX.OO....")

    page.get_by_role("link", name="X b1").click()
    page.locator(".what-if label", has_text="Sable").click()
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("[data-result]")).to_have_text("O to move: X wins with best play.")
    cell(page, "c1").click()
    expect(page.locator("[data-said]")).to_contain_text("Sable answers:")
    expect(page.locator("#headline")).to_have_text("What if…?")
    expect(page.locator(".cell .mark-X:not(.ghost *)")).to_have_count(3)
    page.get_by_role("button", name="Take back").click()
    expect_marks(page, "XX.O.....")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("[data-playing]")).to_be_hidden()
    expect(page.locator("#headline")).to_have_text("X wins")
    expect_marks(page, "XX.O.....")
    page.locator("[data-step=last]").click()
    expect_marks(page, "XXXOO....")
    page.get_by_role("button", name="Play on from here").click()
    expect_marks(page, "XX.OO....")
    page.get_by_role("button", name="Back to the game").click()
    expect_marks(page, "XXXOO....")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_line_on_small_boards_is_spoken_of_as_it_is_drawn(as_: As, ada: User) -> None:
    match = open_game(ada, "local", "ultimate", X=ada, O=ada)
    for action, one in (("place", 30), ("place", 10), ("resign", None)):
        match = services.act(
            game_id=match.id, action=Action(action, match.version, None, one, ada.pk)
        ).match
    page = as_(ada)
    page.goto(f"/games/{match.id}/review/")
    connected(page)
    where = page.locator("#where b")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#headline")).to_have_text("What if…?")
    expect(where).to_have_text("in the middle board")
    cell_at(page, 40).hover()
    expect(where).to_have_text("e5 sends O to the middle board")
    page.locator("[data-step=first]").click()
    expect(where).to_have_text("")
    cell_at(page, 10).hover()
    expect(where).to_have_text("")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_wish_for_a_rematch_is_seen_at_the_board_of_a_review(
    as_: As, ada: User, grace: User
) -> None:
    match = services.current_match(played_game(ada, grace, *CELLS))
    x, o = as_(ada), as_(grace, viewport={"width": 360, "height": 740})
    open_at(match, x, o)
    o.get_by_role("link", name="Review the game").click()
    expect(o.get_by_role("heading", name="Review")).to_be_visible()
    o.locator(".review-moves li").last.scroll_into_view_if_needed()
    before = o.evaluate("scrollY")
    x.get_by_role("button", name="Rematch").click()
    expect(o.locator("#notice")).to_have_text("ada wants a rematch.")
    expect(o.locator("#notice")).to_be_in_viewport(ratio=1)
    assert o.evaluate("scrollY") == before
