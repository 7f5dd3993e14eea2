"""What the tab of a game says while nobody looks at it, and that it is quiet once somebody does."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Dialog, Page, expect

from accounts.models import User
from games import services
from games.match import Match
from games.queries import selectors
from tests.browser.boards import against, cell, expect_moves, open_at
from tests.browser.conftest import As
from tests.opening import open_game

LOOK = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def look_away(page: Page) -> None:
    page.evaluate(LOOK, True)


def look_at(page: Page) -> None:
    page.evaluate(LOOK, False)


def expect_signal(page: Page, text: str, kind: str) -> None:
    expect(page).to_have_title(re.compile(f"^● {text} · "))
    expect(page.locator("#tab-icon")).to_have_attribute(
        "href", re.compile(rf"^/icons/{kind}\.svg\?")
    )


def expect_quiet(page: Page) -> None:
    expect(page).not_to_have_title(re.compile("^●"))
    expect(page.locator("#tab-icon")).to_have_attribute("href", re.compile(r"^/icons/site\.svg\?"))


def test_a_turn_is_told_to_who_looks_elsewhere_and_not_to_who_looks(
    as_: As, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    open_at(match, x, o)
    expect_quiet(x)
    look_away(o)
    cell(x, "b2").click()
    expect_signal(o, "Your move", "turn")
    expect_quiet(x)
    look_at(o)
    expect_quiet(o)
    look_away(o)
    expect_quiet(o)  # seen once


@pytest.mark.long
def test_an_offered_draw_the_end_and_a_rematch_are_told(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    open_at(match, x, o)
    cell(x, "b2").click()
    for page in (x, o):
        expect_moves(page, 1)
    look_away(o)
    x.get_by_role("button", name="Offer a draw").click()
    expect_signal(o, "ada offers a draw", "draw")
    expect(x.locator("#controls")).to_contain_text("You have offered a draw.")
    x.locator("summary", has_text="Resign").click()
    x.get_by_role("button", name="Yes").click()
    expect_signal(o, "You win", "over")
    x.get_by_role("button", name="Rematch").click()
    expect_signal(o, "ada wants a rematch", "rematch")
    expect(o.locator("#polite")).to_contain_text("ada wants a rematch.")
    look_at(o)
    expect_quiet(o)


@pytest.mark.long
def test_who_waits_for_an_opponent_elsewhere_is_told_that_the_game_begins(
    as_: As, ada: User, grace: User
) -> None:
    match = open_game(ada, X=ada)
    x, o = as_(ada), as_(grace)
    open_at(match, x)
    look_away(x)
    o.goto(f"/games/{match.id}/")
    o.get_by_role("button", name="Play as O").click()
    expect_signal(x, "Your game with grace begins: your move", "begun")
    # The name of the page follows who plays: nobody's seat is in it any more.
    expect(x).to_have_title(re.compile("ada – grace · Oxo$"))
    assert selectors.match(match.id).status == "active"
    assert x.errors == o.errors == []  # type: ignore[attr-defined]


def asks_when_left(page: Page) -> bool:
    """Whether the browser asks before it goes to another page; it goes."""
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.goto("/rules/")
    page.remove_listener("dialog", answer)
    return asked == ["beforeunload"]


def against_engine(user: User, clock: tuple[int, int] | None) -> Match:
    wanted = services.Request("classic", "engine:random", "X", clock)
    return services.new_game(user_id=user.pk, name=user.name, request=wanted)


@pytest.mark.long
def test_leaving_asks_where_it_costs_something(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    player, watcher = as_(ada), as_()
    open_at(match, player, watcher)
    cell(player, "b2").click()
    for page in (player, watcher):
        expect_moves(page, 1)
    cell(watcher, "a1").click(force=True)
    expect(watcher.locator(".touch-reason")).to_be_visible()  # browsers ask only who did something
    assert not asks_when_left(watcher)
    assert asks_when_left(player)
    open_at(match, player)
    player.locator("summary", has_text="Resign").click()
    player.get_by_role("button", name="Yes").click()
    expect(player.locator("#headline")).to_have_text("You lose")
    assert not asks_when_left(player)


@pytest.mark.long
def test_leaving_an_engine_asks_only_with_a_clock(as_: As, ada: User) -> None:
    page = as_(ada)
    for clock, asks in ((None, False), ((600, 5), True)):
        open_at(against_engine(ada, clock), page)
        cell(page, "b2").click()
        expect_moves(page, 2)
        assert asks_when_left(page) is asks
