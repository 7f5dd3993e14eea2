"""Tokens: made and revoked in the settings, stored as hashes, each with its scopes."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import guests, tokens
from accounts.models import ApiToken, User
from accounts.tokens import Scope
from tests.conftest import PASSWORD

PAGE = "/accounts/tokens/"


def make(client: Client, name: str = "bot", *scopes: str) -> Any:
    return client.post(PAGE, {"name": name, "scopes": scopes or ["play"], "password": PASSWORD})


def shown(response: Any) -> str:
    """The new token on a page."""
    found = re.search(r'value="(oxo_[\w-]+)"', response.content.decode())
    assert found is not None
    return found[1]


def test_a_new_token_is_shown_once_and_stored_as_its_hash(ada: User, as_ada: Client) -> None:
    response = make(as_ada, "bot at home", "play", "read")
    assert response.status_code == 201
    text = shown(response)
    stored = ApiToken.objects.get()
    assert (stored.user, stored.name, stored.scopes) == (ada, "bot at home", "play read")
    assert stored.digest == sha256(text.encode()).hexdigest()
    later = as_ada.get(PAGE).content.decode()
    assert "bot at home" in later
    assert text not in later
    assert "no-store" in response["Cache-Control"]


def test_a_token_names_its_owner_and_notes_its_use(ada: User) -> None:
    token, text = tokens.make(ada, "bot", [Scope.READ])
    found = tokens.find(text)
    assert found is not None
    assert found.user == ada
    token.refresh_from_db()
    assert token.used_at is not None
    ApiToken.objects.update(used_at=(before := timezone.now() - timedelta(seconds=30)))
    tokens.find(text)
    token.refresh_from_db()
    assert token.used_at == before


@pytest.mark.parametrize("text", ["", "oxo_", "oxo_nonsense", "somebody", "oxo_\0"])
def test_what_is_no_token_finds_nobody(ada: User, text: str) -> None:
    tokens.make(ada, "bot", [Scope.READ])
    assert tokens.find(text) is None


def test_a_revoked_token_is_none(ada: User, as_ada: Client) -> None:
    token, text = tokens.make(ada, "bot", [Scope.PLAY])
    as_ada.post(f"{PAGE}{token.pk}/revoke/")
    assert tokens.find(text) is None


def test_nobody_revokes_the_token_of_another(ada: User, as_grace: Client) -> None:
    token, text = tokens.make(ada, "bot", [Scope.PLAY])
    as_grace.post(f"{PAGE}{token.pk}/revoke/")
    assert tokens.find(text) is not None


def test_the_token_of_a_closed_account_is_none(ada: User) -> None:
    _, text = tokens.make(ada, "bot", [Scope.PLAY])
    User.objects.update(is_active=False)
    assert tokens.find(text) is None
    assert tokens.holders([tokens.key_of(text, Scope.PLAY)]) == {}


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"name": "bot", "scopes": []}, "Choose what the token allows."),
        ({"name": "bot", "scopes": ["fly"]}, "is none of these"),
        ({"name": "", "scopes": ["play"]}, "This field is required."),
        ({"name": "b" * 41, "scopes": ["play"]}, "at most 40 characters"),
    ],
)
def test_a_form_that_cannot_be_is_refused(as_ada: Client, form: Any, says: str) -> None:
    response = as_ada.post(PAGE, form)
    assert response.status_code == 400
    assert says in response.content.decode()
    assert not ApiToken.objects.exists()


def test_two_tokens_of_one_name_are_refused(as_ada: Client) -> None:
    make(as_ada, "bot")
    again = make(as_ada, "bot")
    assert again.status_code == 400
    assert "already" in again.content.decode()


def test_a_person_has_so_many_tokens_and_no_more(ada: User, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "tokens": (100, 3600)}
    for number in range(tokens.MOST):
        tokens.make(ada, f"bot {number}", [Scope.PLAY])
    with pytest.raises(tokens.TokenNotPossible, match="Revoke one first"):
        tokens.make(ada, "one more", [Scope.PLAY])


def test_tokens_are_not_made_too_often(as_ada: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "tokens": (1, 3600)}
    make(as_ada, "one")
    again = make(as_ada, "two")
    assert (again.status_code, int(again["Retry-After"]) > 3500) == (429, True)


def test_guests_have_no_tokens(db: Any) -> None:
    with pytest.raises(tokens.TokenNotPossible, match="need an account"):
        tokens.make(guests.create(), "bot", [Scope.PLAY])


def test_visitors_are_asked_to_log_in(client: Client, db: Any) -> None:
    assert client.get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer oxo_a", "oxo_a"),
        ("bearer  oxo_a ", "oxo_a"),
        ("Bearer ", ""),
        ("Bearer", ""),
        ("Bearer a b", "a b"),
        ("Bearerr a", None),
        ("Basic abc", None),
        ("", None),
        (None, None),
    ],
)
def test_a_header_brings_a_token(header: str | None, token: str | None) -> None:
    assert tokens.in_header(header) == token


def test_a_key_is_good_for_the_scopes_of_its_token(ada: User) -> None:
    _, text = tokens.make(ada, "bot", [Scope.PLAY])
    keys = [tokens.key_of(text, scope) for scope in (Scope.PLAY, Scope.READ)]
    assert tokens.holders(keys) == {keys[0]: ada.pk}


@pytest.mark.parametrize("password", ["", "not-hers"])
def test_a_token_is_made_only_with_the_password(as_ada: Client, password: str) -> None:
    form = {"name": "bot", "scopes": ["play"], "password": password}
    assert as_ada.post(PAGE, form).status_code == 400
    assert not ApiToken.objects.exists()


def test_after_a_new_password_all_tokens_can_be_revoked(
    ada: User, grace: User, as_ada: Client
) -> None:
    offer = "/accounts/tokens/revoke/"
    done = "/accounts/password-change/done/"
    assert offer not in as_ada.get(done).content.decode()
    for name in ("one", "two"):
        tokens.make(ada, name, [Scope.READ])
    kept, _ = tokens.make(grace, "hers", [Scope.READ])
    assert "Your 2 tokens still work." in as_ada.get(done).content.decode()
    assert offer in as_ada.get(done).content.decode()
    assert as_ada.post(offer)["Location"] == PAGE
    assert list(ApiToken.objects.all()) == [kept]
