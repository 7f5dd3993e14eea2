"""/accounts/password/: works, as a visitor, bad input, guessing."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.password_validation import get_default_password_validators
from django.test import Client

from accounts.failures import STRANGE
from accounts.models import User
from tests.accounts.conftest import errors
from tests.conftest import PASSWORD, logged_in

URL = "/accounts/password-change/"
NEW = "crosses-and-noughts"


def change(client: Client, old: str = PASSWORD, new: str = NEW, again: str | None = None) -> Any:
    again = new if again is None else again
    form = {"old_password": old, "new_password1": new, "new_password2": again}
    return client.post(URL, form)


def test_the_new_password_counts_and_the_session_goes_on(as_ada: Client, ada: User) -> None:
    response = change(as_ada)
    assert response["Location"] == "/accounts/password-change/done/"
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert "Password changed" in as_ada.get(response["Location"]).content.decode()


def test_other_sessions_end(as_ada: Client, ada: User) -> None:
    elsewhere = logged_in(ada)
    change(as_ada)
    assert elsewhere.get(URL).status_code == 302


def test_the_wrong_current_password_is_refused_beside_it(as_ada: Client, ada: User) -> None:
    assert errors(change(as_ada, old="wrong"), "old_password") == "That is not your password."
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


@pytest.mark.parametrize("new", ["short1", "password123", "ada-ada", "a\x00" * 9])
def test_a_weak_new_password_is_refused_beside_it(as_ada: Client, new: str) -> None:
    assert errors(change(as_ada, new=new), "new_password1")


def test_a_slip_is_told(as_ada: Client) -> None:
    assert "match" in errors(change(as_ada, again="other"), "new_password2")


def test_guessing_at_an_open_screen_is_stopped(as_ada: Client) -> None:
    for _ in range(STRANGE.free):
        change(as_ada, old="wrong")
    assert "Too many wrong passwords" in errors(change(as_ada), "old_password")


def test_right_passwords_do_not_count_as_guesses(as_ada: Client) -> None:
    for number in range(2 * STRANGE.free):
        assert change(as_ada, new="short", old=PASSWORD).status_code == 200, number
    assert change(as_ada).status_code == 302


@pytest.mark.parametrize("url", [URL, "/accounts/password-change/done/"])
def test_a_visitor_is_asked_to_log_in(visitor: Client, url: str) -> None:
    assert visitor.get(url)["Location"] == f"/accounts/login/?next={url}"


def test_the_rules_of_a_password_are_said_beside_the_field(as_ada: Client) -> None:
    """One sentence for all validators: a new one needs words of its own."""
    page = as_ada.get("/accounts/password-change/").content.decode()
    assert "At least 8 characters, and not only digits." in page
    names = {type(one).__name__ for one in get_default_password_validators()}
    assert names == {
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
        "DressedUpPasswordValidator",
    }
