"""An engine that somebody brings: its grade appears by itself, its lost game is played again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.conftest import As
from tests.uploads.conftest import FIRST_FREE


@pytest.mark.long
def test_the_grade_appears_by_itself_and_the_lost_game_is_stepped_through(
    as_: As, ada: User
) -> None:
    page = as_(ada)
    page.goto("/engines/mine/")
    page.get_by_label("Name of your engine").fill("First")
    page.get_by_label("Or paste it").fill(FIRST_FREE)
    page.get_by_role("button", name="Grade it").click()
    expect(page.get_by_text("It can lose.")).to_be_visible(timeout=240_000)
    board = page.locator("#example")
    expect(board).to_contain_text("X wins")
    board.get_by_role("link", name="Start").click()
    expect(board).to_contain_text("X to move")
    for _ in range(2):
        board.get_by_role("link", name="Next move").click()
    expect(board).to_contain_text("O plays b1.")
    assert page.errors == []  # type: ignore[attr-defined]
