"""A board of small boards in the browser: where one must play is seen, spoken and typed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.rules import UltimateBoard
from games.services.verify import verify
from tests.browser.boards import cell_at, expect_moves
from tests.browser.conftest import As

EXAMPLE = UltimateBoard.EXAMPLE


def headline(page: Page) -> Any:
    return page.locator("#headline")


def drawn(page: Page, css: str) -> Any:
    return page.locator(f".small-boards > .{css}")


def type_digits(page: Page, cell: int) -> None:
    """A small board and a cell in it, each from 1."""
    shape = UltimateBoard.SHAPE
    small = shape.small_board(cell)
    page.keyboard.press(str(small + 1))
    expect(page.locator(".small-boards > .aimed")).to_have_attribute("data-small", str(small))
    page.keyboard.press(str(shape.small_boards[small].index(cell) + 1))


def started(as_: As, ada: User, grace: User) -> tuple[Page, Page]:
    x, o = as_(ada), as_(grace)
    x.goto("/games/new/?variant=ultimate")
    x.get_by_role("button", name=re.compile("^A friend")).click()
    x.wait_for_url(re.compile(r"/games/\w{12}/"))
    o.goto(x.url)
    o.get_by_role("button", name="Play as O").click()
    expect(headline(x)).to_have_text("Your move")
    return x, o


@pytest.mark.long
def test_two_people_play_it_to_a_win_with_pointer_and_keyboard(
    as_: As, ada: User, grace: User
) -> None:
    pages = started(as_, ada, grace)
    board = UltimateBoard.start()
    for ply, cell in enumerate(EXAMPLE):
        page = pages[ply % 2]
        expect_moves(page, ply)
        expect(headline(page)).to_have_text("Your move")
        live = board.small_boards.live
        for one in pages:
            expect(drawn(one, "live")).to_have_count(1 if len(live) == 1 else 0)
            expect(one.locator("#where b")).to_have_text(
                re.compile(
                    r"in the [\w ]+ board" if len(live) == 1 else r"in any (open board|cell)"
                )
            )
        expect(page.locator("[role=gridcell][data-legal]")).to_have_count(
            len(board.available_moves())
        )
        if ply % 2:
            cell_at(page, cell).click()
        else:
            page.locator("[role=gridcell][tabindex='0']").focus()
            type_digits(page, cell)
        board = board.make_move(cell)
    expect(headline(pages[0])).to_have_text("You win")
    expect(headline(pages[1])).to_have_text("You lose")
    for page in pages:
        expect(drawn(page, "closed")).to_have_count(len(board.small_boards.closed))
        expect(page.locator("#board-form .sweep path")).to_have_count(1)
        assert page.errors == []  # type: ignore[attr-defined]
    game = Game.objects.get()
    assert (game.variant, game.winner, verify(game)) == ("ultimate", "X", [])


@pytest.mark.long
def test_a_finger_sees_where_a_move_sends_and_slides_before_it_plays(
    as_: As, ada: User, grace: User
) -> None:
    x, o = started(as_, ada, grace)
    cell_at(x, 30).click()  # d4 sends to the top left board
    expect(o.locator("#where b")).to_have_text("in the top left board")
    for kind, at in (("pointerdown", 0), ("pointermove", 10)):
        touch(o, kind, at)
    expect(o.locator("#where b")).to_have_text("b2 sends X to the middle board")
    expect(o.locator(".touch-reason")).to_have_text("b2 sends X to the middle board")
    expect(drawn(o, "would")).to_have_attribute("data-small", "4")
    cell_at(o, 60).dispatch_event("pointermove", point(o, 60))  # off: nothing is played there
    expect(drawn(o, "would")).to_have_count(0)
    touch(o, "pointermove", 10)
    touch(o, "pointerup", 10)
    expect_moves(x, 2)
    expect(x.locator("#where b")).to_have_text("in the middle board")
    cell_at(x, 80).click(force=True)
    expect(x.locator("#notice")).to_have_text(
        "i9 is in the bottom right board. Play in the middle board, because O played b2."
    )


@pytest.mark.long
def test_a_small_board_that_was_typed_is_forgotten_with_the_next_move_and_elsewhere(
    as_: As, ada: User, grace: User
) -> None:
    x, o = started(as_, ada, grace)
    focused = x.locator("[role=gridcell][tabindex='0']")
    focused.focus()
    x.keyboard.press("5")
    expect(drawn(x, "aimed")).to_have_attribute("data-small", "4")
    focused.blur()
    expect(drawn(x, "aimed")).to_have_count(0)
    focused.focus()
    x.keyboard.press("5")
    cell_at(x, 30).click()  # d4
    expect(drawn(x, "aimed")).to_have_count(0)
    expect_moves(o, 1)
    x.keyboard.press("3")
    expect(drawn(x, "aimed")).to_have_attribute("data-small", "2")
    cell_at(o, 10).click()  # b2
    expect_moves(x, 2)
    expect(drawn(x, "aimed")).to_have_count(0)


def point(page: Page, cell: int) -> dict[str, Any]:
    box = cell_at(page, cell).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return {"pointerType": "touch", "isPrimary": True, "clientX": x, "clientY": y}


def touch(page: Page, kind: str, cell: int) -> None:
    cell_at(page, cell).dispatch_event(kind, {**point(page, cell), "bubbles": True})
