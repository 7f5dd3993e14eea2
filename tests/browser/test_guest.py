"""A visitor becomes a guest and then a member, while a game is running."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.hashers import Argon2PasswordHasher
from playwright.sync_api import Page, expect

from accounts.models import User
from games import services
from games.match import Match
from games.queries import selectors
from tests.browser.boards import cell, connected, expect_moves
from tests.browser.conftest import As
from tests.conftest import PASSWORD


def invited_by(user: User) -> Match:
    wanted = services.Request("classic", "friend", "X")
    return services.new_game(user_id=user.pk, name=user.name, request=wanted)


def sit_down(visitor: Page, match: Match) -> User:
    """Open the invitation and take the seat; the guest it made."""
    visitor.goto(f"/games/{match.id}/")
    visitor.get_by_role("button", name="Play as O").click()
    connected(visitor)
    return User.objects.get(is_guest=True)


def names_at(page: Page) -> Any:
    return page.locator(".seat .name")


@pytest.mark.long
def test_a_visitor_plays_signs_up_in_another_tab_and_plays_on(as_: As, ada: User) -> None:
    match = invited_by(ada)
    x, o = as_(ada), as_()
    x.goto(f"/games/{match.id}/")
    guest = sit_down(o, match)
    expect(o.locator(".who-name")).to_have_text(guest.name)
    cell(x, "b2").click()
    expect_moves(o, 1)
    cell(o, "a1").click()
    expect_moves(x, 2)

    form = o.context.new_page()
    form.goto(f"/games/{match.id}/")
    form.get_by_role("link", name="Sign up and keep your stars").click()
    form.get_by_label("Name").fill("newcomer")
    form.locator("input[type=password]").nth(0).fill("a-long-pass-phrase")
    form.locator("input[type=password]").nth(1).fill("a-long-pass-phrase")
    form.get_by_role("button", name="Sign up", exact=True).click()
    with o.expect_event("websocket"):  # the one it had was opened with the key of before
        form.wait_for_url(f"**/games/{match.id}/")
    expect(form.locator(".who-name")).to_have_text("newcomer")
    form.close()

    cell(x, "c3").click()
    expect_moves(o, 3)
    cell(o, "a3").click()
    expect_moves(x, 4)
    expect(names_at(x)).to_contain_text(["newcomer", "You"])
    member = User.objects.get(name="newcomer")
    after = selectors.match(match.id)
    assert (member.pk, after.seat_of(member.pk)) == (guest.pk, "O")
    assert after.moves == (4, 0, 8, 6)
    assert x.errors == o.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_guest_who_logs_in_brings_the_running_game_along(as_: As, ada: User, grace: User) -> None:
    # The site does not know the quick hashing of tests.
    proof = Argon2PasswordHasher().encode(PASSWORD, "salt-of-this-test")
    User.objects.filter(pk=grace.pk).update(password=proof)
    match = invited_by(ada)
    x, o = as_(ada), as_()
    x.goto(f"/games/{match.id}/")
    sit_down(o, match)
    cell(x, "b2").click()
    expect_moves(o, 1)

    form = o.context.new_page()
    form.goto("/accounts/login/")
    form.get_by_label("Name").fill("grace")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Log in").click()
    expect(form.locator("main")).to_contain_text("1 game, still going on")
    assert Axe().run(form).response["violations"] == []
    with o.expect_event("load"):  # the tab of the game comes back by itself
        form.get_by_role("button", name="Keep it").click()
    expect(form.locator(".who-name")).to_have_text("grace")
    form.close()

    expect(names_at(x)).to_contain_text(["grace", "You"])
    expect(names_at(o)).to_contain_text(["ada", "You"])
    connected(o)
    expect(o.locator("#headline")).to_have_text("Your move")
    cell(o, "a1").click()
    expect_moves(x, 2)
    assert selectors.match(match.id).seat_of(grace.pk) == "O"
    assert set(User.objects.all()) == {ada, grace}


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_logging_out_as_a_guest_asks_first(as_: As, db: None, scripts: bool) -> None:
    page = as_(java_script_enabled=scripts, viewport={"width": 320, "height": 640})
    page.goto("/campaign/1/1/")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/campaign/games/"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator(".who-name").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("h1")).to_have_text("Log out and lose what you did?")
    if scripts:  # axe is one
        assert Axe().run(page).response["violations"] == []
    page.get_by_role("link", name="Play on").click()
    expect(page.locator(".who-name")).to_have_text(re.compile(r"Guest \d+"))
    page.locator(".who-name").click()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("button", name="Log out and delete it").click()
    expect(page.locator(".who-name")).to_have_count(0)
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    assert not User.objects.exists()
