"""Who may store a page: nobody but the browser, if it was made for one person."""

from __future__ import annotations

from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client

from accounts.models import User

PAGES = (
    "/",
    "/lobby/",
    "/campaign/",
    "/analysis/",
    "/learn/",
    "/leaderboards/",
    "/healthz",
    "/readyz",
)


def directives(response: Any) -> set[str]:
    return {one.strip() for one in response.get("Cache-Control", "").split(",")}


@pytest.mark.parametrize("path", [*PAGES, "/accounts/settings/", "/@ada/", "/nowhere/"])
def test_every_page_of_somebody_logged_in_is_private(as_ada: Client, path: str) -> None:
    response = as_ada.get(path)
    assert "private" in directives(response)
    assert "public" not in directives(response)


def test_a_redirect_and_a_refusal_are_private_too(as_ada: Client) -> None:
    for path in ("/accounts/login/", "/lobby", "/api/games/nothing/"):
        assert "private" in directives(as_ada.get(path)), path


def test_a_page_with_a_form_is_private_for_visitors_too(db: Any) -> None:
    assert "private" in directives(Client().get("/accounts/login/"))


def test_what_asks_nobody_s_session_is_left_as_it_is(db: Any) -> None:
    response = Client().get("/analysis/X...O...._X/export.svg")
    assert (response.status_code, directives(response)) == (200, {""})


def test_what_says_it_is_public_stays_public(as_ada: Client) -> None:
    response = as_ada.get("/analysis/XO......._X/preview-position.png")
    assert directives(response) >= {"public", "immutable"}
    assert "private" not in directives(response)


def test_never_cached_pages_keep_their_own_words(as_ada: Client) -> None:
    assert directives(as_ada.get("/accounts/settings/")) >= {"no-store", "private"}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/@ada/", False),
        ("/@ada/vs/grace/", False),
        ("/leaderboards/", False),
        ("/leaderboards/classic/", False),
        ("/puzzles/rush/", False),
        ("/", True),
        ("/learn/", True),
        ("/rules/classic/", True),
    ],
)
def test_search_engines_find_nobody_here(ada: User, grace: User, path: str, found: bool) -> None:
    response = Client().get(path)
    assert response.status_code == 200
    assert (response.get("X-Robots-Tag") != "noindex") is found


def test_search_engines_are_told_what_is_for_nobody(db: Any) -> None:
    response = Client().get("/robots.txt")
    assert response["Content-Type"].startswith("text/plain")
    asked = RobotFileParser()
    asked.parse(response.content.decode().splitlines())
    allowed = [
        path
        for path in ("/", "/@ada/", "/accounts/login/", "/admin/", "/api/games/")
        if asked.can_fetch("anything", path)
    ]
    assert allowed == ["/", "/@ada/"]
