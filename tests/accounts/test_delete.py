"""/accounts/delete/: works, keeps games without the name, as a visitor, bad input."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.failures import STRANGE
from accounts.models import KnownPlace, User
from games.models import Game, Seat
from progress.models import Attempt
from tests.accounts.conftest import errors
from tests.conftest import PASSWORD, logged_in

URL = "/accounts/delete/"


def delete(client: Client, password: str = PASSWORD) -> Any:
    return client.post(URL, {"password": password})


def game(by: User) -> Game:
    now = timezone.now()
    options = {"variant": "classic", "kind": "friend", "status": "finished", "finished_at": now}
    return Game.objects.create(position="XXXOO.... O", created_by=by, **options)


def test_the_account_goes_and_the_session_with_it(as_ada: Client, ada: User) -> None:
    elsewhere = logged_in(ada)
    response = delete(as_ada)
    assert response["Location"] == "/"
    assert not User.objects.exists()
    assert "_auth_user_id" not in as_ada.session
    assert elsewhere.get("/accounts/settings/").status_code == 302
    assert "The account ada is deleted" in as_ada.get("/accounts/login/").content.decode()


def test_games_stay_without_the_name(as_ada: Client, ada: User, grace: User) -> None:
    played = game(ada)
    Seat.objects.create(game=played, name="X", index=0, kind="person", user=ada)
    Seat.objects.create(game=played, name="O", index=1, kind="person", user=grace)
    delete(as_ada)
    played.refresh_from_db()
    assert played.created_by is None
    assert list(played.seats.values_list("kind", "user")) == [
        ("person", None),
        ("person", grace.pk),
    ]


def test_what_others_link_to_it_meanwhile_does_not_keep_an_account(
    as_ada: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL refuses the row of a person whom somebody blocks or challenges just then."""
    refusals = iter([IntegrityError("violates foreign key constraint")] * 2)
    real = User.delete

    def refused_twice(user: User) -> Any:
        for error in refusals:
            raise error
        return real(user)

    monkeypatch.setattr(User, "delete", refused_twice)
    assert delete(as_ada)["Location"] == "/"
    assert not User.objects.exists()


def test_campaign_results_go(as_ada: Client, ada: User) -> None:
    Attempt.objects.create(game=game(ada), user=ada, level=1, stage=1, stars=3)
    delete(as_ada)
    assert not Attempt.objects.exists()
    assert Game.objects.count() == 1


def test_the_places_one_came_from_are_forgotten(ada: User) -> None:
    client = Client()
    client.post("/accounts/login/", {"username": "ada", "password": PASSWORD})
    assert KnownPlace.objects.count() == 2
    delete(client)
    assert not KnownPlace.objects.exists()


def test_the_name_is_free_again(as_ada: Client) -> None:
    delete(as_ada)
    form = {"name": "ada", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/accounts/sign-up/", form).status_code == 302


def test_others_stay(as_ada: Client, grace: User) -> None:
    delete(as_ada)
    assert User.objects.get() == grace


def test_the_wrong_password_is_refused_beside_it(as_ada: Client, ada: User) -> None:
    assert errors(delete(as_ada, "wrong"), "password") == "That is not your password."
    assert errors(delete(as_ada, "a\x00"), "password")
    assert errors(delete(as_ada, ""), "password")
    assert User.objects.get() == ada


def test_guessing_at_an_open_screen_is_stopped(as_ada: Client) -> None:
    for _ in range(STRANGE.free):
        delete(as_ada, "wrong")
    assert "Too many wrong passwords. Try again in 5 seconds." in errors(delete(as_ada), "password")


def test_the_page_asks_first(as_ada: Client) -> None:
    page = as_ada.get(URL).content.decode()
    assert "Your games stay" in page
    assert User.objects.exists()


def test_a_visitor_is_asked_to_log_in(visitor: Client, ada: User) -> None:
    assert delete(visitor).status_code == 302
    assert User.objects.exists()


def test_other_methods_are_refused(as_ada: Client) -> None:
    assert as_ada.delete(URL).status_code == 405
    assert User.objects.exists()
