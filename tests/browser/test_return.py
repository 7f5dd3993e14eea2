"""Coming back: after a restart of the server, after sleep, after a new password elsewhere."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from playwright.sync_api import expect

from accounts.models import User
from games.queries import selectors
from tests import logs
from tests.browser.boards import against, cell, connected, expect_marks, expect_moves
from tests.browser.conftest import As
from tests.conftest import PASSWORD
from tests.site import Site


@pytest.mark.long
def test_a_restarted_server_is_played_on_without_a_lost_move(
    as_: As, site: Site, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    for page in (x, o):
        page.goto(f"/games/{match.id}/")
        connected(page)
    cell(x, "b2").click()
    for page in (x, o):
        expect_moves(page, 1)
    assert site.terminate() == 0
    cell(o, "a1").click()  # while there is no server at all
    expect(cell(o, "a1")).to_have_attribute("aria-label", re.compile("sending"))
    site.start()
    for page in (x, o):
        expect_moves(page, 2)
        connected(page)
    cell(x, "c3").click()
    for page in (x, o):
        expect_marks(page, "O...X...X")
    assert selectors.match(match.id).moves == (4, 0, 8)
    assert len(logs.moves(match.id)) == 3


def test_a_page_that_slept_through_moves_catches_up_when_it_wakes(
    as_: As, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    o.clock.install()
    for page in (x, o):
        page.goto(f"/games/{match.id}/")
        connected(page)
    o.context.set_offline(True)
    o.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    cell(x, "b2").click()
    expect_moves(x, 1)
    o.context.set_offline(False)  # the network is back: the page looks at once, no timer runs here
    expect_moves(o, 1)
    expect(o.locator("#headline")).to_have_text("Your move")


@pytest.mark.long
def test_a_new_password_ends_other_browsers_and_not_the_own(
    as_: As, ada: User, grace: User
) -> None:
    ada.password = Argon2PasswordHasher().encode(PASSWORD, "salt-of-this-test")  # as the site does
    ada.save()
    match = against(ada, grace)
    own, elsewhere = as_(ada), as_(ada)
    for page in (own, elsewhere):
        page.goto(f"/games/{match.id}/")
        connected(page)
    tab = own.context.new_page()
    tab.goto("/accounts/password-change/")
    tab.get_by_label("Current password").fill(PASSWORD)
    for field in tab.locator("input[name^=new_password]").all():
        field.fill("a-new-pass-phrase-52")
    tab.locator("main button").first.click()
    tab.wait_for_url("**/password-change/done/")
    expect(elsewhere.get_by_role("alert")).to_contain_text("logged out")
    log_in = elsewhere.get_by_role("link", name="Log in again")
    expect(log_in).to_have_attribute("href", f"/accounts/login/?next=/games/{match.id}/")
    expect(elsewhere.locator("#link-status")).to_have_text("Not connected")
    connected(own)
    cell(own, "b2").click()
    expect(own.locator("#headline")).to_have_text("grace to move")
    assert selectors.match(match.id).moves == (4,)
