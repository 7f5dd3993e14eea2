"""Offers between two players, and the sound that one tab makes for all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.queries import selectors
from tests.browser.boards import against, cell, expect_moves, open_at
from tests.browser.conftest import As

VOICED = """() => navigator.locks.request(`own ${Math.random()}`, async ({ name }) => {
  const { held } = await navigator.locks.query();
  const here = held.find((one) => one.name === name).clientId;
  return held.some((one) => one.name.startsWith("oxo-sound-") && one.clientId === here);
})"""
"""Whether a page holds the lock of the tab that sounds."""


@pytest.mark.long
def test_a_draw_is_offered_declined_cooled_down_offered_again_and_agreed(
    as_: As, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    open_at(match, x, o)
    offer = x.get_by_role("button", name="Offer a draw")
    offer.click()
    expect(x.locator("#controls")).to_contain_text("You have offered a draw.")
    expect(offer).to_have_count(0)
    o.get_by_role("button", name="Decline the draw").click()
    expect(x.locator("#controls")).not_to_contain_text("You have offered a draw.")
    expect(x.locator("#detail")).to_contain_text("Your draw offer was declined.")
    expect(x.locator("#polite")).to_contain_text("Your draw offer was declined.")
    expect(offer).to_have_count(0)
    cell(x, "b2").click()
    for page in (x, o):
        expect_moves(page, 1)
    expect(offer).to_have_count(0)
    cell(o, "a1").click()
    offer.click()
    o.get_by_role("button", name="Accept the draw").click()
    for page in (x, o):
        expect(page.locator("#headline")).to_have_text("A draw")
        expect(page.locator("#detail")).to_contain_text("You agreed after")
    assert x.errors == o.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_game_can_be_called_off_until_the_second_move(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    open_at(match, x, o)
    off = o.get_by_role("button", name="Cancel the game")
    cell(x, "b2").click()
    expect_moves(o, 1)
    expect(off).to_be_visible()
    cell(o, "a1").click()
    expect(off).to_have_count(0)
    other = against(ada, grace)
    open_at(other, x, o)
    off.click()
    o.get_by_role("button", name="Yes").click()
    expect(x.locator("#headline")).to_have_text("Game cancelled")
    assert selectors.match(other.id).status == "aborted"


@pytest.mark.long
def test_of_two_tabs_one_sounds_and_the_other_takes_over(as_: As, ada: User, grace: User) -> None:
    User.objects.filter(pk=grace.pk).update(sound=True)
    match = against(ada, grace)
    x, one = as_(ada), as_(grace)
    other = one.context.new_page()
    open_at(match, x, one, other)

    one.wait_for_function(VOICED)
    assert not other.evaluate(VOICED)
    one.close()
    other.wait_for_function(VOICED)


@pytest.mark.long
def test_running_games_stand_on_the_home_page(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    page = as_(grace)
    page.goto("/")
    page.locator("main a", has_text="ada").first.click()
    page.wait_for_url(f"**/games/{match.id}/")


@pytest.mark.long
def test_a_touch_that_does_nothing_says_why_at_the_cell_and_aloud(
    as_: As, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    x, o, watcher = as_(ada), as_(grace), as_()
    open_at(match, x, o, watcher)
    wait, watching = "It is not your turn. Wait for ada.", "You are watching this game."
    for page, why in ((o, wait), (watcher, watching)):
        cell(page, "a1").click(force=True)
        expect(page.locator(".touch-reason")).to_contain_text(why)
        expect(page.locator("#polite")).to_contain_text(why)
    cell(x, "b2").click()
    expect_moves(o, 1)
    cell(o, "b2").click(force=True)
    expect(o.locator(".touch-reason")).to_have_text("That cell is taken. Choose a free one.")
    cell(o, "a1").click()
    expect(o.locator(".touch-reason")).to_have_count(0)
    expect_moves(x, 2)


@pytest.mark.long
def test_a_move_without_an_answer_says_so_until_it_has_one(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    page = as_(ada)
    page.add_init_script("WebSocket.prototype.send = () => {}")
    page.route("**/actions/", lambda route: route.abort())
    open_at(match, page)
    cell(page, "b2").click()
    expect(page.locator("#notice")).to_contain_text("Your move is on its way")
    expect(page.locator("#polite")).to_contain_text("Your move is on its way")
    page.unroute("**/actions/")
    expect(page.locator("#notice")).to_be_hidden()
    expect(cell(page, "b2")).to_have_attribute("aria-label", re.compile("X"))
