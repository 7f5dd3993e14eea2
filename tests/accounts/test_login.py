"""/accounts/login/: works, already in, bad input. Guessing is in test_guessing.py."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import errors
from tests.conftest import PASSWORD

URL = "/accounts/login/"


def log_in(client: Client, name: str = "ada", password: str = PASSWORD, **fields: str) -> Any:
    return client.post(URL, {"username": name, "password": password, **fields})


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
    assert errors(response).startswith("We have no account with this name and this password.")


def test_a_closed_account_stays_closed(visitor: Client, ada: User) -> None:
    User.objects.update(is_active=False)
    assert "no account with this name and this password" in errors(log_in(visitor))


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


def test_a_session_of_staff_ends_with_the_working_day(
    visitor: Client, staff: User, ada: User
) -> None:
    with time_machine.travel("2026-03-02 08:00Z", tick=False) as clock:
        for name in ("hopper", "ada"):
            client = Client()
            client.post("/accounts/login/", {"username": name, "password": PASSWORD})
            clock.move_to("2026-03-02 17:59Z")
            assert client.get("/accounts/settings/").status_code == 200
            client.post("/accounts/theme/", {"theme": "dark"})
            clock.move_to("2026-03-02 18:01Z")
            still = client.get("/accounts/settings/").status_code
            assert still == (302 if name == "hopper" else 200)
            clock.move_to("2026-03-02 08:00Z")
