"""Refused forms and addresses: the page says what happened and leads back to where one was."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from tests.conftest import PASSWORD
from tests.opening import open_game

HOME = 'href="/">Go to the home page'

NO_REDIS = {
    "default": {
        "BACKEND": "config.database.cache.SharedCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
}
"""A cache at an address where nothing listens."""


def test_a_form_without_its_token_leads_back_to_the_page_of_the_form(db: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    sent_from = {"Referer": "http://testserver/accounts/login/?next=/lobby/"}
    response = client.post("/accounts/login/", {"username": "ada"}, headers=sent_from)
    assert response.status_code == 403
    page = response.content.decode()
    assert "This form has expired" in page
    assert 'href="/accounts/login/?next=/lobby/">Open the page again' in page


@pytest.mark.parametrize("sender", ["", "http://evil.example/", "http://testserver@evil.example/"])
def test_no_error_page_leads_to_another_site(db: Any, sender: str) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/accounts/login/", {"username": "ada"}, headers={"Referer": sender})
    page = response.content.decode()
    assert "evil.example" not in page
    assert HOME in page


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("get", "/games/abc/act/", "POST"),
        ("get", "/games/abc/join/", "POST"),
        ("get", "/lobby/pair/", "POST"),
        ("get", "/accounts/theme/", "POST"),
        ("post", "/lobby/", "GET, HEAD"),
        ("delete", "/games/new/", "GET, HEAD, POST"),
    ],
)
def test_a_wrong_method_gets_a_page_with_a_way_on(
    client: Client, db: Any, method: str, path: str, allowed: str
) -> None:
    sent_from = {"Referer": "http://testserver/rules/"}
    response = getattr(client, method)(path, headers=sent_from)
    assert (response.status_code, response["Allow"]) == (405, allowed)
    page = response.content.decode()
    assert "There is nothing to see here" in page
    assert 'href="/rules/">Back to where you were' in page


def test_a_form_that_is_too_long(client: Client, db: Any) -> None:
    response = client.post("/analysis/import/", {"text": "a" * 300_000})
    assert response.status_code == 413
    page = response.content.decode()
    assert "What you sent is too long: at most 262144 characters." in page
    assert HOME in page


def test_a_form_sent_after_the_session_ended_leads_to_the_log_in_and_back(
    as_ada: Client, ada: User
) -> None:
    match = open_game(ada, "local", X=ada, O=ada)
    Session.objects.all().delete()
    move = {"action": "place", "cell": "4", "version": match.version, "id": "a-move-of-ada"}
    response = as_ada.post(f"/games/{match.id}/act/", move, follow=True)
    assert response.status_code == 200
    page = response.content.decode()
    assert "You are not logged in any more." in page
    log_in = {"username": "ada", "password": PASSWORD, "next": f"/games/{match.id}/"}
    assert as_ada.post("/accounts/login/", log_in)["Location"] == f"/games/{match.id}/"


def test_without_redis_limits_are_counted_in_this_process(
    client: Client, db: Any, settings: Any
) -> None:
    settings.CACHES = NO_REDIS
    settings.LIMITS = {**settings.LIMITS, "create_game_as_guest": (1, 60)}
    game = {"variant": "classic", "opponent": "local"}
    answers = [client.post("/api/games/", game, content_type="application/json") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]


def test_without_redis_people_log_in(client: Client, ada: User, settings: Any) -> None:
    settings.CACHES = NO_REDIS
    form = {"username": "ada", "password": PASSWORD}
    assert client.post("/accounts/login/", form).status_code == 302


def test_without_redis_pages_that_count_nothing_are_there(
    client: Client, db: Any, settings: Any
) -> None:
    settings.CACHES = NO_REDIS
    assert [client.get(path).status_code for path in ("/", "/lobby/", "/campaign/")] == [200] * 3


@pytest.mark.parametrize(
    ("guess", "page"),
    [
        ("/play/", "/games/new/"),
        ("/play/?variant=dstru", "/games/new/?variant=dstru"),
        ("/daily/", "/puzzles/today/"),
        ("/leaderboard/", "/leaderboards/"),
        ("/people/", "/leaderboards/"),
        ("/people/ada/", "/@ada/"),
        ("/login/?next=/lobby/", "/accounts/login/?next=/lobby/"),
        ("/signup/", "/accounts/sign-up/"),
        ("/help/", "/rules/"),
        ("/terms/", "/learn/terms/"),
    ],
)
def test_addresses_that_people_guess_lead_somewhere(
    client: Client, ada: User, guess: str, page: str
) -> None:
    answer = client.get(guess)
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert client.get(page).status_code == 200
    assert client.get("/people/a b/").status_code == 404
