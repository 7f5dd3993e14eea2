"""From an invitation to a game: the opener shares it, a stranger opens it and plays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.boards import cell
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults
from tests.browser.test_new_game import SIZES, below_the_fold

SHARING = "navigator.share = async (what) => { window.shared = what; };"


@pytest.mark.long
def test_a_stranger_opens_a_link_and_plays(as_: As, ada: User) -> None:
    host, guest = as_(ada, viewport=SIZES[1]), as_(viewport=SIZES[1])
    host.goto("/")
    host.get_by_role("button", name="Get a link").click()
    guest.goto(host.locator("#invite").input_value())
    expect(guest.locator("#headline")).to_have_text("ada invites you")
    expect(guest.get_by_text("Classic 3×3, no clock. You play O.")).to_be_visible()
    assert below_the_fold(guest, "#board-form, #controls button") == []
    play = guest.get_by_role("button", name="Play as O")
    assert play.inner_text().strip().startswith("Play")
    assert axe_faults(guest, ALL) == []
    play.click()
    expect(host.locator("#headline")).to_have_text("Your move")
    cell(host, "b2").click()
    expect(guest.locator("#headline")).to_have_text("Your move")
    assert User.objects.exclude(pk=ada.pk).get().is_guest


def test_the_opener_shares_by_the_device_or_shows_a_code(as_: As, ada: User) -> None:
    page = as_(ada, color_scheme="dark")
    page.add_init_script(SHARING)
    page.goto("/games/new/")
    page.get_by_role("button", name="A friend").click()
    page.get_by_role("button", name="Share").click()
    shared = page.wait_for_function("() => window.shared").json_value()
    assert shared["url"] == page.locator("#invite").input_value()
    assert shared["text"] == "Classic 3×3 on Oxo: play me."
    page.get_by_text("Show a QR code").click()
    expect(page.get_by_role("img", name=re.compile("A QR code of http"))).to_be_visible()
    assert axe_faults(page, ALL) == []


@pytest.mark.parametrize("height", [640, 740])
def test_on_a_phone_the_button_that_shares_is_in_sight(as_: As, ada: User, height: int) -> None:
    page = as_(ada, viewport={"width": 360, "height": height})
    page.goto("/games/new/")
    page.get_by_role("button", name="A friend").click()
    expect(page.locator("#invite")).to_be_visible()
    assert below_the_fold(page, ".invite .copy-row .btn") == []


@pytest.mark.long
def test_without_a_way_to_share_there_is_no_button_for_it(as_: As, ada: User) -> None:
    page = as_(ada)
    page.add_init_script("delete Navigator.prototype.share;")
    page.goto("/games/new/")
    page.get_by_role("button", name="A friend").click()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
