"""A game that only the tests have, on one row of five cells, played end to end in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.services.verify import verify
from tests.browser.boards import expect_moves
from tests.browser.conftest import As
from tests.conformance.row import RowBoard, registered
from tests.conformance.site import SiteWithThirdGame

EXAMPLE = RowBoard.EXAMPLE


@pytest.fixture
def site(transactional_db: Any) -> Iterator[SiteWithThirdGame]:
    """In place of the usual one: the same with the third game on it."""
    with registered(), SiteWithThirdGame() as running:
        yield running


def cells(page: Page) -> Any:
    return page.locator("#board-form [role=gridcell]")


def headline(page: Page) -> Any:
    return page.locator("#headline")


def assert_is_a_row_of_squares(page: Page) -> None:
    boxes = [cells(page).nth(index).bounding_box() for index in range(5)]
    assert all(boxes)
    assert {round(box["y"]) for box in boxes if box} == {round(boxes[0]["y"])}  # type: ignore[index]
    for box in boxes:
        assert box
        assert box["width"] == pytest.approx(box["height"], abs=1)


@pytest.mark.long
def test_two_people_find_each_other_and_play_it_to_a_win(as_: As, ada: User, grace: User) -> None:
    x, o = as_(ada), as_(grace)
    x.goto("/rules/")
    x.get_by_role("link", name="Row of five").first.click()
    x.get_by_role("link", name="Choose an opponent").click()
    x.get_by_role("button", name=re.compile("^A friend")).click()
    x.wait_for_url(re.compile(r"/games/\w{12}/"))
    o.goto(x.url)
    o.get_by_role("button", name="Play as O").click()
    for ply, cell in enumerate(EXAMPLE):
        page = (x, o)[ply % 2]
        expect_moves(page, ply)
        expect(headline(page)).to_have_text("Your move")
        assert_is_a_row_of_squares(page)
        cells(page).nth(cell).click()
    expect(headline(x)).to_have_text("You win")
    expect(headline(o)).to_have_text("You lose")
    for page in (x, o):
        expect(page.locator("[role=gridcell].won")).to_have_count(3)
        expect(page.locator("#board-form .sweep path")).to_have_count(1)
        assert page.errors == []  # type: ignore[attr-defined]
    game = Game.objects.get()
    assert (game.variant, game.winner, verify(game)) == ("row", "X", [])


@pytest.mark.long
def test_a_computer_is_played_with_the_keyboard_and_looked_back_on(as_: As, ada: User) -> None:
    page = as_(ada)
    page.goto("/games/new/?variant=row")
    page.get_by_role("button", name=re.compile("^A computer Play Random")).click()
    page.wait_for_url(re.compile(r"/games/\w{12}/"))
    while not page.locator(".over").count():
        expect(headline(page)).to_have_text("Your move")
        plies = page.locator("#moves li").count()
        free = page.locator("[role=gridcell][data-legal]").first
        cells(page).first.focus()
        for _ in range(int(free.get_attribute("value") or 0)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")  # there is no row below
        page.keyboard.press("Enter")
        page.wait_for_function(
            "plies => document.querySelectorAll('#moves li').length > plies + 1"
            " || document.querySelector('.over')",
            arg=plies,
        )
    game = Game.objects.get()
    assert (game.variant, game.status, verify(game)) == ("row", "finished", [])
    page.goto(f"/games/{game.id}/review/")
    page.get_by_role("link", name="Analyse after move 1").click()
    page.wait_for_url(re.compile("/analysis/"))
    expect(page.locator(".analysis-board [role=gridcell]")).to_have_count(5)
    assert page.errors == []  # type: ignore[attr-defined]
