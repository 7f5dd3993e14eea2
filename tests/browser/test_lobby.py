"""Quick pairing and leaving the lobby, in browsers."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.browser.boards import cell, connected
from tests.browser.conftest import PATIENCE, As
from tests.site import Site


def test_two_who_press_the_same_button_play(as_: As, ada: User, grace: User) -> None:
    a, g = as_(ada), as_(grace)
    for page in (a, g):
        page.goto("/lobby/")
        page.get_by_role("button", name="1 min + 2 s, Classic 3×3").click()
        page.wait_for_url(re.compile(r"/games/\w{12}/"))
    assert a.url == g.url
    first = Game.objects.get().seats.get(name="X").user_id
    begins, waits, name = (a, g, "ada") if first == ada.pk else (g, a, "grace")
    expect(begins.locator("#headline")).to_have_text("Your move")
    expect(waits.locator("#headline")).to_have_text(f"{name} to move")
    assert a.errors == g.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_game_leaves_the_lobby_after_its_opener(
    transactional_db: Any, browser: Any, ada: User, grace: User
) -> None:
    from tests.site import session_of

    with Site(AWAY_GRACE="1") as site:
        pages = []
        for user in (ada, grace):
            context = browser.new_context(base_url=site.url)
            value = session_of(user)["Cookie"].partition("=")[2]
            context.add_cookies([{"name": "sessionid", "value": value, "url": site.url}])
            context.set_default_timeout(PATIENCE)
            pages.append(context.new_page())
        host, guest = pages
        host.goto("/lobby/")
        host.get_by_role("button", name="3 min + 2 s, Classic 3×3").click()
        host.wait_for_url(re.compile(r"/games/\w{12}/"))
        connected(host)
        guest.goto("/lobby/")
        expect(guest.locator("#open-games")).to_contain_text("3 min + 2 s")
        game = host.url
        host.goto("about:blank")
        expect(guest.locator("#open-games")).not_to_contain_text("ada")
        # The list hides an absent opener's game at once; it is closed a moment later.
        guest.goto(game)
        expect(guest.locator("h1")).to_have_text("Game cancelled")
        assert Game.objects.get().status == "aborted"
        for page in pages:
            page.context.close()


def test_the_lobby_fills_and_empties_by_itself(as_: As, ada: User, grace: User) -> None:
    waiting = as_(grace)
    waiting.goto("/lobby/")
    expect(waiting.locator("#open-games")).not_to_contain_text("ada")
    host = as_(ada)
    host.goto("/games/new/?opponent=lobby&seat=X")
    host.get_by_role("button", name="Anyone").click()
    expect(waiting.locator("#open-games")).to_contain_text("ada")
    waiting.locator("#open-games form button").first.click()
    expect(host.locator("#headline")).to_have_text("Your move")


def pairs_up(page: Any, clock: str = "3 min + 2 s, Classic 3×3") -> None:
    page.goto("/lobby/")
    page.get_by_role("button", name=clock).click()
    page.wait_for_url(re.compile(r"/games/\w{12}/"))
    connected(page)


@pytest.mark.long
def test_those_who_look_on_see_offers_come_and_go_and_boards_move(
    as_: As, ada: User, grace: User
) -> None:
    looks_on, a, g = as_(), as_(ada), as_(grace)
    looks_on.goto("/lobby/")
    offers, boards = looks_on.locator("#open-games"), looks_on.locator("#running-games")
    expect(boards).to_contain_text("No live games at the moment.")
    pairs_up(a)
    expect(offers).to_contain_text("ada")
    pairs_up(g)
    expect(offers).not_to_contain_text("ada")
    expect(boards.locator(".who-plays")).to_contain_text("ada")
    expect(boards.locator(".who-plays")).to_contain_text("grace")
    first = Game.objects.get().seats.get(name="X").user_id
    begins, follows = (a, g) if first == ada.pk else (g, a)
    cell(begins, "b2").click()
    expect(boards.locator(".mark-X[transform='translate(100 100)']")).to_have_count(1)
    cell(follows, "c1").click()
    expect(boards.locator(".mark-O[transform='translate(200 0)']")).to_have_count(1)
    for page, name in ((begins, "a1"), (follows, "a2"), (begins, "c3")):
        cell(page, name).click()
        for player in (begins, follows):
            expect(cell(player, name)).not_to_have_attribute("aria-label", re.compile("empty"))
    expect(boards.locator("p b")).to_have_text(f"{'ada' if begins is a else 'grace'} (X) wins")
    expect(boards).to_contain_text("No live games at the moment.")
    assert looks_on.errors == a.errors == g.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_an_offer_goes_soon_after_its_opener_and_comes_back_with_them(
    as_: As, ada: User, grace: User
) -> None:
    looks_on, host = as_(grace), as_(ada)
    looks_on.goto("/lobby/")
    pairs_up(host)
    game = host.url
    offers = looks_on.locator("#open-games")
    expect(offers).to_contain_text("ada")
    host.goto("about:blank")
    expect(offers).not_to_contain_text("ada")
    assert Game.objects.get().status == "open"
    host.goto(game)
    expect(offers).to_contain_text("ada")


@pytest.mark.long
def test_who_waits_for_long_is_offered_a_computer_instead(as_: As, ada: User) -> None:
    page = as_(ada)
    pairs_up(page)
    offer = page.locator(".nearest")
    for waited, shown in ((timedelta(minutes=-1), False), (timedelta(seconds=7), True)):
        Game.objects.update(created_at=timezone.now() - waited)
        page.reload()
        expect(offer).to_be_visible(visible=shown)
    expect(page.locator("#waiting")).to_be_visible()
    offer.get_by_role("button", name="Play Tally instead").click()
    expect(page.locator(".seats.foes")).to_contain_text("Tally")
    statuses = Game.objects.order_by("created_at").values_list("kind", "status")
    assert list(statuses) == [("lobby", "aborted"), ("engine", "active")]
    assert page.errors == []  # type: ignore[attr-defined]
