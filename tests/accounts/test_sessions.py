"""/accounts/sessions/: where one is logged in, and ending it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import open_sessions, sweep
from accounts.models import OpenSession, SecurityEvent, User
from accounts.sessions import SessionStore, stored_key
from tests.accounts.test_staff import done
from tests.conftest import PASSWORD, logged_in

PAGE = "/accounts/sessions/"
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
)


def at(browser: str, name: str = "ada") -> Client:
    client = Client(headers={"user-agent": browser})
    client.post("/accounts/login/", {"username": name, "password": PASSWORD})
    return client


def end(client: Client, which: object = "others", password: str = PASSWORD) -> Any:
    return client.post(PAGE, {"end": which, "password": password}, follow=True)


def is_in(client: Client) -> bool:
    return client.get("/accounts/settings/").status_code == 200


def browsers(user: User) -> list[str]:
    return list(
        OpenSession.objects.filter(user=user).order_by("pk").values_list("browser", flat=True)
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (LINUX, "Firefox on Linux"),
        (PHONE, "Safari on iPhone"),
        (EDGE, "Edge on Windows"),
        ("curl/8", "A program"),
        ("<script>" * 100, "A program"),
    ],
)
def test_a_browser_is_told_in_two_words(ada: User, told: str, said: str) -> None:
    at(told)
    assert browsers(ada) == [said]


def test_the_page_lists_ones_own_sessions(ada: User, grace: User) -> None:
    here = at(LINUX)
    at(PHONE)
    at(EDGE, "grace")
    page = here.get(PAGE)
    text = page.content.decode()
    assert "Firefox on Linux</b> (this browser)" in text
    assert "Safari on iPhone" in text
    assert "Edge" not in text
    assert all(session.key not in text for session in page.context["sessions"])


def test_a_session_keeps_its_beginning_with_a_new_password(ada: User) -> None:
    here = at(LINUX)
    begun = timezone.now() - timedelta(days=3)
    OpenSession.objects.update(begun_at=begun)
    form = {
        "old_password": PASSWORD,
        **dict.fromkeys(("new_password1", "new_password2"), "n0ughts!x"),
    }
    assert here.post("/accounts/password-change/", form).status_code == 302
    assert is_in(here)
    row = OpenSession.objects.get()
    assert (row.begun_at, row.key) == (begun, stored_key(here.session.session_key))


def test_what_the_database_has_of_a_session_logs_nobody_in(ada: User) -> None:
    here = at(LINUX)
    assert is_in(here)
    for key in (Session.objects.get().session_key, OpenSession.objects.get().key):
        thief = Client()
        thief.cookies["sessionid"] = key
        assert not is_in(thief)
        assert not SessionStore(key).exists(key)


def test_one_of_them_is_ended_from_elsewhere(ada: User) -> None:
    here, there = at(LINUX), at(PHONE)
    key = stored_key(there.session.session_key)
    row = OpenSession.objects.get(key=key)
    assert "1 session ended." in end(here, row.pk).content.decode()
    assert (is_in(here), is_in(there)) == (True, False)
    assert browsers(ada) == ["Firefox on Linux"]
    assert not Session.objects.filter(session_key=key).exists()
    assert SecurityEvent.objects.filter(what="session ended", person=ada.pk, by=ada.pk).exists()


def test_nobody_ends_the_session_of_another_or_this_one(ada: User, grace: User) -> None:
    here, theirs = at(LINUX), at(EDGE, "grace")
    for row in OpenSession.objects.all():
        assert "There is no such session" in end(here, row.pk).content.decode()
    assert (is_in(here), is_in(theirs)) == (True, True)


def test_all_others_are_ended_at_once(ada: User, grace: User) -> None:
    here, one, two, theirs = at(LINUX), at(PHONE), at(EDGE), at(EDGE, "grace")
    assert end(here, password="wrong").status_code == 400
    assert is_in(one)
    assert "2 sessions ended." in end(here).content.decode()
    assert [is_in(client) for client in (here, one, two, theirs)] == [True, False, False, True]


def test_a_new_password_leaves_this_session_alone(ada: User) -> None:
    here, there = at(LINUX), at(PHONE)
    new = {"new_password1": "brand-new-pa55", "new_password2": "brand-new-pa55"}
    here.post("/accounts/password-change/", {"old_password": PASSWORD, **new})
    assert (is_in(here), is_in(there)) == (True, False)
    assert browsers(ada) == ["Firefox on Linux"]
    assert OpenSession.objects.get().key == stored_key(here.session.session_key)


def test_a_log_out_takes_it_off_the_list(ada: User) -> None:
    here = at(LINUX)
    here.post("/accounts/logout/")
    assert browsers(ada) == []


def test_a_guest_who_signs_up_has_one_session(db: Any) -> None:
    client = Client(headers={"user-agent": LINUX})
    client.post("/games/new/", {"variant": "classic", "kind": "local"})
    assert not OpenSession.objects.exists()
    form = {"name": "zoe", "password1": "brand-new-pa55", "password2": "brand-new-pa55"}
    client.post("/accounts/sign-up/", form)
    assert OpenSession.objects.get().key == stored_key(client.session.session_key)


def test_when_it_was_last_seen_is_noted_now_and_then(ada: User) -> None:
    here = at(LINUX)
    row = OpenSession.objects.get()
    is_in(here)
    assert OpenSession.objects.get().seen_at == row.seen_at
    open_sessions._noted.clear()  # as five minutes later, or in another process
    is_in(here)
    assert OpenSession.objects.get().seen_at > row.seen_at


def test_a_session_from_before_the_list_is_listed_when_it_is_used(ada: User) -> None:
    here = at(LINUX)
    OpenSession.objects.all().delete()
    open_sessions._noted.clear()
    is_in(here)
    assert OpenSession.objects.get().begun_at is None


def test_expired_sessions_leave_the_list(ada: User) -> None:
    at(LINUX)
    with time_machine.travel(timezone.now() + timedelta(days=61)):
        assert not open_sessions.of(ada).exists()
        sweep.sweep()
    assert browsers(ada) == []


def test_the_sweep_looks_each_session_up_by_its_key(ada: User) -> None:
    at(LINUX)
    with CaptureQueriesContext(connection) as asked:
        assert open_sessions.forget_ended() == 0
    assert all("NOT IN" not in one["sql"] for one in asked.captured_queries)
    Session.objects.all().delete()
    assert open_sessions.forget_ended() == 1


def test_staff_end_the_sessions_of_a_person(ada: User, staff: User) -> None:
    theirs = at(LINUX)
    page = done(logged_in(staff), "accounts/user", "end_sessions", ada.pk)
    assert "End sessions: 1 done." in page.content.decode()
    assert not is_in(theirs)
