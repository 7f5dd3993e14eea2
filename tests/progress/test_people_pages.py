"""Home, leaderboards and profiles."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import services as services_of_games
from games.match import Match, Seat
from games.models import Game
from games.queries import selectors
from progress.campaign import services
from tests.markup import text_of
from tests.progress.players import clear_level, named, on_paper, play_out

# --- home --------------------------------------------------------------------------------


def test_home_of_a_visitor_is_a_board_and_four_ways_on(client: Client, db: Any) -> None:
    response = client.get("/")
    html = response.content.decode()
    assert "Your move." in text_of(response)
    assert html.count("data-legal") == 9
    ways = html.split('aria-label="More to play"')[1].split("</nav>")[0]
    assert re.findall('href="(.+?)"', ways) == [
        "/campaign/",
        "/puzzles/today/",
        "/learn/",
    ]
    answer = client.post(
        "/games/new/", {"variant": "classic", "tap": "1", "opponent": "friend"}, follow=True
    )
    assert 'value="friend"' in ways  # with one tap the link is there
    assert "/games/" in answer.context["page"].invite_url


def test_a_visit_makes_nobody_and_no_game(client: Client, db: Any) -> None:
    client.get("/")
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert "sessionid" not in client.cookies


def test_without_scripts_a_cell_opens_a_game_with_that_move(client: Client, db: Any) -> None:
    answer = client.post("/games/first-move/", {"cell": "4"})
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.id}/"
    assert [seat.engine for seat in game.seats.all()] == ["", "random"]
    match = selectors.match(game.id)
    assert match.moves[0] == 4
    assert len(match.moves) == 2
    assert client.get(f"/games/{game.id}/").context["snapshot"]["you"] == "X"


@pytest.mark.parametrize("cell", ["", "9", "-1", "b2", "4" * 300])
def test_a_first_move_that_cannot_be_starts_nothing(client: Client, db: Any, cell: str) -> None:
    answer = client.post("/games/first-move/", {"cell": cell}, follow=True)
    assert "is not a free cell of this board." in text_of(answer)
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_home_of_a_newcomer_starts_the_first_stage(as_ada: Client) -> None:
    response = as_ada.get("/")
    assert "Start the campaign" in text_of(response)
    assert 'action="/campaign/1/1/"' in response.content.decode()


def test_home_goes_on(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1, 3)
    response = as_ada.get("/")
    assert "Campaign, level 1, stage 4" in text_of(response)
    assert "Play stage 4" in text_of(response)
    assert 'action="/campaign/1/4/"' in response.content.decode()


@pytest.mark.long
def test_home_lists_running_games(ada: User, as_ada: Client) -> None:
    game_id = services.start_stage(user_id=ada.pk, level=1, number=1)
    response = as_ada.get("/")
    assert f'href="/campaign/games/{game_id}/"' in response.content.decode()
    assert "Continue" in text_of(response)


def test_home_of_somebody_who_has_it_all(ada: User, as_ada: Client) -> None:
    from progress.campaign.catalog import STAGES

    for stage in STAGES:
        on_paper(ada, *stage.key, stage.most)
    assert "You have cleared the campaign" in text_of(as_ada.get("/"))


def against(ada: User, rival: Seat, *, first: bool = True) -> Match:
    me = Seat("X" if first else "O", "person", ada.pk, ada.name)
    seats = {me.name: me, rival.name: rival}
    return services_of_games.open_game(
        services_of_games.GameSetup(
            by=ada.pk,
            variant="classic",
            kind="engine" if rival.engine else "friend",
            seats=seats,
        )
    )


def test_home_shows_first_where_it_is_your_turn(ada: User, grace: User, as_ada: Client) -> None:
    mine = against(ada, Seat("O", "engine", engine="random"))
    theirs = [against(ada, Seat("X", "person", grace.pk, "grace"), first=False) for _ in range(3)]
    page = as_ada.get("/").context["home"]
    assert page.large[0].url == f"/games/{mine.id}/"
    assert (page.large[0].who, page.large[0].engine, page.large[0].note) == (
        "Pip",
        "Random",
        "Your move",
    )
    assert {game.note for game in (*page.large[1:], *page.small)} == {"Their move"}
    assert page.running == 1 + len(theirs)
    assert page.is_your_turn


def test_home_shows_as_many_games_as_fit_and_leads_to_all(
    ada: User, grace: User, as_ada: Client
) -> None:
    for _ in range(9):
        against(ada, Seat("O", "person", grace.pk, "grace"))
    response = as_ada.get("/")
    assert len(response.context["home"].large + response.context["home"].small) == 5
    assert "All 9 games" in text_of(response)
    assert as_ada.get("/games/").content.decode().count('class="card"') == 9


def test_unfinished_games_against_computers_do_not_pile_up(ada: User, as_ada: Client) -> None:
    services.start_stage(user_id=ada.pk, level=1, number=1)
    for _ in range(3):
        against(ada, Seat("O", "engine", engine="minimax"))
    response = as_ada.get("/")
    assert len(response.context["home"].large) == 1  # the latest
    assert "Minerva" in text_of(response)
    assert "All 4 games" in text_of(response)
    assert as_ada.get("/games/").content.decode().count('class="card"') == 4


def test_home_without_a_running_game_is_a_board_too(as_ada: Client) -> None:
    html = as_ada.get("/").content.decode()
    assert html.count("data-legal") == 9
    assert 'value="friend"' in html


def test_home_is_only_read(as_ada: Client) -> None:
    assert as_ada.post("/").status_code == 405


def test_a_stage_in_ones_games_leads_back_to_its_stage(ada: User, as_ada: Client) -> None:
    game_id = services.start_stage(user_id=ada.pk, level=1, number=1)
    as_ada.post(
        f"/games/{game_id}/act/",
        {"id": "r-1", "action": "resign", "version": selectors.match(game_id).version},
    )
    page = as_ada.get("/games/").content.decode()
    assert f'href="/campaign/games/{game_id}/"' in page


# --- leaderboards ------------------------------------------------------------------------


def test_leaderboards(ada: User, grace: User, as_ada: Client) -> None:
    on_paper(ada, 1, 1, 2, minutes=1)
    on_paper(grace, 1, 1, 3, minutes=2)
    response = as_ada.get("/leaderboards/")
    page = response.content.decode()
    assert response.status_code == 200
    assert page.index('href="/@grace/"', page.index("<tbody")) < page.rindex('href="/@ada/"')
    assert "You are 2nd with 2 stars." in text_of(response)
    assert page.count('class="you"') == 1


def test_leaderboards_of_nobody(client: Client, db: Any) -> None:
    assert "Nobody has a star yet." in text_of(client.get("/leaderboards/"))


def test_leaderboards_go_on_over_pages(client: Client, db: Any) -> None:
    for number in range(51):
        on_paper(User.objects.create_user(f"p{number:02}"), 1, 1, 1, minutes=number)
    last = text_of(client.get("/leaderboards/?page=2"))
    assert "51 p50" in last
    assert "p49" not in last
    assert "Previous" in last
    assert "Newer" not in last
    assert client.get("/leaderboards/?page=nonsense").status_code == 200


def test_leaderboards_take_a_constant_number_of_queries(
    as_ada: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(20):
        on_paper(User.objects.create_user(f"p{number:02}"), 1, 1, 1, minutes=number)
    with django_assert_max_num_queries(9):  # session, person, calls, stars; page, names; place
        as_ada.get("/leaderboards/")


# --- profiles ----------------------------------------------------------------------------


def test_profile(ada: User, client: Client) -> None:
    clear_level(ada, 1)
    game_id = services.start_stage(user_id=ada.pk, level=2, number=1)
    play_out(ada, game_id, named("a1"))
    response = client.get("/@ada/")
    assert response.status_code == 200
    assert "18 / 133" in text_of(response)
    assert "1st by stars" in text_of(response)
    assert re.findall(r"(\d+ of 15, \d+ %)", text_of(response)) == [
        *("15 of 15, 100 %", "1 of 15, 7 %", "0 of 15, 0 %")
    ]
    assert f'href="/campaign/games/{game_id}/"' in response.content.decode()


def test_profile_hides_running_games(ada: User, client: Client) -> None:
    game_id = services.start_stage(user_id=ada.pk, level=1, number=1)
    assert game_id not in client.get("/@ada/").content.decode()


def test_own_profile_leads_to_settings(as_ada: Client, as_grace: Client) -> None:
    link = '<a class="btn quiet" href="/accounts/settings/">'
    assert link in as_ada.get("/@ada/").content.decode()
    assert link not in as_grace.get("/@ada/").content.decode()


def test_profile_whatever_the_case(ada: User, client: Client) -> None:
    assert client.get("/@ADA/")["Location"] == "/@ada/"


@pytest.mark.parametrize("name", ["nobody", "a'--", "%00"])
@pytest.mark.django_db
def test_unknown_profile(client: Client, name: str) -> None:
    assert client.get(f"/@{name}/").status_code == 404


def test_profile_of_an_account_that_was_closed(ada: User, client: Client) -> None:
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert client.get("/@ada/").status_code == 404


@pytest.mark.parametrize("address", ["/@ada/", "/leaderboards/"])
def test_people_pages_are_only_read(as_ada: Client, address: str) -> None:
    assert as_ada.post(address).status_code == 405
