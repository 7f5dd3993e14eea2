"""How names are found and quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from accounts.names import check_name, quoted
from accounts.reserved import RESERVED, reserved
from games.engines import engines_for
from games.rules import VARIANTS, board_class
from tests.conftest import PASSWORD, logged_in


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


# --- reserved names --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["admin", "staff", "oxo", "support", "root", "api", "settings", "ADMIN", "Oxo"]
)
def test_names_the_site_speaks_with_are_reserved(name: str) -> None:
    assert reserved(name) == name.lower()


@pytest.mark.parametrize(
    ("name", "looks_like"),
    [
        ("0xo", "oxo"),
        ("OX0", "oxo"),
        ("adm1n", "admin"),
        ("AdmIn", "admin"),
        ("adrnin", "admin"),
        ("ad-min", "admin"),
        ("a_d_m_i_n", "admin"),
        ("admin-", "admin"),
        ("r00t", "root"),
        ("ap1", "api"),
        ("SETTlNGS", "settings"),
        ("M1n1max", "minimax"),
    ],
)
def test_what_looks_like_a_reserved_name_is_too(name: str, looks_like: str) -> None:
    assert reserved(name) == looks_like


@pytest.mark.parametrize(
    "name",
    ["ada", "grace", "hopper", "adam", "oxford", "administer", "rooted", "x1", "Milo", "supporter"],
)
def test_other_names_are_free(name: str) -> None:
    assert reserved(name) == ""


@pytest.mark.parametrize("name", ["аdmin", "οxο", "ａｄｍｉｎ", "admın", "adm\u200bin", "ɑpi"])
def test_look_alikes_of_other_alphabets_are_no_names(name: str) -> None:
    with pytest.raises(ValidationError, match="Use letters from A to Z, digits, _ and -"):
        check_name(name)


def test_every_address_of_the_site_is_reserved() -> None:
    first = {re.match(r"[^/<.]*", str(one.pattern))[0] for one in every_pattern(get_resolver())}  # type: ignore[index]
    words = {word for word in first if re.fullmatch(r"[a-z][a-z-]+", word)}
    assert {"accounts", "analysis", "api", "lobby", "learn"} <= words
    assert words - RESERVED == set(), "add them to ADDRESSES in accounts/reserved.py"


def every_pattern(resolver: URLResolver) -> Iterator[URLPattern | URLResolver]:
    for one in resolver.url_patterns:
        yield one
        if isinstance(one, URLResolver) and str(one.pattern) == "":
            yield from every_pattern(one)


def test_every_engine_and_seat_is_reserved() -> None:
    names = {slug for variant in VARIANTS for slug in engines_for(variant)}
    seats = {seat.lower() for variant in VARIANTS for seat in board_class(variant).SEATS}
    wanted = names | {seat for seat in seats if len(seat) > 1}
    assert wanted - RESERVED == set(), "add them to PLAYERS in accounts/reserved.py"


def test_staff_may_give_a_reserved_name(staff: User) -> None:
    form = {"name": "support", "password1": PASSWORD, "password2": PASSWORD}
    form |= {"usable_password": "true", "reason": "for the team"}
    assert logged_in(staff).post("/admin/accounts/user/add/", form).status_code == 302
    assert User.objects.filter(name="support").exists()
