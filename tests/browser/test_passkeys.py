"""Passkeys in Chromium, with an authenticator that DevTools plays."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.hashers import Argon2
from accounts.models import Factor, User
from tests.browser.conftest import As
from tests.conftest import PASSWORD
from tests.site import Site

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_authenticator(page: Page) -> tuple[Any, str]:
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return devtools, made["authenticatorId"]


def log_in(page: Page, address: str) -> None:
    page.goto(f"{address}/accounts/login/")
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


@pytest.mark.long
def test_a_passkey_is_made_asked_for_and_forged_in_vain(site: Site, as_: As, ada: User) -> None:
    ada.password = Argon2().encode(PASSWORD, "a-salt-of-the-tests")  # as the site reads it
    ada.save()
    home = site.url.replace("127.0.0.1", "localhost")  # a passkey is for a name
    page = as_()
    devtools, number = with_authenticator(page)
    log_in(page, home)
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/accounts/second-factor/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_label("Name").fill("this laptop")
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    page.get_by_role("link", name="I have them").click()
    expect(page.get_by_text("this laptop", exact=True)).to_be_visible()
    factor = Factor.objects.get(user=ada)
    assert factor.used_at is None

    page.context.clear_cookies()
    log_in(page, home)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/accounts/settings/")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    factor.refresh_from_db()
    assert factor.used_at is not None

    # A key of the same number with another secret signs, and is refused.
    (known,) = devtools.send("WebAuthn.getCredentials", {"authenticatorId": number})["credentials"]
    page.context.clear_cookies()
    right = factor.key
    Factor.objects.update(key=factor.key[:40] + "AAAA" + factor.key[44:])
    log_in(page, home)
    with page.expect_navigation():
        page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("not one of yours")
    Factor.objects.update(key=right, counter=known["signCount"] + 100)  # as of a copied key
    with page.expect_navigation():
        page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("not one of yours")
    Factor.objects.update(counter=0)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{home}/")
    assert page.errors == []  # type: ignore[attr-defined]
