"""What every page must hold to: axe finds nothing, 320 px suffice, nothing comes from elsewhere."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from accounts import guests
from accounts.models import User
from tests.browser.boards import connected
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults, axe_in_either_theme, too_wide
from tests.opening import open_game
from tests.pages import PAGES, address, furnish

PARTS = 4
"""Tests among which the pages are dealt out, so that all processes of a run have some."""


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_fits_asks_nobody_else_breaks_no_policy_and_axe_finds_nothing(
    as_: As, ada: User, grace: User, site: Any, part: int
) -> None:
    furnish(ada, grace)
    people = {"visitor": ada, "member": ada, "guest": guests.create()}
    pages = {who: as_(None if who == "visitor" else user) for who, user in people.items()}
    asked: list[str] = []
    for page in pages.values():
        page.on("request", lambda request: asked.append(request.url))
    found: dict[str, list[str]] = {}
    for path, who in PAGES[part::PARTS]:
        page = pages[who]
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(address(path, people[who], grace))
        if faults := [*too_wide(page), *axe_in_either_theme(page)]:
            found[f"{path} as a {who}"] = faults
    assert found == {}
    assert [url for url in asked if not url.startswith((site.url, "data:"))] == []
    assert [error for page in pages.values() for error in page.errors] == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_axe_finds_nothing_on_a_refused_import(as_: As) -> None:
    page = as_()
    page.goto("/analysis/import/")
    page.get_by_label("Position or game").fill("nonsense")
    page.get_by_role("button", name="Analyse it").click()
    expect(page.get_by_text("'nonsense' is no position")).to_be_visible()
    assert axe_faults(page, ALL) == []


def test_cells_are_big_enough_for_fingers(as_: As, ada: User, grace: User) -> None:
    page = as_(ada, viewport={"width": 320, "height": 640})
    page.goto(address("GAME", ada, grace))
    boxes = [cell.bounding_box() for cell in page.locator("[role=gridcell]").all()]
    assert len(boxes) == 9
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    page.goto(address("SMALL BOARDS", ada, grace))
    boxes = [cell.bounding_box() for cell in page.locator("[role=gridcell]").all()]
    assert len(boxes) == 81
    assert all(box and box["width"] >= 32 and box["height"] >= 32 for box in boxes)


def test_the_board_stays_where_it_is_while_one_plays(as_: As, ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="minimax")
    page = as_(ada)
    page.goto(f"/games/{match.id}/")
    before = page.locator("[role=grid]").bounding_box()
    for value in (0, 8):
        page.locator(f'[role=gridcell][value="{value}"]').click()
        expect(page.locator("[role=gridcell] > svg.mark")).to_have_count(4 if value else 2)
        assert page.locator("[role=grid]").bounding_box() == before


def test_the_game_page_with_all_it_loads_stays_under_90_kb(as_: As, ada: User, grace: User) -> None:
    page = as_(ada)
    loaded = responses_to(page)
    page.goto(address("THREE", ada, grace))
    connected(page)
    sizes = weighed(loaded)
    assert any("/js/" in url for url in sizes)
    assert sum(sizes.values()) < 90_000, sizes


def responses_to(page: Page) -> list[Response]:
    """All that come from now on: this list grows."""
    loaded: list[Response] = []
    page.on("response", lambda one: loaded.append(one))
    return loaded


def weighed(loaded: list[Response]) -> dict[str, int]:
    """The compressed size of each file that a page has loaded."""
    return {one.url: len(gzip.compress(one.body())) for one in loaded if one.status == 200}


@pytest.mark.long
def test_a_page_is_printed_in_ink_whatever_the_theme(as_: As) -> None:
    page = as_(color_scheme="dark")
    page.goto("/rules/classic/")
    ink = "getComputedStyle(document.querySelector('h1')).color"
    assert page.evaluate(ink) == "rgb(238, 240, 230)"
    page.emulate_media(media="print")
    assert page.evaluate(ink) == "rgb(29, 35, 48)"
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_role("link", name="Oxo, home")).to_be_visible()


@pytest.mark.long
def test_reduced_motion_stops_the_drawing(as_: As, ada: User, grace: User) -> None:
    page = as_(ada)
    page.goto(address("FINISHED", ada, grace))
    assert running_animations(page) == 0


def running_animations(page: Page) -> int:
    return page.evaluate(
        "document.getAnimations().filter(one => one.playState === 'running').length"
    )
