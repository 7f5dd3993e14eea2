"""Guests: made by the first action, named, found again, limited, swept."""

from __future__ import annotations

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import KnownPlace, User
from accounts.reserved import reserved
from games.models import Game, Seat
from tests.conftest import logged_in

NEW = {"variant": "classic", "opponent": "local"}


def play(client: Client, **headers: str) -> Any:
    return client.post("/games/new/", NEW, **headers)


@pytest.fixture
def guest(visitor: Client) -> User:
    """Who ``visitor`` is after the first action."""
    play(visitor)
    return User.objects.get(is_guest=True)


def test_looking_at_pages_makes_nobody(visitor: Client) -> None:
    for path in ("/", "/games/new/", "/lobby/", "/campaign/1/1/", "/puzzles/", "/learn/"):
        assert visitor.get(path, follow=True).status_code == 200, path
    assert not User.objects.exists()
    assert not Session.objects.exists()


def test_the_first_action_makes_a_guest_and_the_second_finds_them(visitor: Client) -> None:
    play(visitor)
    play(visitor)
    guest = User.objects.get()
    assert re.fullmatch(r"Guest \d{4}", guest.name)
    assert (guest.is_guest, guest.is_staff, guest.has_usable_password()) == (True, False, False)
    assert set(Seat.objects.values_list("user", flat=True)) == {guest.pk}
    page = visitor.get("/learn/").content.decode()
    assert re.search(rf"<span[^>]*>{guest.name}</span></button>", page)


def test_who_is_refused_stays_a_visitor(visitor: Client) -> None:
    rated = {"variant": "classic", "opponent": "lobby", "clock": "60+2", "rated": "on"}
    page = visitor.post("/games/new/", rated)
    assert (page.status_code, User.objects.count(), Session.objects.count()) == (400, 0, 0)
    assert "Rated games need an account." in page.content.decode()


def test_a_member_is_asked_for_no_guest(as_ada: Client, ada: User) -> None:
    play(as_ada)
    assert User.objects.get() == ada


