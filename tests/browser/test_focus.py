"""Where the focus goes, and what is said, when a page changes under whoever uses it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.match import Match
from tests.browser.boards import against, cell, connected
from tests.browser.conftest import As
from tests.opening import open_game


def waiting(user: User) -> Match:
    return open_game(user, "lobby", X=user)


@pytest.mark.long
def test_a_button_of_the_lobby_keeps_the_focus_when_the_list_changes(
    as_: As, ada: User, grace: User, stranger: User
) -> None:
    first, second = waiting(grace), waiting(stranger)
    page = as_(ada)
    page.goto("/lobby/")
    expect(page.locator("#open-games .card")).to_have_count(2)
    take = page.locator(f'form[action="/games/{second.id}/join/"] button')
    take.focus()
    guest = as_(grace)
    guest.goto(f"/games/{first.id}/")
    guest.get_by_role("button", name="Cancel the game").click()
    guest.get_by_role("button", name="Yes").click()
    expect(page.locator("#open-games .card")).to_have_count(1)
    expect(take).to_be_focused()
    expect(page.locator("#polite")).to_be_empty()
    guest.goto("/lobby/")
    guest.get_by_role("button", name="3 min + 2 s, Classic 3×3").click()
    expect(page.locator("#polite")).to_contain_text("New game: grace waits, Classic 3×3, 3 min")
    expect(take).to_be_focused()
    assert page.errors == []  # type: ignore[attr-defined]


def test_after_resigning_the_focus_is_on_the_result(as_: As, ada: User, grace: User) -> None:
    page = as_(ada)
    page.goto(f"/games/{against(ada, grace).id}/")
    page.locator(".confirm summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes").press("Enter")
    expect(page.locator("#headline")).to_have_text("You lose")
    expect(page.locator("#headline")).to_be_focused()


@pytest.mark.long
def test_a_move_to_be_confirmed_shows_says_and_can_be_taken_back(
    as_: As, ada: User, grace: User
) -> None:
    User.objects.filter(pk=ada.pk).update(confirm_moves=True)
    page = as_(ada)
    page.goto(f"/games/{against(ada, grace).id}/")
    text = "Press again or Enter to play b2. Press Escape to take it back."
    cell(page, "b2").click()  # perhaps before the socket is there
    connected(page)
    expect(page.locator("#notice")).to_have_text(text)
    expect(page.locator("#polite")).to_contain_text(text)
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, empty, chosen, not played yet")
    page.mouse.move(0, 0)
    expect(cell(page, "b2").locator(".ghost")).to_have_css("opacity", "0.75")
    page.keyboard.press("Escape")
    expect(page.locator("#notice")).to_be_hidden()
    expect(page.locator("#polite")).to_contain_text("Taken back.")
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, empty")
    page.context.set_offline(True)
    lost = "Connection lost. This page tries again by itself."
    expect(page.locator("#notice")).to_have_text(lost)
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text(f"{lost} {text}")
    page.keyboard.press("Escape")
    expect(page.locator("#notice")).to_have_text(lost)
    page.context.set_offline(False)
    expect(page.locator("#notice")).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(cell(page, "b2").locator("> .mark-X")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()
    assert page.errors == []  # type: ignore[attr-defined]
