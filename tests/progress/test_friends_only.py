"""Whom a person shows presence, openings and results: everybody, or those whom they follow."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import online, people
from accounts.models import User
from games.models import Rating
from progress.models import Rush
from progress.puzzles import rush
from tests.conftest import logged_in
from tests.games.test_ratings import rated, resigned
from tests.progress.players import on_paper

SETTINGS = {"theme": "system", "time_zone": "UTC"}
CLOSED = "ada shows results and openings to friends only."


def choose(person: User, *, friends_only: bool) -> None:
    """As the settings do."""
    form = {**SETTINGS, **({"friends_only": "on"} if friends_only else {})}
    assert logged_in(person).post("/accounts/settings/", form).status_code == 302


def text_of(viewer: User | None, path: str = "/@ada/") -> str:
    response = (logged_in(viewer) if viewer else Client()).get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def shown(ada: User, grace: User) -> User:
    """Ada, who is here and has a result, stars, a rating and a rush."""
    resigned(rated(ada, grace), grace)
    on_paper(ada, 1, 1, 3)
    figures = {"rating": 1500, "deviation": 90, "volatility": 0.06, "pairs": 3}
    Rating.objects.update_or_create(
        user=ada, variant="classic", defaults={"rated_at": timezone.now(), **figures}
    )
    rush.begin(user_id=ada.pk, zone="")
    Rush.objects.update(day_best=3, best_at=timezone.now())
    online._written.clear()
    online.note(ada.pk)
    return ada


def boards(client: Client) -> list[bool]:
    """Whether ada stands on each of the public boards."""
    stars = client.get("/leaderboards/").content.decode()
    ratings = client.get("/leaderboards/classic/").content.decode()
    best = client.get("/puzzles/rush/").context["best_of_day"]
    return ["/@ada/" in stars, "/@ada/" in ratings, any(row.user.name == "ada" for row in best)]


def test_everybody_sees_somebody_by_default(shown: User, stranger: User) -> None:
    for viewer in (None, stranger):
        page = text_of(viewer)
        assert ("Results" in page, "ada is here now." in page) == (True, True)
    assert boards(logged_in(stranger)) == [True] * 3


def test_the_switch_limits_it_to_friends(shown: User, grace: User, stranger: User) -> None:
    people.follow(shown, grace)
    people.follow(stranger, shown)
    people.follow(grace, shown)
    choose(shown, friends_only=True)
    for viewer in (None, stranger):
        page = text_of(viewer)
        assert CLOSED in page
        for word in ("Results", "Favourite opening", "here now", "Latest games", "by stars"):
            assert word not in page, word
    for viewer in (shown, grace):
        assert "Results" in text_of(viewer)
    assert "ada is here now." in text_of(grace)
    assert "here now" in text_of(grace, "/friends/")
    assert "here now" not in text_of(stranger, "/friends/")
    assert boards(logged_in(stranger)) == [False] * 3


def test_whom_no_leaderboard_lists_is_told_so(shown: User) -> None:
    choose(shown, friends_only=True)
    page = text_of(shown, "/leaderboards/")
    assert "You have 3 stars; no leaderboard lists you." in page
    assert "Earn your first star" not in page


def test_it_can_be_taken_back(shown: User, stranger: User) -> None:
    choose(shown, friends_only=True)
    choose(shown, friends_only=False)
    assert "Results" in text_of(stranger)
    assert boards(logged_in(stranger)) == [True] * 3


def test_two_peoples_page_is_for_them_and_their_friends(
    shown: User, grace: User, stranger: User
) -> None:
    choose(shown, friends_only=True)
    for path in ("/@ada/vs/grace/", "/@grace/vs/ada/"):
        assert CLOSED in text_of(stranger, path)
        assert CLOSED in text_of(None, path)
        for viewer in (shown, grace):
            assert CLOSED not in text_of(viewer, path)
    people.follow(shown, stranger)
    assert CLOSED not in text_of(stranger, "/@ada/vs/grace/")


def test_their_results_are_not_on_the_page_of_whom_they_played(
    shown: User, grace: User, stranger: User
) -> None:
    link = 'href="/@grace/vs/ada/"'
    assert link in text_of(None, "/@grace/")
    choose(shown, friends_only=True)
    for viewer in (None, stranger):
        assert link not in text_of(viewer, "/@grace/")
    people.follow(shown, stranger)
    for viewer in (shown, grace, stranger):
        assert link in text_of(viewer, "/@grace/")


def test_a_guest_has_no_page_and_no_switch(db: Any) -> None:
    client = Client()
    client.post("/games/new/", {"variant": "classic", "kind": "local"})
    assert b"friends_only" not in client.get("/accounts/settings/").content
