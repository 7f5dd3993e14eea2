"""Pages of games without scripts: plain forms, steps, lists."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.match import Action, Match, Seat
from games.models import Game
from games.models import Seat as SeatRow
from games.queries import selectors, social
from tests.games.conftest import Play, person
from tests.markup import html_of
from tests.opening import open_game


def form(match: Match, **more: Any) -> dict[str, Any]:
    return {"id": "f-1", "version": match.version, "action": "place", "cell": 4, **more}


def test_a_posted_cell_is_a_move_and_leads_back_to_the_page(
    as_ada: Client, friendly: Match
) -> None:
    response = as_ada.post(f"/games/{friendly.id}/act/", form(friendly))
    assert response.status_code == 302
    assert response.headers["Location"] == f"/games/{friendly.id}/"
    assert selectors.match(friendly.id).moves == (4,)


def test_a_game_whose_engine_is_gone_is_shown_and_can_be_ended(as_ada: Client, ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="smart")
    SeatRow.objects.filter(game_id=match.id, name="O").update(engine="of-long-ago")
    url = f"/games/{match.id}/"
    as_ada.post(f"{url}act/", form(match))
    response = as_ada.get(url)
    page = html_of(response)
    assert response.status_code == 200
    assert "The engine &#x27;of-long-ago&#x27; no longer plays here" in page
    assert as_ada.get(f"/api{url}").json()["position"] == "....X.... O"
    kept = selectors.match(match.id)
    ending = form(kept, action="resign", id="f-2")
    del ending["cell"]
    as_ada.post(f"{url}act/", ending)
    over = html_of(as_ada.get(url))
    assert selectors.match(match.id).status == "finished"
    assert "Rematch" not in over
    again = form(selectors.match(match.id), action="rematch", id="f-3")
    assert "no longer plays" in html_of(as_ada.post(f"{url}act/", again, follow=True))


@pytest.mark.parametrize(
    "there", ["nonsense", "-1", "//evil.example", "/\\evil.example", "%00", ""]
)
def test_after_acting_one_goes_back_to_the_game_if_there_is_no_such_place(
    as_ada: Client, friendly: Match, there: str
) -> None:
    response = as_ada.post(f"/games/{friendly.id}/act/", form(friendly, next=there))
    assert (response.status_code, response["Location"]) == (302, f"/games/{friendly.id}/")


def test_a_double_submit_is_one_move(as_ada: Client, friendly: Match) -> None:
    for _ in range(2):
        response = as_ada.post(f"/games/{friendly.id}/act/", form(friendly), follow=True)
        assert "moved on" not in html_of(response)
    assert selectors.match(friendly.id).moves == (4,)


@pytest.mark.long
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"cell": "9"}, "9 is no cell"),
        ({"cell": "x"}, "no message of this protocol"),
        ({"version": "0"}, "The game has moved on"),
        ({"version": ""}, "no message of this protocol"),
        ({"action": "fly"}, "no message of this protocol"),
        ({"action": "remove"}, "X has to place, not remove"),
    ],
)
def test_a_refusal_is_shown_as_a_sentence(
    as_ada: Client, friendly: Match, fields: dict[str, str], sentence: str
) -> None:
    response = as_ada.post(f"/games/{friendly.id}/act/", form(friendly, **fields), follow=True)
    assert response.status_code == 200
    assert sentence in html_of(response)
    assert selectors.match(friendly.id).moves == ()


def test_the_way_back_leads_only_within_the_site(as_ada: Client, friendly: Match) -> None:
    response = as_ada.post(
        f"/games/{friendly.id}/act/", form(friendly, next="https://evil.example/")
    )
    assert response.headers["Location"] == f"/games/{friendly.id}/"


def test_a_visitor_who_acts_is_sent_to_log_in(client: Client, friendly: Match) -> None:
    response = client.post(f"/games/{friendly.id}/act/", form(friendly))
    assert response.headers["Location"].startswith("/accounts/login/")


def test_the_board_is_a_grid_of_named_cells(as_ada: Client, friendly: Match, play: Play) -> None:
    play(friendly, 4, 0)
    page = html_of(as_ada.get(f"/games/{friendly.id}/"))
    assert page.count('role="gridcell"') == 9
    assert 'aria-label="b2, X"' in page
    assert 'aria-label="a1, O, last move"' in page
    assert page.count("data-legal") == 7


def test_a_cancelled_game_can_be_tried_again(as_ada: Client, open_match: Match, ada: User) -> None:
    action = Action("abort", open_match.version, user=ada.pk)
    services.act(game_id=open_match.id, action=action)
    page = " ".join(as_ada.get(f"/games/{open_match.id}/").text.split())
    assert ">Try again</button>" in page
    assert "Rematch" not in page.partition('id="phrases"')[0]


def names(client: Client, address: str) -> list[str]:
    """Who plays, as a page names them: at a board, in a list, in a review."""
    page = html_of(client.get(address))
    found = (
        r'class="(?:name|player)"[^>]*>(?:<svg.*?</svg>)?(\w+)|<span class="vh">[XO], </span>(\w+)'
    )
    return ["".join(one) for one in re.findall(found, page)]


def test_a_page_calls_its_reader_you_and_everybody_else_by_name(
    as_ada: Client, as_grace: Client, client: Client, friendly: Match, ada: User, play: Play
) -> None:
    at_board, review = f"/games/{friendly.id}/", f"/games/{friendly.id}/review/panel/"
    assert set(names(as_ada, at_board)) == {"You", "grace"}
    assert set(names(as_grace, at_board)) == {"You", "ada"}
    assert set(names(client, at_board)) == {"ada", "grace"}
    assert "ada – grace" in as_ada.get(at_board).text, "the title, which may be sent on"
    play(friendly, 4, 0, 1, 2, 7)
    assert names(as_ada, "/games/") == ["You", "grace"]
    assert names(as_grace, review) == ["ada", "You"]
    here = services.new_game(
        user_id=ada.pk, name="ada", request=services.Request("classic", "local")
    )
    assert set(names(as_ada, f"/games/{here.id}/")) == {"ada"}


def test_an_earlier_position_can_be_looked_at(client: Client, friendly: Match, play: Play) -> None:
    play(friendly, 0, 3, 1, 4, 2)
    page = html_of(client.get(f"/games/{friendly.id}/", {"ply": 1}))
    assert 'aria-label="a1, X, last move"' in page
    assert 'aria-label="a2, empty"' in page


@pytest.mark.parametrize("ply", ["x", "-1", "999", "²", ""])
def test_a_ply_that_is_none_shows_the_last(
    client: Client, friendly: Match, play: Play, ply: str
) -> None:
    play(friendly, 0)
    page = html_of(client.get(f"/games/{friendly.id}/", {"ply": ply}))
    assert 'aria-label="a1, X, last move"' in page


@pytest.mark.parametrize("path", ["/games/nowhere/", "/games/%00/", "/games/../etc/", "/games/ä/"])
def test_an_address_without_a_game_is_404(client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 404


def test_an_invitation_shows_the_game_and_joining_is_a_step_of_its_own(
    as_grace: Client, ada: User
) -> None:
    match = open_game(ada, X=ada)
    page = html_of(as_grace.get(f"/games/{match.id}/"))
    assert 'name="seat" value="O"' in page
    assert selectors.match(match.id).status == "open"
    as_grace.post(f"/games/{match.id}/join/", {"seat": "O"})
    assert selectors.match(match.id).status == "active"


def test_a_used_invitation_shows_the_game(as_stranger: Client, friendly: Match) -> None:
    response = as_stranger.post(f"/games/{friendly.id}/join/", follow=True)
    assert "Every seat of this game is taken." in html_of(response)
    assert selectors.match(friendly.id).seat("O").title == "grace"


def test_a_second_press_of_a_join_leads_to_the_game(as_grace: Client, open_match: Match) -> None:
    for _ in range(2):
        page = html_of(as_grace.post(f"/games/{open_match.id}/join/", follow=True))
        assert "Every seat of this game is taken." not in page
    address = f"/api/games/{open_match.id}/join/"
    again = as_grace.post(address, "{}", "application/json")
    assert (again.status_code, again.json()["you"]) == (200, "O")


@pytest.mark.parametrize(
    "opponent", ["engine:random", "engine:minimax", "friend", "lobby", "local"]
)
def test_the_form_opens_every_kind_of_game(as_ada: Client, opponent: str) -> None:
    data = {"variant": "classic", "opponent": opponent, "seat": "O", "clock": ""}
    response = as_ada.post("/games/new/", data)
    assert response.status_code == 302
    game = Game.objects.get()
    assert response.headers["Location"] == f"/games/{game.id}/"
    assert game.kind == opponent.partition(":")[0]


@pytest.mark.parametrize(
    "data", [{}, {"opponent": "engine:deep"}, {"opponent": "friend", "clock": "1+1"}]
)
def test_a_choice_there_is_not_is_refused_on_the_form(as_ada: Client, data: dict[str, str]) -> None:
    response = as_ada.post("/games/new/", {"variant": "classic", "seat": "random", **data})
    assert response.status_code == 400
    assert 'class="errorlist' in html_of(response)
    assert not Game.objects.exists()


def test_a_clock_at_one_screen_is_refused_with_the_reason(as_ada: Client) -> None:
    data = {"variant": "classic", "opponent": "local", "seat": "X", "clock": "60+2"}
    assert "A game at one screen has no clock." in html_of(as_ada.post("/games/new/", data))


def test_the_lobby_lists_open_games_with_the_seat_that_is_free(
    client: Client, open_match: Match
) -> None:
    page = html_of(client.get("/lobby/"))
    assert open_match.id in page
    assert "ada" in page


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({}, 2),
        ({"result": "won"}, 1),
        ({"result": "lost"}, 1),
        ({"result": "drawn"}, 0),
        ({"kind": "engine"}, 0),
        ({"opponent": "GRACE"}, 2),
        ({"opponent": "nobody"}, 0),
        ({"variant": "classic"}, 2),
        ({"page": "99"}, 2),
    ],
)
def test_history_is_ones_own_and_filtered(
    as_ada: Client, ada: User, grace: User, play: Play, query: dict[str, str], count: int
) -> None:
    for cells in ((0, 3, 1, 4, 2), (0, 3, 1, 4, 8, 5)):
        match = open_game(ada, X=ada, O=grace)
        play(match, *cells)
    open_game(grace, "engine", X=grace, O="random")
    assert html_of(as_ada.get("/games/", query)).count('class="card"') == count


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"variant": "go"}, "“go” is none of these."),
        ({"kind": "<b>"}, "“&lt;b&gt;” is none of these."),
        ({"result": "x" * 200}, f"“{'x' * 40}” is none of these."),
        ({"opponent": "y" * 130}, f"“{'y' * 24}…” is longer than any name."),
        ({"opponent": "\x00"}, "Null characters are not allowed."),
    ],
)
def test_a_filter_that_cannot_be_is_quoted_beside_its_field(
    as_ada: Client, query: dict[str, str], said: str
) -> None:
    response = as_ada.get("/games/", query)
    page = html_of(response)
    assert response.status_code == 400
    assert said in page
    assert "Show all games" in page


@pytest.mark.parametrize(
    ("wanted", "count"),
    [("alphabeta", 1), ("Alpha-beta", 1), ("alpha", 1), ("minimax", 0), ("%", 0)],
)
def test_an_engine_is_found_by_its_title_too(
    as_ada: Client, ada: User, wanted: str, count: int
) -> None:
    match = open_game(ada, "engine", X=ada, O="alphabeta")
    action = Action("resign", match.version, user=ada.pk)
    services.act(game_id=match.id, action=action)
    page = html_of(as_ada.get("/games/", {"opponent": wanted}))
    assert page.count('class="card"') == count


def test_many_games_that_go_on_have_pages_of_their_own(as_ada: Client, ada: User) -> None:
    opened = {open_game(ada, "engine", X=ada, O="minimax").id for _ in range(13)}
    first, second = as_ada.get("/games/"), as_ada.get("/games/", {"running": "2"})
    assert 'href="?running=2"' in html_of(first)
    shown = [[card.id for card in page.context["running"]] for page in (first, second)]
    assert [len(ids) for ids in shown] == [12, 1]
    assert {*shown[0], *shown[1]} == opened
    assert "running" not in as_ada.get("/games/", {"variant": "classic"}).context


def test_a_game_at_one_screen_is_neither_won_nor_lost(
    as_ada: Client, ada: User, play: Play
) -> None:
    match = open_game(ada, "local", X=ada, O=ada)
    play(match, 0, 3, 1, 4, 2)
    shown = {
        result: html_of(as_ada.get("/games/", {"result": result})).count('class="card"')
        for result in ("", "won", "lost", "drawn")
    }
    assert shown == {"": 1, "won": 0, "lost": 0, "drawn": 0}


def test_a_visitor_who_asks_for_their_games_is_sent_to_log_in(client: Client) -> None:
    assert client.get("/games/").headers["Location"] == "/accounts/login/?next=/games/"


@pytest.mark.long
def test_many_games_of_somebody_else_are_found_all_the_same(
    as_ada: Client, ada: User, grace: User, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(social, "MOST_THEIRS", 1)
    for rival in (Seat("O", "engine", engine="minimax"), person("O", grace), person("O", grace)):
        match = open_game(ada, X=ada, O=rival)
        services.act(game_id=match.id, action=Action("resign", match.version, user=ada.pk))
    page = html_of(as_ada.get("/games/", {"opponent": "grace"}))
    assert page.count('class="card"') == 2
    assert html_of(as_ada.get("/games/", {"opponent": "ada"})).count('class="card"') == 0
