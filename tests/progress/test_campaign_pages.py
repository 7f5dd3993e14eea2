"""The map, a stage and its game: works, other user, locked, bad address, wrong method."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games import models
from games.presenters.sentences import detail
from games.queries import selectors
from progress.campaign import services
from progress.models import Attempt
from tests.markup import html_of, text_of
from tests.progress.players import clear, clear_level, named, on_paper, play_out

MAP = "/campaign/"


# --- the map -----------------------------------------------------------------------------


def test_map_of_a_member(ada: User, as_ada: Client) -> None:
    clear(ada, (1, 1), (1, 2), stars=3)
    response = as_ada.get(MAP)
    page = html_of(response)
    assert response.status_code == 200
    assert page.count('class="stop done"') == 2
    assert page.count('class="stop now"') == 1
    assert page.count('class="stop open"') == 2  # the exam, and level 2 after three stars twice
    assert page.count('class="stop locked') == 40
    assert "6 of 133" in text_of(response)
    assert "2 of 15 stages cleared." in text_of(response)
    assert re.findall(r"of 4[35] stars, (\d+ %) cleared", text_of(response)) == [
        "13 %",
        "0 %",
        "0 %",
    ]
    assert page.count('<a href="/formulas/12/" title="P(1), formula 12">13 %</a>') == 1
    assert 'href="/campaign/1/3/"' in page
    assert 'href="/campaign/1/4/"' not in page
    assert "Sign up" not in text_of(response).split("Campaign", 2)[2]


@pytest.mark.parametrize("address", [MAP, "/"])
def test_a_level_that_opened_early_is_offered(ada: User, as_ada: Client, address: str) -> None:
    way = 'href="/campaign/2/1/">Go'
    clear(ada, (1, 1), stars=3)
    assert way not in html_of(as_ada.get(address))
    clear(ada, (1, 2), stars=3)
    assert way in html_of(as_ada.get(address))


def test_map_says_once_what_can_be_had_and_why_it_is_not_135(client: Client, db: Any) -> None:
    page = client.get(MAP)
    words = text_of(page)
    assert words.count("The most you can get is 133 stars.") == 1
    assert words.count("Why not 135?") == 1
    assert "105" not in words
    before, _, asked = html_of(page).partition("<details><summary>Why not")
    assert "135" not in before
    assert "135" in asked


def test_no_other_page_prints_another_maximum(ada: User, as_ada: Client) -> None:
    clear(ada, (1, 1), stars=3)
    for page in ("/", "/@ada/", "/leaderboards/"):
        words = text_of(as_ada.get(page))
        assert not {"105", "135"} & set(re.findall("[0-9]+", words)), page


def test_map_of_a_visitor_invites(client: Client, db: Any) -> None:
    response = client.get(MAP)
    assert response.status_code == 200
    assert 'action="/campaign/1/1/"' in html_of(response)
    assert "Play 1, First mark" in text_of(response)
    assert "First mark" in text_of(response)


def test_map_shows_nothing_of_others(ada: User, as_grace: Client) -> None:
    clear(ada, (1, 1), stars=3)
    assert "0 of 133" in text_of(as_grace.get(MAP))


def test_map_takes_a_constant_number_of_queries(
    ada: User, as_ada: Client, django_assert_max_num_queries: Any
) -> None:
    for level in (1, 2):
        clear_level(ada, level)
    on_paper(ada, 3, 1, None)
    with django_assert_max_num_queries(7):  # session, person, standing, running, own stars, calls
        as_ada.get(MAP)


def test_map_marks_what_is_in_play(ada: User, as_ada: Client) -> None:
    on_paper(ada, 1, 1, None)
    assert "in play" in text_of(as_ada.get(MAP))


def test_map_is_only_read(as_ada: Client) -> None:
    assert as_ada.post(MAP).status_code == 405


# --- a stage -----------------------------------------------------------------------------


def test_stage_page(ada: User, as_ada: Client) -> None:
    clear(ada, (1, 1))
    response = as_ada.get("/campaign/1/2/")
    assert response.status_code == 200
    assert "The centre lies on four lines. Which one do you build?" in text_of(response)
    assert "One of your marks is on the board" in text_of(response)
    assert "X on b2, O on a1" in html_of(response)
    assert "Start" in text_of(response)


def test_stage_page_of_a_visitor(client: Client, db: Any) -> None:
    response = client.get("/campaign/1/1/")
    assert response.status_code == 200
    assert ">Start</button>" in html_of(response)


def test_stage_terms(ada: User, as_ada: Client) -> None:
    for level in (1, 2):
        clear_level(ada, level)
    clear_level(ada, 3, 14)
    assert "three stars in three moves of yours or fewer" in text_of(as_ada.get("/campaign/2/1/"))
    assert "You play O, and it is your move." in text_of(as_ada.get("/campaign/1/8/"))
    assert "You play O. Your opponent moves first" in text_of(as_ada.get("/campaign/3/15/"))
    assert "A draw clears the stage" in text_of(as_ada.get("/campaign/3/15/"))


def test_start(ada: User, as_ada: Client) -> None:
    response = as_ada.post("/campaign/1/1/")
    attempt = Attempt.objects.get(user=ada)
    assert response.status_code == 302
    assert response["Location"] == f"/campaign/games/{attempt.game_id}/"


def test_start_goes_on_with_a_running_game(ada: User, as_ada: Client) -> None:
    first = as_ada.post("/campaign/1/1/")
    assert as_ada.post("/campaign/1/1/")["Location"] == first["Location"]
    assert "Continue" in text_of(as_ada.get("/campaign/1/1/"))


def test_a_visitor_who_starts_plays_as_a_guest(client: Client, db: Any) -> None:
    response = client.post("/campaign/1/1/")
    attempt = Attempt.objects.get()
    assert response["Location"] == f"/campaign/games/{attempt.game_id}/"
    assert attempt.user.is_guest
    assert f"{attempt.user.name}" in html_of(client.get(response["Location"]))


def test_a_visitor_who_starts_what_is_locked_stays_a_visitor(client: Client, db: Any) -> None:
    assert client.post("/campaign/1/2/").status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_locked_stage(as_ada: Client, method: str) -> None:
    response = getattr(as_ada, method)("/campaign/1/2/")
    assert response.status_code == 403
    assert "opens when you clear stage 1, First mark" in text_of(response)
    assert not models.Game.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_locked_level(ada: User, as_ada: Client, method: str) -> None:
    clear_level(ada, 1, 4)
    response = getattr(as_ada, method)("/campaign/3/1/")
    assert response.status_code == 403
    assert "a star on every stage of level 2. You have 0 of 15" in text_of(response)


@pytest.mark.parametrize("address", ["1/0", "1/16", "0/1", "4/1", "99999999999999999999/1"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_unknown_stage(as_ada: Client, address: str, method: str) -> None:
    assert getattr(as_ada, method)(f"/campaign/{address}/").status_code == 404


def test_stage_has_no_other_methods(as_ada: Client) -> None:
    assert as_ada.put("/campaign/1/1/").status_code == 405


def test_starting_too_often(as_ada: Client) -> None:
    times, _ = settings.LIMITS["create_game"]
    answers = [as_ada.post("/campaign/1/1/").status_code for _ in range(times + 1)]
    assert answers == [302] * times + [429]


# --- its game ----------------------------------------------------------------------------


def started(user: User, level: int, number: int) -> tuple[str, str]:
    game_id = services.start_stage(user_id=user.pk, level=level, number=number)
    return game_id, f"/campaign/games/{game_id}/"


def test_game_shows_the_lesson_and_no_result_yet(ada: User, as_ada: Client) -> None:
    _, address = started(ada, 1, 1)
    response = as_ada.get(address)
    assert response.status_code == 200
    assert "Three in a row wins. Where do you begin?" in text_of(response)
    assert 'class="earned"' not in html_of(response)


def test_marks_of_the_opening_are_nobodys_move(ada: User, as_ada: Client) -> None:
    """Stage 2-7 begins with three marks, the last of them the opponent's."""
    clear_level(ada, 1)
    clear_level(ada, 2, upto=6)
    game_id, address = started(ada, 2, 7)
    assert "Bruno played" not in text_of(as_ada.get(address))
    assert detail(selectors.match(game_id), "X") == ""


