"""When a player leaves: what the other one sees, and may do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games import services
from games.match import Action, Match
from games.models import Game
from games.queries import selectors
from games.services.verify import verify
from tests.browser.boards import against, cell_at, connected
from tests.browser.conftest import As
from tests.opening import open_game
from tests.site import Site


@pytest.fixture
def site(transactional_db: Any) -> Iterator[Site]:
    with Site(AWAY_GRACE="3") as running:
        yield running


NOTE_WHAT_IS_SHOWN = """button => {
  window.noted = [];
  const note = document.querySelector('[data-seat="O"] .away');
  const offered = () => document.getElementById("game").textContent.includes(button);
  new MutationObserver(() => noted.push([note.textContent, offered()])).observe(note, {
    childList: true,
  });
}"""
"""Keeps what is said of an absence that is soon over, and whether the button is there yet."""


@pytest.fixture
def begun(transactional_db: Any, ada: User, grace: User) -> Match:
    """Two moves were made: from here on a game can be claimed."""
    match = against(ada, grace)
    for user, cell in ((ada, 4), (grace, 0)):
        action = Action("place", match.version, cell=cell, user=user.pk)
        match = services.act(game_id=match.id, action=action).match
    return match


@pytest.mark.long
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
    stays.evaluate(NOTE_WHAT_IS_SHOWN, button)
    leaves.close()
    expect(stays.locator("#absent")).to_contain_text("grace left")
    expect(presence).to_have_attribute("data-state", "gone")
    expect(stays.locator("#polite")).to_contain_text("grace has left the game.")
    *counted, last = stays.evaluate("window.noted")
    assert counted
    assert all(re.fullmatch("away, [0-3] s", note) and not offered for note, offered in counted)
    assert last[0] == "left"
    stays.get_by_role("button", name=button).click()
    stays.get_by_role("button", name="Yes").click()
    expect(stays.locator("#headline")).to_have_text(headline)
    outcome = selectors.match(begun.id).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, "abandoned")
    assert stays.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
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


@pytest.mark.long
def test_two_agree_that_chance_plays_on_for_the_third(
    as_: As, ada: User, grace: User, stranger: User
) -> None:
    match = open_game(ada, variant="dstru", Tres=ada, Uno=grace, Dos=stranger)
    for user, cell in ((ada, 4), (grace, 0)):
        action = Action("place", match.version, cell=cell, user=user.pk)
        match = services.act(game_id=match.id, action=action).match
    tres, uno, dos = as_(ada), as_(grace), as_(stranger)
    for page in (tres, uno, dos):
        page.goto(f"/games/{match.id}/")
    expect(tres.locator('[data-seat="Dos"] .presence')).to_have_attribute("data-state", "online")
    dos.close()
    tres.get_by_role("button", name="Let chance play", exact=True).click()
    tres.get_by_role("button", name="Yes").click()
    expect(tres.locator("#controls")).to_contain_text("You have asked for chance to play")
    expect(uno.locator("#absent")).to_contain_text("ada wants chance to play for them.")
    uno.get_by_role("button", name="Agree to let chance play").click()
    uno.get_by_role("button", name="Yes").click()
    for page in (tres, uno):
        expect(page.locator("#headline")).to_have_text(re.compile("^(Place a piece|ada to place)$"))
        expect(page.locator("#chance")).to_contain_text("Since move 3, chance does.")
        assert page.errors == []  # type: ignore[attr-defined]
    after = selectors.match(match.id)
    assert (after.seat("Dos").kind, len(after.moves)) == ("neutral", 3)
    assert verify(Game.objects.get(id=match.id)) == []


@pytest.mark.long
def test_the_page_says_how_many_watch(as_: As, begun: Match, ada: User, stranger: User) -> None:
    player, watcher, visitor = as_(ada), as_(stranger), as_()
    player.goto(f"/games/{begun.id}/")
    expect(player.locator("#watchers")).to_be_hidden()
    watcher.goto(f"/games/{begun.id}/")
    expect(player.locator("#watchers")).to_have_text("1 person watches")
    visitor.goto(f"/games/{begun.id}/")
    expect(player.locator("#watchers")).to_have_text("2 people watch")


@pytest.mark.long
def test_a_cut_network_is_told_to_both_sides_and_so_is_its_return(
    as_: As, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    stays, cut = as_(ada), as_(grace)
    # A router that drops everything tells the browser nothing: the page has to find out itself.
    cut.add_init_script("addEventListener('offline', (event) => event.stopImmediatePropagation())")
    for page in (stays, cut):
        page.goto(f"/games/{match.id}/")
        connected(page)
    presence = stays.locator('[data-seat="O"] .presence')
    expect(presence).to_have_attribute("data-state", "online")
    cut.context.set_offline(True)
    expect(cut.locator("#notice")).to_contain_text("Connection lost. This page tries again")
    expect(cut.locator("#assertive")).to_contain_text("Connection lost")
    cell_at(cut, 4).click(force=True)
    expect(cut.locator(".touch-reason")).to_have_text("It is not your turn. Wait for ada.")
    expect(cut.locator("#notice")).to_contain_text("Connection lost")
    expect(stays.locator("#polite")).to_contain_text("grace is away")
    cut.context.set_offline(False)
    connected(cut)
    expect(presence).to_have_attribute("data-state", "online")
