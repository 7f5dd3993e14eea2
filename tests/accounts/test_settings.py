"""/accounts/settings/: works, as a visitor, bad input, the e-mail address."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.failures import STRANGE
from accounts.models import User
from tests.accounts.conftest import errors
from tests.conftest import PASSWORD

URL = "/accounts/settings/"


def save(client: Client, **fields: str) -> Any:
    return client.post(URL, {"theme": "system", "email": "", **fields})


def test_the_page_shows_what_is_set(as_ada: Client, ada: User) -> None:
    User.objects.update(theme="dark", sound=True, email="ada@example.org")
    form = as_ada.get(URL).context["form"]
    assert (form["theme"].value(), form["sound"].value()) == ("dark", True)
    assert form["email"].value() == "ada@example.org"


def test_taste_is_kept(as_ada: Client, ada: User) -> None:
    response = save(as_ada, theme="dark", sound="on", confirm_moves="on")
    assert response["Location"] == URL
    ada.refresh_from_db()
    assert (ada.theme, ada.sound, ada.confirm_moves) == ("dark", True, True)
    page = as_ada.get(URL).content.decode()
    assert 'data-theme="dark"' in page
    assert "Your settings are saved." in page


def test_only_one_s_own_account_changes(as_ada: Client, grace: User) -> None:
    save(as_ada, theme="dark", id=str(grace.pk), name="grace")
    grace.refresh_from_db()
    assert grace.theme == "system"


def test_nothing_else_can_be_set(as_ada: Client, ada: User) -> None:
    save(as_ada, name="eve", is_staff="on", is_superuser="on", password="x")
    ada.refresh_from_db()
    assert (ada.name, ada.is_staff, ada.is_superuser) == ("ada", False, False)
    assert ada.check_password(PASSWORD)


@pytest.mark.parametrize("theme", ["", "pink", "dark\x00", "d" * 9999])
def test_an_unknown_theme_is_refused_beside_it(as_ada: Client, ada: User, theme: str) -> None:
    response = save(as_ada, theme=theme)
    assert errors(response, "theme")
    assert 'data-theme="system"' in response.content.decode()
    ada.refresh_from_db()
    assert ada.theme == "system"


def test_a_new_address_needs_the_password(as_ada: Client, ada: User) -> None:
    response = save(as_ada, email="ada@example.org")
    assert "Enter your password" in errors(response, "current_password")
    response = save(as_ada, email="ada@example.org", current_password="wrong")
    assert "not your password" in errors(response, "current_password")
    ada.refresh_from_db()
    assert ada.email == ""
    save(as_ada, email="ada@example.org", current_password=PASSWORD)
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"


def test_an_address_can_be_taken_away_with_the_password(as_ada: Client, ada: User) -> None:
    User.objects.update(email="ada@example.org")
    assert errors(save(as_ada), "current_password")
    assert save(as_ada, current_password=PASSWORD).status_code == 302
    ada.refresh_from_db()
    assert ada.email == ""


@pytest.mark.parametrize("email", ["ada", "a\x00@b.c", "a" * 300 + "@example.org"])
def test_a_bad_address_is_refused_beside_it(as_ada: Client, email: str) -> None:
    response = save(as_ada, email=email)
    assert errors(response, "email")
    assert not errors(response, "current_password")


def test_guessing_at_an_open_screen_is_stopped(as_ada: Client) -> None:
    for _ in range(STRANGE.free):
        save(as_ada, email="ada@example.org", current_password="wrong")
    response = save(as_ada, email="ada@example.org", current_password=PASSWORD)
    assert "Too many wrong passwords" in errors(response, "current_password")


def test_an_empty_form_is_refused(as_ada: Client) -> None:
    assert errors(as_ada.post(URL), "theme")


def test_a_visitor_is_asked_to_log_in(visitor: Client) -> None:
    assert visitor.get(URL)["Location"] == f"/accounts/login/?next={URL}"
    assert save(visitor).status_code == 302


def test_other_methods_are_refused(as_ada: Client) -> None:
    assert as_ada.delete(URL).status_code == 405


def test_a_bad_address_is_quoted(as_ada: Client) -> None:
    page = as_ada.post("/accounts/settings/", {"theme": "dark", "email": "ada at home"})
    assert "“ada at home” is not an e-mail address." in page.content.decode()


@pytest.mark.parametrize("field", ["theme", "time_zone", "email"])
def test_what_cannot_be_set_is_quoted_in_part(as_ada: Client, field: str) -> None:
    response = save(as_ada, **{field: "k" * 3000})
    said = errors(response, field)
    assert f"“{'k' * 40}" in said
    assert len(said) < 200