def test_game_shows_stars_what_opened_and_the_way_on(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1)
    game_id, address = started(ada, 2, 1)
    play_out(ada, game_id, named("a1"))
    response = as_ada.get(address)
    page = text_of(response)
    assert "Three stars" in page
    assert "You won in one move." in page
    assert "Stage 2, The gap, is open." in page
    assert "Next stage: The gap" in page
    assert 'action="/campaign/2/2/"' in html_of(response)


def test_game_that_opens_level_2_early_leads_there(ada: User, as_ada: Client) -> None:
    clear(ada, (1, 2), stars=3)
    again = on_paper(ada, 1, 1, 3)
    response = as_ada.get(f"/campaign/games/{again.game_id}/")
    assert "Level 2 is open" in text_of(response)
    assert 'href="/campaign/2/1/">Go to level 2' in html_of(response)


def test_game_that_was_lost_offers_another_try(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1)
    clear_level(ada, 2, 12)
    game_id, address = started(ada, 2, 13)
    play_out(ada, game_id, named("a1"))
    response = as_ada.get(address)
    assert "No stars" in text_of(response)
    assert "Try again" in text_of(response)
    assert "Next stage" not in text_of(response)
    assert 'action="/campaign/2/13/"' in html_of(response)
    assert (
        f'<a href="/games/{game_id}/review/" data-open-review>See where it went wrong'
        in html_of(response)
    )
    assert '<a href="/learn/lines/">Win, block, fork</a>' in html_of(response)


def test_others_watch_without_buttons(ada: User, as_grace: Client, client: Client) -> None:
    clear_level(ada, 1)
    game_id, address = started(ada, 2, 1)
    assert "You are watching ada" in text_of(as_grace.get(address))
    play_out(ada, game_id, named("a1"))
    for watcher in (as_grace, client):
        response = watcher.get(address)
        assert response.status_code == 200
        assert "Three stars" in text_of(response)
        assert 'action="/campaign/2/' not in html_of(response)


def test_game_that_is_no_attempt(ada: User, as_ada: Client) -> None:
    game = models.Game.objects.create(variant="classic", kind="lobby", position="......... X")
    assert as_ada.get(f"/campaign/games/{game.pk}/").status_code == 404
    for address in ("nothing", "%00", "a" * 99):
        assert as_ada.get(f"/campaign/games/{address}/").status_code == 404


def test_game_is_only_read(ada: User, as_ada: Client) -> None:
    _, address = started(ada, 1, 1)
    assert as_ada.post(address).status_code == 405
