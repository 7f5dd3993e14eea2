"""Deleting a large account: closed at once, deleted by the sweep, and nothing is left."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import resolve

from accounts import closing, data_files, people
from accounts.models import User
from games import services
from games.match import Match
from games.models import Game, Seat
from games.queries import selectors
from tests.accounts.test_own_data import relations, zerlina  # noqa: F401  a fixture
from tests.conftest import PASSWORD, logged_in
from tests.games.conftest import Play, friendly, play  # noqa: F401  fixtures
from tests.games.test_ratings import CLASSIC_WIN
from tests.progress.players import on_paper


@pytest.fixture(autouse=True)
def every_account_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_files, "LARGE", 0)


def close(user: User) -> Any:
    return logged_in(user).post("/accounts/delete/", {"password": PASSWORD}, follow=True)


def test_a_closed_account_cannot_be_used_or_found(ada: User, as_grace: Client) -> None:
    on_paper(ada, 1, 1, 3)
    elsewhere = logged_in(ada)
    page = close(ada).content.decode()
    assert "The account ada is closed" in page
    assert elsewhere.get("/accounts/settings/").status_code == 302
    entry = {"username": "ada", "password": PASSWORD}
    assert Client().post("/accounts/login/", entry).status_code == 200
    assert as_grace.get("/@ada/").status_code == 404
    assert ">ada<" not in as_grace.get("/leaderboards/").content.decode()
    form = {"name": "ada", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/accounts/sign-up/", form).status_code == 302


def test_nobody_waits_for_who_closed_their_account(
    ada: User,
    friendly: Match,
    play: Play,
) -> None:
    play(friendly, 4, 0)
    close(ada)
    left = selectors.match(friendly.id)
    assert left.outcome is not None
    assert (left.outcome.winner, left.outcome.reason) == ("O", "resign")


def test_the_pages_of_others_go_on_until_the_sweep(
    ada: User, grace: User, as_grace: Client, friendly: Match, play: Play
) -> None:
    play(friendly, *CLASSIC_WIN)
    people.block(grace, ada)
    close(ada)
    friends = as_grace.get("/friends/")
    assert (friends.status_code, friends.context["blocked"]) == (200, [])
    for address in (f"/games/{friendly.id}/", "/@grace/", "/"):
        assert as_grace.get(address).status_code == 200
    name = User.objects.get(pk=ada.pk).name
    assert resolve(f"/@{name}/").url_name == "profile"
    with pytest.raises(ValidationError, match="start with a letter or a digit"):
        User._meta.get_field("name").clean(name, None)


def test_the_sweep_leaves_nothing_that_leads_to_the_person(zerlina: User) -> None:
    key = zerlina.pk
    before = Seat.objects.count(), Game.objects.count()
    close(zerlina)
    assert User.objects.filter(pk=key).exists()
    assert closing.sweep() == 1
    assert not User.objects.filter(pk=key).exists()
    for name, (model, way) in relations().items():
        assert not model.objects.filter(**{way: key}).exists(), name
    assert (Seat.objects.count(), Game.objects.count()) == before
    assert closing.sweep() == 0


def test_a_round_deletes_for_some_seconds_and_the_next_one_goes_on(
    ada: User,
    grace: User,
    play: Play,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(4):
        game = services.new_game(
            user_id=ada.pk, name="ada", request=services.Request("classic", "local")
        )
        play(game, *CLASSIC_WIN)
    close(ada)
    monkeypatch.setattr(closing, "STEP", 1)
    monkeypatch.setattr(closing, "PATIENCE", -1.0)
    held = list[int]()
    while User.objects.filter(pk=ada.pk).exists():
        closing.sweep()
        held.append(Seat.objects.filter(user=ada.pk).count())
    assert set(held) >= set(range(8))
    assert held == sorted(held, reverse=True)


def test_a_guest_is_deleted_at_once(client: Client, db: None) -> None:
    client.post("/games/first-move/", {"cell": "4"})
    assert User.objects.get().is_guest
    client.post("/accounts/delete/")
    assert not User.objects.exists()
