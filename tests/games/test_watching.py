"""The lobby's boards to watch, and the computer that somebody who waits is offered instead."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import people
from accounts.limits import over_limit
from accounts.models import User
from games import models, services
from games.characters import nearest
from games.live.hub import hub
from games.match import Match
from games.queries import selectors
from tests.conftest import logged_in
from tests.games.conftest import Play
from tests.games.test_waiting import opened


@pytest.fixture(autouse=True)
def nothing_is_running() -> Any:
    hub.running.clear()
    yield
    hub.running.clear()


def on(ada: User, grace: User) -> Match:
    match = opened(ada)
    return services.join(game_id=match.id, user_id=grace.pk, name="grace")


def board_of(client: Client, match: Match) -> str:
    """What the lobby shows of a game; empty if it does not."""
    found = re.search(
        f'<li data-board="{match.id}">.*?</li>', client.get("/lobby/").content.decode(), re.DOTALL
    )
    return found[0] if found else ""


def test_a_game_can_be_watched_from_its_beginning_to_its_end(
    client: Client,
    ada: User,
    grace: User,
    play: Play,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        waiting = opened(ada)
    assert board_of(client, waiting) == ""
    with django_capture_on_commit_callbacks(execute=True):
        match = services.join(game_id=waiting.id, user_id=grace.pk, name="grace")
    assert "mark-X" in board_of(client, match)  # beside the name
    assert 'class="mark-X"' not in board_of(client, match)
    with django_capture_on_commit_callbacks(execute=True):
        play(match, 4)
    shown = board_of(client, match)
    assert shown.count('class="mark-X"') == 1
    assert "ada" in shown
    assert "grace" in shown
    assert "no clock" in shown
    with django_capture_on_commit_callbacks(execute=True):
        play(selectors.match(match.id), 0, 1, 2, 7)
    assert "(X) wins" in board_of(client, match)


def test_people_apart_do_not_watch_each_other(
    ada: User, grace: User, stranger: User, client: Client
) -> None:
    match = on(ada, grace)
    hub.running.note(match)
    assert board_of(client, match)
    people.block(stranger, ada)
    assert board_of(logged_in(stranger), match) == ""
    assert board_of(logged_in(ada), match)


def test_a_full_lobby_takes_few_queries(
    ada: User, grace: User, stranger: User, django_assert_max_num_queries: Any
) -> None:
    for _ in range(7):
        hub.running.note(on(ada, grace))
    for user in (ada, grace, stranger):
        opened(user)
    client = logged_in(ada)
    with django_assert_max_num_queries(20):
        client.get("/lobby/")


@pytest.mark.parametrize(
    ("rating", "name"),
    [(900, "Pip"), (1380, "Bruno"), (1500, "Tally"), (1760, "Minerva"), (2200, "Sable")],
)
def test_a_rating_is_met_by_the_step_of_the_ladder_that_suits_it(rating: int, name: str) -> None:
    found = nearest("classic", rating)
    assert found is not None
    assert found.name == name


def test_a_game_without_a_cast_offers_nobody() -> None:
    assert nearest("nothing", 1500) is None


def offered(client: Client, match: Match) -> str:
    page = client.get(f"/games/{match.id}/").content.decode()
    return page.split('class="nearest"')[1].split("</form>")[0] if 'class="nearest"' in page else ""


def waited(match: Match, seconds: int) -> None:
    long_ago = timezone.now() - timedelta(seconds=seconds)
    models.Game.objects.filter(id=match.id).update(created_at=long_ago)


def test_a_computer_is_offered_after_eight_seconds(
    as_ada: Client, as_grace: Client, ada: User
) -> None:
    match = opened(ada)
    form = offered(as_ada, match)
    assert " hidden>" in form
    after = re.search(r'data-after="(\d+)"', form)
    assert after
    assert 0 < int(after[1]) <= 8000
    waited(match, 9)
    assert " hidden>" not in offered(as_ada, match)
    assert offered(as_grace, match) == ""
    assert 'class="nearest"' in as_ada.get("/lobby/").content.decode()


def test_it_suits_the_rating_of_the_one_who_waits(as_ada: Client, ada: User) -> None:
    figures = {"rating": 1990, "deviation": 90, "volatility": 0.06, "pairs": 3}
    models.Rating.objects.create(user=ada, variant="classic", rated_at=timezone.now(), **figures)
    assert "Play Sable instead" in offered(as_ada, opened(ada))


def test_a_game_for_a_friend_goes_on_waiting(as_ada: Client, ada: User) -> None:
    assert offered(as_ada, opened(ada, "friend")) == ""


def instead(client: Client, match: Match) -> Any:
    sent = {"variant": "classic", "tap": "1", "meanwhile": "1", "seat": "random"}
    return client.post("/games/new/", {**sent, "opponent": "engine:linear", "instead": match.id})


def test_taking_it_leaves_the_queue(as_ada: Client, ada: User) -> None:
    match = opened(ada)
    begun = instead(as_ada, match)
    assert selectors.match(match.id).status == "aborted"
    assert selectors.match(begun.headers["Location"].split("/")[2]).kind == "engine"


def test_somebody_who_sat_down_meanwhile_is_met(as_ada: Client, ada: User, grace: User) -> None:
    match = on(ada, grace)
    assert instead(as_ada, match).headers["Location"] == f"/games/{match.id}/"
    assert models.Game.objects.count() == 1


@pytest.mark.parametrize("why", ["limit", "maintenance"])
def test_a_waiting_game_is_kept_while_no_other_can_begin(
    as_ada: Client, ada: User, why: str
) -> None:
    match = opened(ada)
    if why == "limit":
        for _ in range(settings.LIMITS["create_game"][0]):
            over_limit("create_game", ada.pk)
    else:
        services.begin_maintenance()
    assert instead(as_ada, match).status_code == {"limit": 400, "maintenance": 503}[why]
    assert selectors.match(match.id).status == "open"


@pytest.mark.parametrize("asked", ["theirs", "nothing"])
def test_only_ones_own_game_is_left(as_grace: Client, ada: User, asked: str) -> None:
    match = opened(ada)
    sent = {"variant": "classic", "tap": "1", "seat": "random", "opponent": "engine:linear"}
    answer = as_grace.post(
        "/games/new/", {**sent, "instead": match.id if asked == "theirs" else "x"}
    )
    assert answer.status_code == 302
    assert selectors.match(match.id).status == "open"
