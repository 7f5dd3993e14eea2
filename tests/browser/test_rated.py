"""A rated pair from the form to the ratings, in two browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Rating
from tests.browser.boards import cell, expect_moves
from tests.browser.conftest import As


@pytest.mark.long
def test_a_rated_pair_from_the_form_to_the_ratings(as_: As, ada: User, grace: User) -> None:
    a, g = as_(ada), as_(grace)
    a.goto("/games/new/?opponent=friend&seat=X&clock=180%2B2&rated=on")
    expect(a.get_by_text("3 min + 2 s · rated")).to_be_visible()
    a.get_by_role("button", name="A friend").click()
    a.wait_for_url(re.compile(r"/games/\w{12}/"))
    first = a.url
    g.goto(a.locator("#invite").input_value())
    g.get_by_role("button", name="Play as O").click()
    expect(g.locator(".eyebrow")).to_contain_text("rated, game 1 of 2")
    expect(g.locator('[data-seat="X"] .rating')).to_have_text("1,500")
    expect(a.locator("#headline")).to_have_text("Your move")
    for number, name in enumerate(["a1", "a2", "b1", "b2", "c1"]):
        mover = (a, g)[number % 2]
        expect_moves(mover, number)
        expect(mover.locator("#headline")).to_have_text("Your move")
        cell(mover, name).click()
    expect(g.locator("#headline")).to_have_text("You lose")
    expect(g.locator("#second")).to_contain_text("you have changed seats")
    for page in (a, g):
        page.wait_for_url(lambda url: url != first)
        expect(page.locator(".eyebrow")).to_contain_text("rated, game 2 of 2")
    expect(g.locator("#headline")).to_have_text("Your move")
    expect(g.get_by_role("button", name="Cancel the game")).to_have_count(0)
    g.locator(".confirm summary").click()
    g.get_by_role("button", name="Yes").click()
    for page, name in ((a, "You"), (g, "ada")):
        expect(page.locator(".rated")).to_contain_text(name)
    known = round(Rating.objects.get(user=ada).rating)
    expect(a.locator(".rated tr", has_text="You")).to_contain_text(f"{known:,}")
    a.goto("/@ada/")
    expect(a.get_by_text(f"{known:,} ±")).to_be_visible()
    a.goto("/leaderboards/classic/")
    expect(a.locator(".ladder tr.you")).to_contain_text(f"{known:,}")
    assert a.errors == g.errors == []  # type: ignore[attr-defined]
