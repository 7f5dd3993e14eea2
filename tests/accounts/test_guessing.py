"""Guessing at passwords: slowed down for those who guess, unnoticed by everybody else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts import places
from accounts.failures import KNOWN, STRANGE
from accounts.models import KnownPlace, User
from tests.accounts.conftest import errors
from tests.conftest import PASSWORD

URL = "/accounts/login/"
HOME, SCHOOL, ELSEWHERE = "192.0.2.1", "192.0.2.2", "192.0.2.3"
TRIES = STRANGE.free


def log_in(client: Client, name: str = "ada", password: str = PASSWORD) -> Any:
    return client.post(URL, {"username": name, "password": password})


def fail(client: Client, name: str = "ada", times: int = TRIES) -> Any:
    for _ in range(times):
        response = log_in(client, name, "wrong")
    return response


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


# --- a name at a place -----------------------------------------------------------------------


def test_after_five_failures_one_waits(visitor: Client, ada: User) -> None:
    assert fail(visitor).status_code == 200
    response = log_in(visitor)
    assert response.status_code == 429
    assert errors(response) == (
        "Too many wrong passwords for “ada”. Try again in 5 seconds, "
        "or set a new password by e-mail."
    )
    assert response["Retry-After"] == "5"
    assert "_auth_user_id" not in visitor.session


def test_what_was_typed_is_still_there(visitor: Client, ada: User) -> None:
    assert 'value="Ada"' in fail(visitor, "Ada", TRIES + 1).content.decode()


def test_the_wait_ends_when_it_was_said_to_and_grows(visitor: Client, ada: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        waits = []
        fail(visitor, times=TRIES - 1)
        for _ in range(4):
            assert fail(visitor, times=1).status_code == 200
            refused = log_in(visitor)
            waits.append(int(refused["Retry-After"]))
            clock.shift(timedelta(seconds=waits[-1]))
        assert waits == [5, 10, 20, 40]
        assert log_in(visitor).status_code == 302


def test_tries_while_waiting_do_not_count(visitor: Client, ada: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        fail(visitor, times=TRIES + 20)
        clock.shift(timedelta(seconds=5))
        assert log_in(visitor).status_code == 302


@pytest.mark.parametrize("name", ["Ada", "aDA", "ａｄａ", " ADA "])
def test_spelling_the_name_differently_buys_no_guesses(
    visitor: Client, ada: User, name: str
) -> None:
    fail(visitor)
    assert log_in(visitor, name).status_code == 429


def test_another_browser_buys_no_guesses(visitor: Client, ada: User) -> None:
    fail(visitor)
    assert log_in(Client(HTTP_USER_AGENT="another")).status_code == 429


def test_a_made_up_cookie_buys_no_guesses(visitor: Client, ada: User) -> None:
    fail(visitor)
    visitor.cookies[places.COOKIE] = "x" * 32
    assert log_in(visitor).status_code == 429


def test_others_do_not_wait(visitor: Client, ada: User, grace: User) -> None:
    fail(visitor)
    assert log_in(visitor, "grace").status_code == 302
    assert log_in(at(ELSEWHERE)).status_code == 302


def test_success_forgets_the_failures_before_it(visitor: Client, ada: User) -> None:
    fail(visitor, times=TRIES - 1)
    assert log_in(visitor, "ADA").status_code == 302
    assert fail(Client(), times=TRIES + 1).status_code == 200


@pytest.mark.parametrize("name", ["nobody", "<b>nobody", "a" * 5000, "a\x00b"])
def test_a_name_nobody_has_waits_just_the_same(visitor: Client, name: str) -> None:
    statuses = {fail(visitor, name, times=1).status_code for _ in range(TRIES)}
    response = log_in(visitor, name)
    if "\x00" in name:  # refused by the form itself, before anything is counted
        assert "Null characters" in errors(response, "username")
    else:
        assert (statuses, response.status_code) == ({200}, 429)


def test_an_empty_password_is_not_a_guess(visitor: Client, ada: User) -> None:
    for _ in range(TRIES + 1):
        assert log_in(visitor, password="").status_code == 200
    assert log_in(visitor).status_code == 302


def test_the_admin_is_guarded_too(visitor: Client, staff: User) -> None:
    form = {"username": "hopper", "password": "wrong"}
    for _ in range(TRIES):
        assert visitor.post("/admin/login/", form).status_code == 200
    response = visitor.post("/admin/login/", {**form, "password": PASSWORD})
    assert (response.status_code, response["Retry-After"]) == (429, "5")
    assert log_in(visitor, "hopper").status_code == 429


# --- an address ------------------------------------------------------------------------------


def test_good_log_ins_use_nothing_up(visitor: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_log_ins": (3, 900)}
    pupils = [User.objects.create_user(f"pupil{number}", PASSWORD) for number in range(20)]
    for pupil in pupils:
        assert log_in(at(SCHOOL), pupil.name).status_code == 302
        assert log_in(at(SCHOOL), pupil.name).status_code == 302
    assert fail(at(SCHOOL), "ada", times=1).status_code == 200


@pytest.mark.parametrize("door", [URL, "/admin/login/"])
def test_trying_one_password_on_many_names_is_stopped(
    visitor: Client, ada: User, settings: Any, door: str
) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_log_ins": (3, 900)}
    for name in ("one", "two", "three"):
        tried = visitor.post(door, {"username": name, "password": PASSWORD})
        assert tried.status_code == 200
    response = visitor.post(door, {"username": "ada", "password": PASSWORD})
    page = response.content.decode()
    assert response.status_code == 429
    assert "Too many failed log-ins from your network. Try again in 15 minutes." in page
    assert 'value="ada"' in page
    assert 890 < int(response["Retry-After"]) <= 900
    assert "_auth_user_id" not in visitor.session
    assert log_in(at(ELSEWHERE)).status_code == 302


def test_who_logged_in_at_an_address_before_does_not_notice_its_limit(
    ada: User, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_log_ins": (3, 900)}
    assert log_in(at(SCHOOL)).status_code == 302
    for name in ("one", "two", "three"):
        fail(at(SCHOOL), name, times=1)
    assert fail(at(SCHOOL), "four", times=1).status_code == 429
    assert log_in(at(SCHOOL)).status_code == 302


# --- a person who is known -------------------------------------------------------------------


@pytest.mark.long
def test_strangers_elsewhere_never_make_the_owner_wait(ada: User) -> None:
    log_in(at(HOME))
    for number in range(30):
        fail(at(f"198.51.100.{number}"), times=TRIES + 1)
    assert log_in(at(HOME)).status_code == 302


def test_strangers_at_the_same_address_do_not_make_the_owner_wait(ada: User) -> None:
    log_in(at(SCHOOL))
    fail(at(SCHOOL), times=KNOWN.free - 1)
    assert log_in(at(SCHOOL)).status_code == 302


def test_the_owner_s_own_browser_does_not_wait_for_strangers_at_its_address(ada: User) -> None:
    browser = at(SCHOOL)
    log_in(browser)
    browser.post("/accounts/logout/")
    assert fail(at(SCHOOL), times=KNOWN.free + 1).status_code == 429
    assert log_in(browser).status_code == 302


def test_the_owner_s_own_browser_is_known_at_any_address(ada: User, settings: Any) -> None:
    browser = at(HOME)
    log_in(browser)
    fail(at(SCHOOL), times=TRIES + 1)
    travelled = at(SCHOOL)
    travelled.cookies[places.COOKIE] = browser.cookies[places.COOKIE].value
    assert log_in(travelled).status_code == 302


def test_guessing_at_a_known_place_is_slowed_down_too(ada: User) -> None:
    log_in(at(HOME))
    assert fail(at(HOME), times=KNOWN.free).status_code == 200
    assert fail(at(HOME), times=1)["Retry-After"] == "5"


def test_many_addresses_together_have_a_limit_for_one_name(ada: User, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "failures_of_a_name": (10, 3600)}
    known = at(HOME)
    log_in(known)
    for number in range(10):
        fail(at(f"198.51.100.{number}"), times=1)
    response = log_in(at("198.51.100.99"))
    assert response.status_code == 429
    assert errors(response) == (
        "Too many failed log-ins as “ada” from different networks. Use a browser in which you "
        "have logged in before, set a new password by e-mail, or try again in 60 minutes."
    )
    assert log_in(at("198.51.100.99"), "grace").status_code == 200
    assert log_in(known).status_code == 302


# --- what is stored --------------------------------------------------------------------------


def test_a_log_in_stores_hashes_of_browser_and_address_once(ada: User) -> None:
    browser = at(HOME)
    log_in(browser)
    browser.post("/accounts/logout/")
    log_in(browser)
    stored = set(KnownPlace.objects.values_list("user", "place"))
    assert len(stored) == 2
    cookie = browser.cookies[places.COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert all(HOME not in place and cookie.value not in place for _, place in stored)


@pytest.mark.long
def test_several_people_can_use_one_browser(ada: User, grace: User) -> None:
    browser = at(HOME)
    for name in ("ada", "grace"):
        log_in(browser, name)
        browser.post("/accounts/logout/")
    for name in ("ada", "grace"):
        fail(at(HOME), name, times=KNOWN.free + 1)
        assert log_in(browser, name).status_code == 302
        browser.post("/accounts/logout/")


def test_a_failed_log_in_stores_nothing(visitor: Client, ada: User) -> None:
    fail(visitor)
    assert places.COOKIE not in visitor.cookies
    assert not KnownPlace.objects.exists()


def test_signing_up_makes_a_place_known(visitor: Client) -> None:
    form = {"name": "ada", "password1": PASSWORD, "password2": PASSWORD}
    visitor.post("/accounts/sign-up/", form)
    assert KnownPlace.objects.filter(user__name="ada").count() == 2
    assert places.COOKIE in visitor.cookies


def test_places_are_forgotten_after_half_a_year(ada: User, grace: User) -> None:
    log_in(at(HOME))
    with time_machine.travel(timezone.now() + places.REMEMBERED + timedelta(minutes=1)):
        log_in(at(HOME), "grace")
        fail(at(HOME))
        assert log_in(at(HOME)).status_code == 429
        assert places.forget_old() == 2
    assert set(KnownPlace.objects.values_list("user__name", flat=True)) == {"grace"}


def test_an_endless_cookie_is_no_browser_s_name(visitor: Client, ada: User) -> None:
    visitor.cookies[places.COOKIE] = "x" * 4000
    assert log_in(visitor).status_code == 302
    assert len(visitor.cookies[places.COOKIE].value) == 32
