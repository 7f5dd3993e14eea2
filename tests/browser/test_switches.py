"""Choosing an engine's switches on the form of a new game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import services
from games.engines import engine
from games.match import Action
from tests.browser.conftest import As
from tests.opening import open_game


def test_the_switches_of_the_chosen_engine_can_be_set_and_name_it(as_: As, ada: User) -> None:
    page = as_(ada)
    page.goto("/games/new/?engines=all")
    switches = page.locator("details.switches")
    expect(switches.filter(visible=True)).to_have_count(0)
    page.locator('input[name=opponent][value="engine:alphabeta"]').check(force=True)
    expect(switches.filter(visible=True)).to_have_count(1)
    page.get_by_text("Settings of Alpha-beta").click()
    page.get_by_label("Plies looked ahead").select_option("2")
    page.get_by_label("Heuristic at the depth limit").select_option("off")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/games/\w{12}/"))
    name = page.locator('.seat[data-kind="engine"] .name')
    expect(name).to_have_text("Alpha-beta (depth 2, no heuristics)")


ALL = (
    "alphabeta:depth=1,pruning=off,heuristics=off,ordering=off,early=off,memo=on,find=value,"
    "ties=first"
)


@pytest.mark.long
def test_the_longest_name_fits_every_page(as_: As, ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O=ALL)
    label = engine("classic", ALL).label
    page = as_(ada)
    page.goto(f"/games/{match.id}/")
    expect(page.locator('.seat[data-kind="engine"] .name')).to_have_text(label)
    assert_fits(page, "/", label)
    resign = Action("resign", match.version, user=ada.pk)
    services.act_and_advance(game_id=match.id, action=resign)
    for path in (f"/games/{match.id}/", "/games/"):
        assert_fits(page, path, label)


def assert_fits(page: Page, path: str, label: str) -> None:
    page.goto(path)
    expect(page.get_by_text(label).first).to_be_visible()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
