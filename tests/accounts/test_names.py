"""How names are found and quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User, skeleton_of
from accounts.names import check_free, check_name, quoted
from accounts.reserved import RESERVED, reserved, skeleton
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


# --- names that look like another's ----------------------------------------------------------


@pytest.mark.parametrize("name", ["h0pper", "hop-per", "HOP_PER", "h0-pper", "hopper_"])
def test_nobody_signs_up_with_a_name_that_looks_like_anothers(staff: User, name: str) -> None:
    form = {"name": name, "password1": "eine-lange-Nacht", "password2": "eine-lange-Nacht"}
    page = Client().post("/accounts/sign-up/", form)
    assert page.status_code == 200
    assert f"{quoted(name)} looks like “hopper”, which is taken." in page.content.decode()
    assert not User.objects.named(name).exists()


def test_one_can_be_called_like_oneself(ada: User) -> None:
    check_free("a-da", but=ada.pk)
    with pytest.raises(ValidationError, match="looks like “ada”"):
        check_free("a-da")
    check_free("adam")


@pytest.mark.parametrize("name", ["h0pper", "MIll-0", "Guest 4127", "m_m", "a-1-I", "Zoe"])
def test_the_database_sees_names_as_we_do(db: None, name: str) -> None:
    user = User.objects.create_user(name)
    seen = User.objects.annotate(looks=skeleton_of("name")).get(pk=user.pk)
    assert seen.looks == skeleton(name)
    assert list(User.objects.looking_like(name)) == [user]
