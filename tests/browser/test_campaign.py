"""The campaign in a browser: a hint, a win, the next stage; and a map that opens at one's place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from progress.models import StageHints
from tests.browser.boards import cell, expect_moves
from tests.browser.conftest import As
from tests.progress.players import clear_level

PHONE = {"width": 360, "height": 740}


def test_hints_at_a_stage_come_without_loading_its_page(as_: As, ada: User) -> None:
    page = as_(ada)
    page.goto("/campaign/1/1/")
    page.evaluate("window.same = true")
    steps = page.locator("#hint .hint-steps li")
    for count, words in enumerate(("Hint", "Where?", "Which cell?"), 1):
        page.get_by_role("button", name=words).click()
        expect(steps).to_have_count(count)
        expect(page.locator("body > .vh[aria-live] p")).to_have_count(count)
    assert page.evaluate("window.same")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_hint_a_win_and_on_to_the_next_stage(as_: As, ada: User) -> None:
    clear_level(ada, 1)
    page = as_(ada)
    page.set_viewport_size(PHONE)
    page.goto("/campaign/2/1/")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-steps li")).to_have_text([re.compile("You can win at once")])
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/campaign/games/"))
    expect(page.locator("#hint .hint-steps li")).to_have_count(1)
    game = page.url
    expect(page.get_by_role("button", name="Where?")).to_be_in_viewport()
    for step, rings in ((2, 3), (3, 1)):
        page.locator("#hint button").click()
        expect(page.locator("#hint .hint-steps li")).to_have_count(step)
        expect(page.locator(".cell.hinted")).to_have_count(rings)
    assert page.url == game  # the page stays, and the board in sight
    expect(page.locator("#board-form")).to_be_in_viewport(ratio=1)
    cell(page, "a1").click()
    onward = page.get_by_role("button", name="Next stage: The gap")
    expect(onward).to_be_in_viewport()
    expect(page.locator("#hint .hint-steps")).to_have_count(0)
    expect(page.locator(".earned .stars")).to_be_in_viewport()
    first = page.url
    onward.click()
    page.wait_for_url(lambda url: "/campaign/games/" in url and url != first)
    expect(page.locator("#lesson")).to_have_text("The gap")
    assert StageHints.objects.get(user=ada).taken == 3
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_what_is_at_stake_follows_the_moves(as_: As, ada: User) -> None:
    """Bruno has one reply to each of these moves: he must block."""
    clear_level(ada, 1)
    clear_level(ada, 2, 3)
    page = as_(ada)
    page.goto("/campaign/2/4/")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/campaign/games/"))
    stakes, value = page.locator(".stakes"), page.locator("#numbers dd").first
    page.get_by_text("The position in numbers").click()
    expect(value).to_have_text("−10, X can force a win")
    for played, moves in (("b2", 4), ("c1", 6)):
        expect(stakes).to_contain_text("Win by your third move: three stars.")
        cell(page, played).click()
        expect_moves(page, moves)
    expect(value).to_have_text("0, nobody can force a win")
    cell(page, "b3").click()
    expect(stakes).to_contain_text("Win by your fourth move: two stars.")
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Yes, I am sure").click()
    expect(stakes).to_be_hidden()
    expect(page.get_by_text("The position in numbers")).to_be_hidden()
    assert page.errors == []  # type: ignore[attr-defined]


def test_the_map_opens_where_one_is(as_: As, ada: User) -> None:
    clear_level(ada, 1)
    clear_level(ada, 2, 4)
    page = as_(ada)
    page.set_viewport_size(PHONE)
    page.goto("/campaign/")
    stop = page.locator("[data-here]")
    expect(stop).to_be_in_viewport()
    expect(stop).to_have_attribute("href", "/campaign/2/5/")
    box = stop.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    expect(page.get_by_role("button", name="Play 5, Neighbours")).to_be_in_viewport()
    assert page.errors == []  # type: ignore[attr-defined]


FAR = """() => [...document.querySelectorAll(".path")].flatMap((path) => {
  const roads = [...path.querySelectorAll(".road")];
  const road = roads.find((one) => one.checkVisibility()).querySelector("path");
  const [screen, step] = [road.getScreenCTM(), road.getTotalLength() / 1999];
  const points = Array.from({ length: 2000 }, (_, at) => road.getPointAtLength(at * step));
  const way = points.map((point) => point.matrixTransform(screen));
  return [...path.querySelectorAll(".stop")].map((stop) => {
    const box = stop.querySelector("svg").getBoundingClientRect();
    const lifted = parseFloat(getComputedStyle(stop).marginTop) / 2; // stars stand below
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 - lifted];
    return Math.min(...way.map((point) => Math.hypot(point.x - x, point.y - y)));
  });
})"""
"""How far each stop of the map is from the middle of the road, in pixels."""


@pytest.mark.long
@pytest.mark.parametrize("width", [PHONE["width"], 1280])
def test_every_stop_stands_on_the_road(as_: As, ada: User, width: int) -> None:
    page = as_(ada, viewport={"width": width, "height": 800})
    page.goto("/campaign/")
    far = page.evaluate(FAR)
    assert len(far) == 45
    assert max(far) < 3


@pytest.mark.long
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_level_cleared_is_a_moment_of_its_own(as_: As, ada: User, motion: str) -> None:
    clear_level(ada, 1)
    clear_level(ada, 2, 14)
    page = as_(ada, viewport=PHONE, reduced_motion=motion)
    page.goto("/campaign/2/15/")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/campaign/games/"))
    cell(page, "a1").click()
    expect(page.locator(".cell > .mark")).to_have_count(6)
    page.locator("[role=gridcell][data-legal]").and_(
        page.locator("[value='1'], [value='3']")
    ).first.click()
    moment = page.get_by_role("dialog", name="Blackboard cleared")
    expect(moment).to_be_visible()
    expect(moment.locator(".scene")).to_be_in_viewport(ratio=1)
    expect(moment.get_by_text("of 45 stars")).to_be_in_viewport()
    expect(moment.get_by_role("button", name="On to the")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(moment).to_be_hidden()
    expect(page.get_by_role("button", name="Next stage: Weak answer")).to_be_focused()
    assert page.errors == []  # type: ignore[attr-defined]
