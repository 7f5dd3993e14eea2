"""Bot accounts: made of accounts that have played nothing, marked, and rated apart from people."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import presenters, services
from games.match import Refused
from games.models import Rating
from games.queries import selectors
from games.services import bots
from progress.models import Total
from tests.programs.client import Program
from tests.programs.conftest import program_of

RATED = services.Request("classic", "friend", clock=(60, 0), rated=True)


def test_an_account_becomes_a_bots_and_stays_one(ada: User) -> None:
    program = program_of(ada)
    for _ in range(2):
        assert program.post("/api/bot/account/upgrade").json() == {"ok": True}
    assert program.get("/api/account").json()["title"] == "BOT"


def test_an_account_that_has_played_stays_a_persons(ada: User) -> None:
    services.new_game(user_id=ada.pk, name="ada", request=services.Request("classic", "local"))
    answer = program_of(ada).post("/api/bot/account/upgrade")
    assert (answer.status_code, answer.json()["message"]) == (422, bots.PLAYED)
    ada.refresh_from_db()
    assert not ada.is_bot


def test_a_guest_cannot_become_a_bot(db: Any) -> None:
    with pytest.raises(Refused, match="needs an account of its own"):
        services.become_bot(user_id=guests.create().pk)


def test_a_bot_and_a_person_play_unrated_and_the_bot_is_marked(robby: User, ada: User) -> None:
    asked = services.challenge(
        by=robby.pk, to=ada.pk, request=services.Request("classic", "friend", seat="X")
    )
    match = services.accept(challenge_id=asked.id, user_id=ada.pk)
    seats = presenters.snapshot(selectors.match(match.id), ada.pk, 0)["seats"]
    assert [(seat["name"], seat["title"]) for seat in seats.values()] == [
        ("robby", "BOT robby"),
        ("ada", "ada"),
    ]


@pytest.mark.parametrize("asker", ["robby", "ada"])
def test_a_rated_challenge_between_a_bot_and_a_person_is_refused(
    robby: User, ada: User, asker: str
) -> None:
    by, to = (robby, ada) if asker == "robby" else (ada, robby)
    with pytest.raises(Refused, match=bots.MIXED):
        services.challenge(by=by.pk, to=to.pk, request=RATED)


@pytest.mark.parametrize("opener", ["robby", "ada"])
def test_a_rated_game_of_a_bot_is_not_joined_by_a_person_nor_the_other_way(
    robby: User, ada: User, opener: str
) -> None:
    one, other = (robby, ada) if opener == "robby" else (ada, robby)
    match = services.new_game(user_id=one.pk, name=one.name, request=RATED)
    with pytest.raises(Refused, match=bots.MIXED):
        services.join(game_id=match.id, user_id=other.pk, name=other.name)


def test_two_bots_play_rated(robby: User, grace: User) -> None:
    services.become_bot(user_id=grace.pk)
    asked = services.challenge(by=robby.pk, to=grace.pk, request=RATED)
    assert services.accept(challenge_id=asked.id, user_id=grace.pk).rated


def test_a_bot_is_not_in_the_lobby(as_robby: Program, ada: User) -> None:
    opened = as_robby.post("/api/games/", {"variant": "classic", "opponent": "lobby"})
    assert (opened.status_code, opened.json()["message"]) == (422, bots.NO_LOBBY)
    match = services.new_game(
        user_id=ada.pk, name="ada", request=services.Request("classic", "lobby")
    )
    joined = as_robby.post(f"/api/games/{match.id}/join/")
    assert (joined.status_code, joined.json()["message"]) == (422, bots.NO_LOBBY)


def test_bots_and_people_stand_on_boards_of_their_own(
    robby: User, ada: User, client: Client
) -> None:
    for user in (robby, ada):
        figures = {"rating": 1600, "deviation": 80, "volatility": 0.06, "pairs": 3}
        Rating.objects.create(user=user, variant="classic", rated_at=timezone.now(), **figures)
    people = client.get("/leaderboards/classic/").content.decode()
    programs = client.get("/leaderboards/classic/bots/").content.decode()
    assert ("/@ada/" in people, "/@robby/" in people) == (True, False)
    assert ("/@ada/" in programs, "BOT robby" in programs) == (False, True)


def test_an_account_that_becomes_a_bot_leaves_the_board_of_stars(ada: User) -> None:
    Total.objects.create(user=ada, stars=3, cleared=1, since=timezone.now(), listed=True)
    services.become_bot(user_id=ada.pk)
    assert not Total.objects.get(user=ada).listed


def test_the_page_of_a_bot_says_what_it_is(robby: User, client: Client) -> None:
    page = client.get("/@robby/").content.decode()
    assert "<h1>BOT robby</h1>" in page
    assert "A bot: a program plays with this account" in page
