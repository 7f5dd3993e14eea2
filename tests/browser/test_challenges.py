"""A challenge reaches somebody wherever they are, and the answer comes back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.boards import against, cell, connected, expect_moves
from tests.browser.conftest import As
from tests.browser.test_signals import expect_quiet, expect_signal, look_at, look_away


def hears(page: Page, path: str) -> None:
    """Open a page and wait until it is told of challenges."""
    page.goto(path)
    expect(page.locator("#calls")).to_have_attribute("data-connected", "1")


def send(page: Page, name: str, clock: str = "No clock") -> None:
    page.goto(f"/@{name}/")
    page.get_by_role("link", name="Challenge", exact=True).click()
    page.get_by_text(clock, exact=True).click()
    page.get_by_text("X, first", exact=True).click()
    page.get_by_role("button", name="Send the challenge").click()
    expect(page.locator("#challenge-lists")).to_contain_text(f"You have challenged {name}.")


@pytest.mark.long
def test_a_challenge_is_heard_of_accepted_and_played(as_: As, ada: User, grace: User) -> None:
    a, g = as_(ada), as_(grace)
    hears(g, "/rules/")
    look_away(g)
    send(a, "grace", "3 min + 2 s")
    expect_signal(g, "ada challenges you", "challenge")
    expect(g.locator("#calls")).to_contain_text("Classic 3×3, 3 min + 2 s, you play O.")
    expect(g.locator("[aria-live]").last).to_contain_text("ada challenges you.")
    look_at(g)
    expect_quiet(g)
    look_away(a)
    g.get_by_role("button", name="Accept").click()
    g.wait_for_url("**/games/*/")
    expect_signal(a, "grace accepts", "begun")
    a.get_by_role("link", name="Go to the game").click()
    connected(a)
    cell(a, "b2").click()
    expect_moves(g, 1)
    for page in (a, g):
        assert page.errors == []  # type: ignore[attr-defined]


def test_declining_leaves_one_at_one_s_game(
    as_: As, ada: User, grace: User, stranger: User
) -> None:
    match = against(grace, stranger)
    a, g = as_(ada), as_(grace)
    hears(g, f"/games/{match.id}/")
    send(a, "grace")
    g.get_by_role("button", name="Decline").click()
    expect(g.locator("#calls")).to_be_hidden()
    expect(g).to_have_url(re.compile(f"/games/{match.id}/"))
    expect(a.locator("#challenge-lists")).to_contain_text("grace has declined your challenge.")


@pytest.mark.long
def test_a_withdrawn_challenge_goes_from_the_other_page(as_: As, ada: User, grace: User) -> None:
    a, g = as_(ada), as_(grace)
    send(a, "grace", "1 min + 2 s")
    hears(g, "/rules/")
    a.get_by_role("button", name="Withdraw").click()
    expect(g.locator("#calls")).to_be_hidden()


@pytest.mark.long
def test_all_pages_of_a_browser_hear_over_one_socket(as_: As, ada: User, grace: User) -> None:
    a, g = as_(ada), as_(grace)
    hears(g, "/rules/")
    second = g.context.new_page()
    sockets: list[str] = []
    second.on("websocket", lambda socket: sockets.append(socket.url))
    second.goto("/learn/")
    send(a, "grace")
    for page in (g, second):
        expect(page.locator("#calls")).to_contain_text("ada challenges you.")
    assert sockets == []
    g.close()
    expect(second.locator("#calls")).to_have_attribute("data-connected", "1")


@pytest.mark.long
def test_it_works_without_scripts(as_: As, ada: User, grace: User) -> None:
    a, g = (as_(user, java_script_enabled=False) for user in (ada, grace))
    send(a, "grace")
    g.goto("/rules/")
    g.get_by_role("button", name="Accept").click()
    expect(g).to_have_url(re.compile("/games/"))
    a.goto("/rules/")
    a.get_by_role("link", name="Go to the game").click()
    expect(a).to_have_url(re.compile("/games/"))


@pytest.mark.long
def test_players_speak_in_set_phrases(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    x, o, watcher = as_(ada), as_(grace), as_()
    for page in (x, o, watcher):
        page.goto(f"/games/{match.id}/")
        connected(page)
    x.get_by_role("button", name="Say something").click()
    x.get_by_role("button", name="Well played", exact=True).click()
    for page in (x, o, watcher):
        expect(page.locator('[data-seat="X"] [data-remark]')).to_have_text("“Well played”")
        expect(page.locator("#said")).to_contain_text("ada “Well played”")
        expect(page.locator("#polite")).to_contain_text("ada: “Well played”.")
    o.get_by_role("button", name="Say something").click()
    o.get_by_role("button", name="smiles", exact=True).click()
    expect(x.locator('[data-seat="O"] [data-remark] .icon-face-smiles')).to_be_visible()
    expect(watcher.locator("#say-menu")).to_have_count(0)
    x.goto(f"/@{grace.name}/")
    x.get_by_role("button", name="Follow", exact=True).click()
    expect(x.get_by_role("button", name="Unfollow")).to_be_visible()
    x.goto("/friends/")
    expect(x.locator(".people")).to_contain_text("grace here now")
    for page in (x, o, watcher):
        assert page.errors == []  # type: ignore[attr-defined]
