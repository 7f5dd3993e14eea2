"""Quick pairing and leaving the lobby, in browsers."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.browser.boards import connected
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