def test_the_forms_of_other_tabs_can_still_be_sent(db: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/games/new/")
    token = client.cookies["csrftoken"].value
    for _ in range(2):
        assert client.post("/games/new/", {**NEW, "csrfmiddlewaretoken": token}).status_code == 302
    assert User.objects.count() == 1


def test_without_the_token_of_a_form_nobody_is_made(db: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/games/new/", NEW).status_code == 403
    assert not User.objects.exists()


def test_a_session_key_from_before_does_not_become_the_guests(visitor: Client) -> None:
    session = visitor.session
    session["a"] = 1
    session.save()
    visitor.cookies["sessionid"] = session.session_key
    play(visitor)
    assert visitor.cookies["sessionid"].value != session.session_key
    assert visitor.session["a"] == 1


def test_a_session_of_somebody_deleted_begins_anew(visitor: Client, guest: User) -> None:
    guest.delete()
    play(visitor)
    assert User.objects.get(is_guest=True).pk != guest.pk


def test_a_taken_name_is_not_given_twice(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([7, 7, 7, 7, 11])
    monkeypatch.setattr(guests.secrets, "randbelow", lambda below: next(drawn))
    assert [guests.create().name, guests.create().name] == ["Guest 1007", "Guest 10011"]


@pytest.mark.parametrize("name", ["Guest4127", "guest-4127", "GUEST_1", "guest-4I27"])
def test_nobody_can_sign_up_as_what_looks_like_a_guest(name: str) -> None:
    assert reserved(name) == "guest"


def test_names_that_only_begin_like_that_are_free() -> None:
    assert [reserved(name) for name in ("guesthouse", "guestlog", "guest-house-1")] == [""] * 3


def test_the_theme_chosen_before_comes_along_and_can_be_changed(visitor: Client) -> None:
    visitor.cookies["theme"] = "dark"
    play(visitor)
    assert User.objects.get().theme == "dark"
    visitor.post("/accounts/theme/", {"theme": "light"})
    assert User.objects.get().theme == "light"


def test_settings_of_a_guest_have_no_e_mail_and_no_password(visitor: Client, guest: User) -> None:
    page = visitor.get("/accounts/settings/").content.decode()
    assert 'name="sound"' in page
    assert 'name="email"' not in page
    assert "/accounts/password-change/" not in page
    fields = {"theme": "dark", "sound": "on", "email": "a@example.org"}
    assert visitor.post("/accounts/settings/", fields).status_code == 302
    guest.refresh_from_db()
    assert (guest.theme, guest.sound, guest.email) == ("dark", True, "")
    assert visitor.get("/accounts/password-change/")["Location"] == "/accounts/sign-up/"


def test_no_place_is_remembered_of_a_guest(guest: User) -> None:
    assert not KnownPlace.objects.exists()


def test_nobody_logs_in_as_a_guest(guest: User) -> None:
    form = {"username": guest.name, "password": guest.password}
    assert Client().post("/accounts/login/", form).status_code == 200


# --- limits --------------------------------------------------------------------------------


@pytest.mark.long
def test_a_class_behind_one_address_begins_within_a_minute(db: Any) -> None:
    answers = [play(Client()).status_code for _ in range(30)]
    assert answers == [302] * 30
    assert User.objects.count() == 30


def test_an_address_cannot_make_guests_without_end(db: Any, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests": (2, 60)}
    for _ in range(2):
        play(Client())
    refused = Client().post("/campaign/1/1/")
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "Try again in 60 seconds, or log in." in refused.content.decode()
    asked = Client().post("/api/games/", NEW, content_type="application/json")
    assert (asked.status_code, asked.json()["code"]) == (429, "too_fast")
    assert User.objects.count() == 2
    assert play(Client(), REMOTE_ADDR="192.0.2.7").status_code == 302


def test_an_hour_has_a_limit_of_its_own(db: Any, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests_of_an_hour": (1, 3600)}
    play(Client())
    assert Client().post("/campaign/1/1/")["Retry-After"] == "3600"


def test_many_networks_of_one_customer_have_a_limit_together(db: Any, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests": (2, 60)}

    def begin(network: int) -> int:
        return int(play(Client(), REMOTE_ADDR=f"2001:db8:1:{network:x}::1").status_code)

    assert [begin(network) for network in range(5)] == [302] * 4 + [400], "a /56 has twice as many"
    beyond = [begin(network << 8) for network in range(1, 6)]
    assert beyond == [302] * 3 + [400] * 2, "a /48 has four times as many, refused ones counted"
    assert play(Client(), REMOTE_ADDR="2001:db8:2::1").status_code == 302


def test_the_site_takes_new_guests_up_to_a_ceiling(db: Any, settings: Any, ada: User) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests_of_site": (2, 3600)}
    for number in (1, 2):
        assert play(Client(), REMOTE_ADDR=f"192.0.2.{number}").status_code == 302
    refused = Client().post("/campaign/1/1/", REMOTE_ADDR="192.0.2.3")
    assert (refused.status_code, refused["Retry-After"]) == (503, "3600")
    assert "Try again in 60 minutes, or log in: members can play." in refused.text
    asked = Client().post("/api/games/", NEW, content_type="application/json")
    assert (asked.status_code, asked["Retry-After"]) == (503, "3600")
    assert play(logged_in(ada)).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 2


def test_a_guest_opens_fewer_games_a_minute_than_a_member(visitor: Client, settings: Any) -> None:
    times, _ = settings.LIMITS["create_game_as_guest"]
    assert times < settings.LIMITS["create_game"][0]
    assert [play(visitor).status_code for _ in range(times + 1)] == [302] * times + [400]
    assert Game.objects.count() == times


def test_new_guests_are_no_way_round_the_limit_of_games(db: Any, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "games_of_guests": (2, 60)}
    assert [play(Client()).status_code for _ in range(3)] == [302, 302, 400]
    assert User.objects.count() == 2


# --- coming back, and not ------------------------------------------------------------------


def test_a_visit_is_noted_once_a_day_and_renews_the_session(visitor: Client, guest: User) -> None:
    long_ago = timezone.now() - timedelta(days=29)
    User.objects.update(last_login=long_ago)
    Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
    visitor.get("/learn/")
    guest.refresh_from_db()
    assert guest.last_login is not None
    assert timezone.now() - guest.last_login < timedelta(minutes=1)
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=30)
    noted = guest.last_login
    visitor.get("/learn/")
    guest.refresh_from_db()
    assert guest.last_login == noted


def test_guests_who_do_not_come_back_are_swept(ada: User) -> None:
    now = timezone.now()
    for days in (31, 29):
        guest = guests.create()
        User.objects.filter(pk=guest.pk).update(last_login=now - timedelta(days=days))
    User.objects.filter(pk=ada.pk).update(last_login=now - timedelta(days=400))
    assert guests.sweep() == 1
    assert set(User.objects.all()) == {ada, guest}


def test_a_round_of_the_sweep_deletes_guests_for_some_seconds(
    db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_ago = timezone.now() - timedelta(days=40)
    made = [guests.create() for _ in range(3)]
    for days, guest in enumerate(made):
        User.objects.filter(pk=guest.pk).update(last_login=long_ago - timedelta(days=days))
    seconds = iter(range(100))
    monkeypatch.setattr(guests, "time", SimpleNamespace(monotonic=lambda: 2.0 * next(seconds)))
    assert guests.sweep() == 1
    assert set(User.objects.all()) == set(made[:2])
    assert guests.sweep() == 1


def test_a_guest_may_delete_everything(visitor: Client, guest: User) -> None:
    page = visitor.get("/accounts/delete/").content.decode()
    assert "password" not in page.split("<main")[1]
    assert visitor.post("/accounts/delete/").status_code == 302
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert "_auth_user_id" not in visitor.session


def test_logging_out_asks_a_guest_first(visitor: Client, guest: User) -> None:
    page = visitor.post("/accounts/logout/", {"next": "/lobby/"})
    assert page.status_code == 200
    assert "1 game" in page.content.decode()
    assert "/accounts/sign-up/?next=%2Flobby%2F" in page.content.decode()
    assert visitor.session["_auth_user_id"] == str(guest.pk)
    left = visitor.post("/accounts/logout/", {"leave": "yes", "next": "/lobby/"})
    assert left["Location"] == "/lobby/"
    assert not User.objects.exists()


def test_a_guest_who_logs_out_twice_at_once_is_gone(visitor: Client, guest: User) -> None:
    def leave(user: User, **_: Any) -> None:
        User.objects.get(pk=user.pk).delete()  # the same form, sent a moment before

    user_logged_out.connect(leave)
    try:
        assert visitor.post("/accounts/logout/", {"leave": "yes"})["Location"] == "/"
    finally:
        user_logged_out.disconnect(leave)
    assert not User.objects.exists()


# --- what staff see ------------------------------------------------------------------------


def test_staff_see_people_and_guests_apart_and_counted(staff: User, guest: User) -> None:
    client, url = logged_in(staff), "/admin/accounts/user/"
    people, only = client.get(url).content.decode(), client.get(f"{url}?kind=guests")
    assert guest.name not in people.split("changelist-form")[1]
    assert "People (1)" in people
    assert "Guests (1)" in people
    assert [user.pk for user in only.context["cl"].result_list] == [guest.pk]
    everybody = client.get(f"{url}?kind=all").context["cl"]
    assert everybody.result_count == 2


def test_staff_can_look_at_a_guest_and_close_it(staff: User, guest: User) -> None:
    client, url = logged_in(staff), f"/admin/accounts/user/{guest.pk}/change/"
    assert "A guest: there is none." in client.get(url).content.decode()
    assert client.post(url, {"name": "me", "reason": "mine"}).status_code == 403
    form = {"action": "deactivate", "_selected_action": guest.pk, "reason": "spam"}
    client.post("/admin/accounts/user/?kind=all", {**form, "confirmed": "1"})
    guest.refresh_from_db()
    assert (guest.is_active, guest.is_guest) == (False, True)
