"""How names are found and quoted."""

from __future__ import annotations

import pytest
from django.db import IntegrityError

from accounts.models import User
from accounts.names import quoted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ada", "“ada”"),
        ("", "“”"),
        ("a" * 24, f"“{'a' * 24}”"),
        ("a" * 25, f"“{'a' * 23}…”"),
        ("a\x00b", "“a\\u0000b”"),
        ("\u202eada", "“\\u202eada”"),
        ("🎲", "“🎲”"),
    ],
)
def test_quoting(text: str, shown: str) -> None:
    assert quoted(text) == shown


@pytest.mark.parametrize("name", ["ada", "ADA", "aDa"])
def test_people_are_found_whatever_the_case(ada: User, grace: User, name: str) -> None:
    assert User.objects.named(name).get() == ada
    assert User.objects.get_by_natural_key(name) == ada


@pytest.mark.parametrize("name", ["", "ad", "ada_", "%", "_da", "ada\0", None])
def test_others_are_not_found(ada: User, name: str | None) -> None:
    with pytest.raises(User.DoesNotExist):
        User.objects.get_by_natural_key(name)


def test_the_database_keeps_names_apart(ada: User) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create_user("ADA")
