"""/accounts/login/: works, already in, bad input, guessing."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync
from django.conf import settings
from django.test import AsyncClient, Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import errors
from tests.conftest import PASSWORD

URL = "/accounts/login/"
TRIES = settings.AXES_FAILURE_LIMIT


def log_in(client: Client, name: str = "ada", password: str = PASSWORD, **fields: str) -> Any:
    return client.post(URL, {"username": name, "password": password, **fields})


def fail(client: Client, name: str = "ada", times: int = TRIES) -> Any:
    for _ in range(times):
        response = log_in(client, name, "wrong")
    return response


@pytest.mark.parametrize("name", ["ada", "Ada", "ADA", " ada ", "ａｄａ"])
def test_the_right_password_opens_whatever_the_case_of_the_name(
    visitor: Client, ada: User, name: str
) -> None:
    response = log_in(visitor, name)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert visitor.session["_auth_user_id"] == str(ada.pk)


def test_the_case_of_the_password_matters(visitor: Client, ada: User) -> None:
    assert log_in(visitor, password=PASSWORD.upper()).status_code == 200


def test_one_returns_to_the_page_one_came_from(visitor: Client, ada: User) -> None:
    page = visitor.get(URL, {"next": "/games/new/"}).content.decode()
    assert 'name="next" value="/games/new/"' in page
    assert log_in(visitor, next="/games/new/")["Location"] == "/games/new/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", URL, "\x00"])
def test_one_is_never_sent_off_the_site_or_in_circles(
    visitor: Client, ada: User, elsewhere: str
) -> None:
    assert log_in(visitor, next=elsewhere)["Location"] == "/"
    assert visitor.get(URL, {"next": elsewhere})["Location"] == "/"


def test_the_session_key_changes_on_the_way_in(visitor: Client, ada: User) -> None:
    visitor.session.save()
    before = visitor.session.session_key
    log_in(visitor)
    assert visitor.session.session_key != before


@pytest.mark.parametrize(("name", "password"), [("ada", "wrong"), ("nobody", PASSWORD)])
def test_a_refusal_does_not_tell_whether_the_name_exists(
    visitor: Client, ada: User, name: str, password: str
) -> None:
    response = log_in(visitor, name, password)
    assert response.status_code == 200
    assert errors(response).startswith("This name and this password do not belong together.")


def test_a_closed_account_stays_closed(visitor: Client, ada: User) -> None:
    User.objects.update(is_active=False)
    assert "do not belong together" in errors(log_in(visitor))


def test_nasty_names_are_refused(visitor: Client, ada: User, nasty: str) -> None:
    response = log_in(visitor, nasty, "wrong")
    assert response.status_code == 200
    assert response.context["form"].errors


def test_a_null_byte_in_the_password_is_refused(visitor: Client, ada: User) -> None:
    assert "Null characters" in errors(log_in(visitor, password="a\x00"), "password")


def test_a_very_long_password_is_refused(visitor: Client, ada: User) -> None:
    assert log_in(visitor, password="a" * 100_000).status_code == 200


def test_an_empty_form_says_what_is_missing(visitor: Client) -> None:
    assert set(visitor.post(URL).context["form"].errors) == {"username", "password"}


def test_other_methods_are_refused(visitor: Client) -> None:
    assert visitor.delete(URL).status_code == 405


# --- guessing --------------------------------------------------------------------------------


def test_guessing_is_stopped_and_told_for_how_long(visitor: Client, ada: User) -> None:
    assert fail(visitor, times=TRIES - 1).status_code == 200
    response = fail(visitor, times=1)
    page = response.content.decode()
    assert response.status_code == 429
    assert "Log-ins as “ada” failed too often" in page
    assert re.search(r"Try again in 15 minutes", page)
    assert 880 < int(response["Retry-After"]) <= 900


def test_the_right_password_does_not_help_while_locked_out(visitor: Client, ada: User) -> None:
    fail(visitor)
    assert log_in(visitor).status_code == 429
    assert "_auth_user_id" not in visitor.session


def test_spelling_the_name_differently_buys_no_guesses(visitor: Client, ada: User) -> None:
    for name in ("ada", "Ada", "aDA", "ａｄａ", " ADA "):
        response = fail(visitor, name, times=1)
    assert response.status_code == 429
    assert log_in(visitor, "AdA").status_code == 429


def test_another_browser_buys_no_guesses(visitor: Client, ada: User) -> None:
    fail(visitor)
    assert log_in(Client(HTTP_USER_AGENT="another")).status_code == 429


def test_others_are_not_locked_out(visitor: Client, ada: User, grace: User) -> None:
    fail(visitor)
    assert log_in(visitor, "grace").status_code == 302
    assert log_in(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_the_lock_opens_when_it_was_said_to(visitor: Client, ada: User) -> None:
    fail(visitor)
    start = timezone.now()
    with time_machine.travel(start + timedelta(minutes=10), tick=False):
        response = log_in(visitor)
        assert "Try again in 5 minutes" in response.content.decode()
    with time_machine.travel(start + timedelta(minutes=15, seconds=1), tick=False):
        assert log_in(visitor).status_code == 302


def test_success_forgets_the_failures_before_it(visitor: Client, ada: User) -> None:
    fail(visitor, times=TRIES - 1)
    assert log_in(visitor, "ADA").status_code == 302
    assert fail(Client(), times=TRIES - 1).status_code == 200


def test_a_name_nobody_has_is_locked_just_the_same(visitor: Client) -> None:
    response = fail(visitor, "<b>nobody")
    assert response.status_code == 429
    assert "“&lt;b&gt;nobody”" in response.content.decode()


def test_a_name_of_any_length_can_be_locked(visitor: Client) -> None:
    assert fail(visitor, "a" * 5000).status_code == 429


def test_the_admin_is_guarded_too(visitor: Client, staff: User) -> None:
    for _ in range(TRIES):
        response = visitor.post("/admin/login/", {"username": "hopper", "password": "wrong"})
    assert response.status_code == 429


@pytest.mark.parametrize("door", [URL, "/admin/login/"])
def test_trying_one_password_on_many_names_is_stopped(
    visitor: Client, ada: User, settings: Any, door: str
) -> None:
    settings.LIMITS = {**settings.LIMITS, "log_in": (3, 900)}
    for name in ("one", "two", "three"):
        tried = visitor.post(door, {"username": name, "password": PASSWORD})
        assert tried.status_code == 200
    response = visitor.post(door, {"username": "ada", "password": PASSWORD})
    page = response.content.decode()
    assert response.status_code == 429
    assert "Too many log-ins from your network. Wait 15 minutes and try again." in page
    assert 'value="ada"' in page
    assert 890 < int(response["Retry-After"]) <= 900
    assert "_auth_user_id" not in visitor.session
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post(URL, {"username": "ada", "password": PASSWORD}).status_code == 302


def test_guessing_is_stopped_on_the_asynchronous_path(ada: User) -> None:
    for _ in range(TRIES):
        post = async_to_sync(AsyncClient().post)
        response = post(URL, {"username": "ada", "password": "wrong"})
    assert response.status_code == 429
    assert "Log-ins as “ada”" in response.content.decode()
