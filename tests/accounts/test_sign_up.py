"""/accounts/sign-up/: works, already in, bad input, races, limits."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import errors
from tests.conftest import PASSWORD
from tests.wire import PATIENCE

URL = "/accounts/sign-up/"
FORM = {"name": "Ada", "password1": PASSWORD, "password2": PASSWORD}


def sign_up(client: Client, **fields: str) -> Any:
    return client.post(URL, {**FORM, **fields})


def test_the_page_explains_what_a_name_and_a_password_may_be(visitor: Client) -> None:
    page = visitor.get(URL).content.decode()
    assert "2 to 20 letters from A to Z" in page
    assert "At least 8 characters" in page
    assert "Do not use a common password" in page


def test_a_new_person_is_in_at_once(visitor: Client) -> None:
    response = sign_up(visitor)
    assert (response.status_code, response["Location"]) == (302, "/")
    user = User.objects.get(name="Ada")
    assert visitor.session["_auth_user_id"] == str(user.pk)
    assert user.check_password(PASSWORD)
    assert (user.email, user.is_staff, user.is_superuser) == ("", False, False)


def test_passwords_are_kept_as_argon2(settings: Any, visitor: Client) -> None:
    from config.settings import PASSWORD_HASHERS

    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    sign_up(visitor)
    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_an_e_mail_address_is_kept(visitor: Client) -> None:
    sign_up(visitor, email="ada@example.org")
    assert User.objects.get().email == "ada@example.org"


def test_rights_cannot_be_sent_along(visitor: Client) -> None:
    sign_up(visitor, is_staff="on", is_superuser="on", is_active="")
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.is_active) == (False, False, True)


def test_one_returns_to_the_page_one_came_from(visitor: Client) -> None:
    assert sign_up(visitor, next="/games/new/?a=1")["Location"] == "/games/new/?a=1"


def test_the_page_carries_next_on(visitor: Client) -> None:
    page = visitor.get(URL, {"next": "/lobby/?a=1&b=2"}).content.decode()
    assert 'name="next" value="/lobby/?a=1&amp;b=2"' in page
    assert "/accounts/login/?next=%2Flobby%2F%3Fa%3D1%26b%3D2" in page


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "http://[",
        "/accounts/logout/",
        "/accounts/sign-up/?next=/",
        "/" + "a" * 5000,
        "\x00",
    ],
)
def test_one_is_never_sent_off_the_site_or_in_circles(visitor: Client, elsewhere: str) -> None:
    assert sign_up(visitor, next=elsewhere)["Location"] == "/"


def test_the_theme_chosen_as_a_visitor_comes_along(visitor: Client) -> None:
    visitor.cookies["theme"] = "dark"
    sign_up(visitor)
    assert User.objects.get().theme == "dark"


def test_a_forged_theme_cookie_is_ignored(visitor: Client) -> None:
    visitor.cookies["theme"] = "x" * 300
    sign_up(visitor)
    assert User.objects.get().theme == "system"


def test_a_member_is_sent_on(as_ada: Client) -> None:
    assert as_ada.get(URL, {"next": "/lobby/"})["Location"] == "/lobby/"
    assert sign_up(as_ada, name="second")["Location"] == "/"
    assert User.objects.count() == 1


# --- refusals ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("ada", "“ada” is taken."),
        (" ada ", "“ada” is taken."),
        ("ADA", "“ADA” is taken. “ada” and “ADA” are the same name."),
        ("aDa", "“aDa” is taken. “ada” and “aDa” are the same name."),
    ],
)
def test_names_are_unique_whatever_their_case(
    visitor: Client, ada: User, name: str, refusal: str
) -> None:
    assert errors(sign_up(visitor, name=name), "name") == refusal
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("admin", "“admin” is reserved. Choose another name."),
        ("Support", "“Support” is reserved. Choose another name."),
        ("0X0", "“0X0” looks like “oxo”, which is reserved. Choose another."),
        ("ADMlN", "“ADMlN” looks like “admin”, which is reserved. Choose another."),
    ],
)
def test_reserved_names_and_what_looks_like_them_are_refused(
    visitor: Client, name: str, refusal: str
) -> None:
    assert errors(sign_up(visitor, name=name), "name") == refusal
    assert not User.objects.exists()


def test_a_nasty_name_is_refused_with_the_reason(visitor: Client, nasty: str) -> None:
    response = sign_up(visitor, name=nasty)
    assert response.status_code == 200
    assert "cannot be a name. " in errors(response, "name")
    assert "\u202e" not in errors(response, "name")
    assert len(errors(response, "name")) < 300
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["a", "-ada", "_ada", "ada.", "a" * 21, "ada@home"])
def test_a_refused_name_is_quoted(visitor: Client, name: str) -> None:
    assert f"“{name}” cannot be a name" in errors(sign_up(visitor, name=name), "name")


@pytest.mark.parametrize("name", ["X1", "a" * 20, "0-0", "Ada_L"])
def test_names_at_the_edges_are_fine(visitor: Client, name: str) -> None:
    assert sign_up(visitor, name=name).status_code == 302


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short1", "too short"),
        ("73951846208", "entirely numeric"),
        ("password123", "too common"),
        ("ada-lovelace", "too similar to the name"),
    ],
)
def test_a_weak_password_is_refused_beside_it(visitor: Client, password: str, reason: str) -> None:
    response = sign_up(visitor, name="ada-lovelace", password1=password, password2=password)
    assert reason in errors(response, "password1")
    assert not errors(response, "password2")


def test_a_slip_in_the_second_password_is_told_there(visitor: Client) -> None:
    response = sign_up(visitor, password2=PASSWORD + "x")
    assert "match" in errors(response, "password2")


def test_passwords_are_not_sent_back(visitor: Client) -> None:
    assert PASSWORD not in sign_up(visitor, password2="other").content.decode()


def test_what_was_typed_is_still_there_after_a_refusal(visitor: Client) -> None:
    page = sign_up(visitor, name="<i>", email="a@b", next="/lobby/").content.decode()
    assert 'value="&lt;i&gt;"' in page
    assert 'value="a@b"' in page
    assert 'name="next" value="/lobby/"' in page


def test_errors_are_tied_to_their_fields(visitor: Client) -> None:
    page = sign_up(visitor, name="!").content.decode()
    (field,) = re.findall(r'<input[^>]*name="name"[^>]*>', page)
    assert 'aria-invalid="true"' in field
    assert "id_name_error" in field
    assert 'id="id_name_error"' in page


@pytest.mark.parametrize("email", ["ada", "a\x00@example.org", "a" * 300 + "@example.org"])
def test_a_bad_address_is_refused_beside_it(visitor: Client, email: str) -> None:
    assert errors(sign_up(visitor, email=email), "email")


def test_a_null_byte_in_a_password_is_refused(visitor: Client) -> None:
    response = sign_up(visitor, password1="a\x00" * 8, password2="a\x00" * 8)
    assert "Null characters" in errors(response, "password1")


def test_an_empty_form_says_what_is_missing(visitor: Client) -> None:
    response = visitor.post(URL)
    assert set(response.context["form"].errors) == {"name", "password1", "password2"}


def test_a_form_too_large_is_refused(visitor: Client) -> None:
    assert sign_up(visitor, name="a" * 300_000).status_code == 413


def test_other_methods_are_refused(visitor: Client) -> None:
    assert visitor.delete(URL).status_code == 405


def test_a_form_from_another_site_is_refused(db: Any) -> None:
    response = Client(enforce_csrf_checks=True).post(URL, FORM)
    assert response.status_code == 403
    assert "form has expired" in response.content.decode()


# --- races and limits ----------------------------------------------------------------------


def test_the_loser_of_a_race_for_a_name_is_told(
    visitor: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other sign-up lands between this one's check and its write."""
    monkeypatch.setattr("accounts.names.check_free", lambda name: None)
    response = sign_up(visitor, name="ADA")
    assert response.status_code == 200
    assert errors(response, "name") == "“ADA” is taken. “ada” and “ADA” are the same name."
    assert "_auth_user_id" not in visitor.session


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_a_name_at_once_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    together = Barrier(4, timeout=PATIENCE)
    monkeypatch.setattr("accounts.names.check_free", lambda name: together.wait())

    def one(name: str) -> int:
        try:
            return sign_up(Client(), name=name).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(one, ["ada", "Ada", "aDA", "ADA"]))
    assert statuses == [200, 200, 200, 302]
    assert User.objects.count() == 1


def test_too_many_accounts_from_one_address_must_wait(visitor: Client, settings: Any) -> None:
    times = 3
    settings.LIMITS = {**settings.LIMITS, "sign_up": (times, 3600)}
    for number in range(times):
        assert sign_up(Client(), name=f"ada{number}").status_code == 302
    response = sign_up(visitor, name="onemore")
    assert response.status_code == 429
    assert "Wait 60 minutes" in errors(response)
    assert 3590 < int(response["Retry-After"]) <= 3600
    assert not User.objects.filter(name="onemore").exists()
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_up(elsewhere, name="onemore").status_code == 302


def test_refused_forms_do_not_count_against_the_limit(visitor: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign_up": (1, 3600)}
    for _ in range(2):
        sign_up(visitor, name="!")
    assert sign_up(visitor).status_code == 302
