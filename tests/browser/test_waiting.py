"""Who waits for an opponent sees what happens, and can play on until somebody comes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import services
from games.match import Match
from tests.browser.boards import connected
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults
from tests.browser.test_invitation import SHARING
from tests.browser.test_signals import expect_signal, look_away


def opened(user: User, opponent: str) -> Match:
    wanted = services.Request("classic", opponent, "X")
    return services.new_game(user_id=user.pk, name=user.name, request=wanted)


def at(page: Page, match: Match) -> Page:
    page.goto(f"/games/{match.id}/")
    connected(page)
    return page


def test_the_opener_sees_the_link_go_out_and_somebody_look(as_: As, ada: User) -> None:
    match = opened(ada, "friend")
    host, guest = as_(ada), as_()
    host.add_init_script(SHARING)
    at(host, match)
    shared, lookers = (host.locator(f'[data-wait="{name}"]') for name in ("shared", "onlookers"))
    expect(shared).to_have_text("You have not shared the link yet.")
    expect(lookers).to_have_text("Nobody is looking at it now.")
    expect(host.locator('[data-wait="elapsed"]')).to_have_text(re.compile(r"^\d+:\d\d$"))
    assert axe_faults(host, ALL) == []
    host.get_by_role("button", name="Share").click()
    expect(shared).to_have_text("You have shared the link.")
    at(guest, match)
    expect(lookers).to_have_text("Somebody is looking at it now.")
    expect(host.locator("#polite")).to_contain_text("Somebody is looking at it now.")
    expect(host.locator("#watchers")).to_be_hidden()
    guest.close()
    expect(lookers).to_have_text("Nobody is looking at it now.")
    host.reload()
    expect(shared).to_have_text("You have shared the link.")
    assert host.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_code_that_is_shown_counts_as_shared(as_: As, ada: User) -> None:
    page = at(as_(ada), opened(ada, "friend"))
    page.get_by_text("Show a QR code").click()
    expect(page.locator('[data-wait="shared"]')).to_have_text("You have shared the link.")


@pytest.mark.long
def test_who_waits_plays_a_character_until_somebody_joins(as_: As, ada: User, grace: User) -> None:
    match = opened(ada, "lobby")
    host, rival = as_(ada), as_(grace)
    at(host, match).get_by_role("button", name="Pip").click()
    expect(host.locator("#meanwhile")).to_contain_text("Your game waits for an opponent")
    place = host.locator("[role=grid]").bounding_box()
    assert axe_faults(host, ALL) == []
    rival.goto("/lobby/")
    expect(rival.locator("#open-games")).to_contain_text("ada")
    look_away(host)
    rival.get_by_role("button", name="Take the seat").click()
    expect(rival).to_have_url(re.compile(match.id))
    expect(host.locator("#meanwhile")).to_contain_text("grace joined your game: Classic 3×3")
    expect(host.locator("#assertive")).to_contain_text("grace joined your game")
    expect_signal(host, "Your game with grace begins: your move", "begun")
    assert host.locator("[role=grid]").bounding_box() == place
    expect(host.get_by_role("link", name="Go to the game")).to_be_in_viewport(ratio=1)
    host.get_by_role("link", name="Go to the game").click()
    expect(host).to_have_url(re.compile(match.id))
    expect(host.locator("#headline")).to_have_text("Your move")
    assert host.errors == rival.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_game_waits_on_while_its_opener_looks_at_the_lobby(
    as_: As, ada: User, grace: User
) -> None:
    match = opened(ada, "lobby")
    host, rival = as_(ada), as_(grace)
    host.goto("/lobby/")
    expect(host.locator("#open-games")).to_contain_text("Your game")
    at(rival, match)
    presence = rival.locator('[data-seat="X"] .presence')
    expect(presence).to_have_attribute("data-state", "online")
    rival.get_by_role("button", name="Play as O").click()
    expect(host.locator("#meanwhile")).to_contain_text("grace joined your game")
    expect(presence).to_have_attribute("data-state", "unstable")  # not at this board any more
