"""/accounts/theme/: visitors, members, bad input, wrong method."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User

URL = "/accounts/theme/"
PAGE = "/accounts/login/"


def choose(client: Client, theme: str = "dark", **fields: str) -> Any:
    return client.post(URL, {"theme": theme, **fields})


@pytest.mark.parametrize("theme", ["light", "dark", "system"])
def test_a_visitor_s_choice_is_kept_in_a_cookie(visitor: Client, theme: str) -> None:
    response = choose(visitor, theme)
    cookie = response.cookies["theme"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == (theme, "Lax", True)
    assert cookie["max-age"] == 365 * 24 * 3600
    assert f'data-theme="{theme}"' in visitor.get(PAGE).content.decode()


def test_a_member_s_choice_is_kept_in_the_account(as_ada: Client, ada: User) -> None:
    response = choose(as_ada)
    assert "theme" not in response.cookies
    ada.refresh_from_db()
    assert ada.theme == "dark"
    assert 'data-theme="dark"' in as_ada.get("/accounts/settings/").content.decode()


def test_the_account_s_choice_wins_over_the_cookie(as_ada: Client) -> None:
    as_ada.cookies["theme"] = "light"
    choose(as_ada, "dark")
    assert 'data-theme="dark"' in as_ada.get("/accounts/settings/").content.decode()


def test_others_keep_theirs(as_ada: Client, grace: User) -> None:
    choose(as_ada)
    grace.refresh_from_db()
    assert grace.theme == "system"


@pytest.mark.parametrize("page", ["/lobby/?a=1", "/accounts/login/?next=/lobby/"])
def test_one_stays_on_the_page(visitor: Client, page: str) -> None:
    assert choose(visitor, next=page)["Location"] == page


@pytest.mark.parametrize("elsewhere", ["", "https://evil.example/", "//evil.example", "\x00"])
def test_one_is_never_sent_off_the_site(visitor: Client, elsewhere: str) -> None:
    assert choose(visitor, next=elsewhere)["Location"] == "/"


@pytest.mark.parametrize("theme", ["", "pink", "<script>", "dark\x00", "\u202e", "d" * 9999])
def test_an_unknown_theme_is_refused_and_quoted(visitor: Client, theme: str) -> None:
    response = choose(visitor, theme)
    assert response.status_code == 400
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().startswith("theme=“")
    assert "theme" not in response.cookies


def test_a_forged_cookie_means_as_the_device_says(visitor: Client) -> None:
    visitor.cookies["theme"] = '"><script>'
    assert 'data-theme="system"' in visitor.get(PAGE).content.decode()


def test_the_cookie_is_secure_where_the_site_is(visitor: Client, settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = True
    assert choose(visitor).cookies["theme"]["secure"]


def test_a_link_does_not_change_the_theme(visitor: Client) -> None:
    assert visitor.get(URL, {"theme": "dark"}).status_code == 405


@pytest.mark.parametrize("there", ["nonsense", "-1", "https://evil.example/"])
def test_a_place_that_is_none_leads_home(as_ada: Client, there: str) -> None:
    response = as_ada.post("/accounts/theme/", {"theme": "dark", "next": there})
    assert (response.status_code, response["Location"]) == (302, "/")
