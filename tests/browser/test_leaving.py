"""When a player leaves: what the other one sees, and may do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games import selectors, services
from games.match import Action, Match
from tests.browser.conftest import As
from tests.browser.test_play import against
from tests.site import Site


@pytest.fixture
def site(transactional_db: Any) -> Iterator[Site]:
    with Site(AWAY_GRACE="3") as running:
        yield running


@pytest.fixture
def begun(transactional_db: Any, ada: User, grace: User) -> Match:
    """Two moves were made: from here on a game can be claimed."""
    match = against(ada, grace)
    for user, cell in ((ada, 4), (grace, 0)):
        action = Action("place", match.version, cell=cell, user=user.pk)
        match = services.act(game_id=match.id, action=action).match
    return match


@pytest.mark.parametrize(
    ("button", "winner", "headline"),
    [("Claim the win", "X", "You win"), ("Call it a draw", None, "A draw")],
)
def test_the_grace_counts_down_and_then_the_game_can_be_ended(
    as_: As, begun: Match, ada: User, grace: User, button: str, winner: str | None, headline: str
) -> None:
    stays, leaves = as_(ada), as_(grace)
    stays.goto(f"/games/{begun.id}/")
    leaves.goto(f"/games/{begun.id}/")
    presence = stays.locator('[data-seat="O"] .presence')
    expect(presence).to_have_attribute("data-state", "online")
    leaves.close()
    expect(stays.locator('[data-seat="O"] .away')).to_have_text(re.compile(r"^away, [123] s$"))
    expect(stays.get_by_role("button", name=button)).to_have_count(0)
    expect(stays.locator("#absent")).to_contain_text("grace left")
    expect(presence).to_have_attribute("data-state", "gone")
    expect(stays.locator("#polite")).to_contain_text("grace has left the game.")
    stays.get_by_role("button", name=button).click()
    stays.get_by_role("button", name="Yes").click()
    expect(stays.locator("#headline")).to_have_text(headline)
    outcome = selectors.match(begun.id).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, "abandoned")
    assert stays.errors == []  # type: ignore[attr-defined]


def test_whoever_comes_back_in_time_plays_on_and_nothing_is_claimed(
    as_: As, begun: Match, ada: User, grace: User
) -> None:
    stays, leaves = as_(ada), as_(grace)
    stays.goto(f"/games/{begun.id}/")
    leaves.goto(f"/games/{begun.id}/")
    leaves.goto("about:blank")
    expect(stays.locator("#absent")).to_be_visible()
    leaves.goto(f"/games/{begun.id}/")
    expect(stays.locator("#absent")).to_have_count(0)
    expect(stays.locator('[data-seat="O"] .away')).to_have_text("")
    expect(stays.locator("#polite")).to_contain_text("grace is back.")
    assert selectors.match(begun.id).status == "active"


def test_the_page_says_how_many_watch(as_: As, begun: Match, ada: User, stranger: User) -> None:
    player, watcher, visitor = as_(ada), as_(stranger), as_()
    player.goto(f"/games/{begun.id}/")
    expect(player.locator("#watchers")).to_be_hidden()
    watcher.goto(f"/games/{begun.id}/")
    expect(player.locator("#watchers")).to_have_text("1 person watches")
    visitor.goto(f"/games/{begun.id}/")
    expect(player.locator("#watchers")).to_have_text("2 people watch")
