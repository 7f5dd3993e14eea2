"""What guests may do at a board, over pages and over HTTP, and what asks for an account."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from games import services
from games.match import Match, Refused
from games.models import Game
from games.queries import selectors
from games.services.new import MOST_OPEN_OF_GUEST
from tests.markup import html_of


def create(client: Client, **body: Any) -> Any:
    return client.post("/api/games/", body, content_type="application/json")


def join(client: Client, match: Match) -> Any:
    return client.post(f"/api/games/{match.id}/join/", {}, content_type="application/json")


@pytest.mark.parametrize("opponent", ["engine:random", "local", "friend", "lobby"])
def test_a_visitor_makes_a_game_over_http_and_plays_it(
    client: Client, db: Any, opponent: str
) -> None:
    answer = create(client, variant="classic", opponent=opponent, seat="X")
    assert answer.status_code == 201
    game, guest = answer.json()["game"], User.objects.get()
    assert (game["you"], game["seats"]["X"]["name"]) == ("X", guest.name)
    assert guest.is_guest
    again = create(client, variant="classic", opponent=opponent, seat="X")
    assert (again.status_code, User.objects.count()) == (201, 1)
    if game["status"] == "active":
        body = {"id": "1", "version": game["version"], "action": "place", "cell": 4}
        act = client.post(f"/api/games/{game['id']}/actions/", body, "application/json")
        assert (act.status_code, act.json()["game"]["moves"][0]) == (200, 4)


def test_a_visitor_joins_by_a_friends_link_over_http(client: Client, open_match: Match) -> None:
    answer = join(client, open_match)
    assert (answer.status_code, answer.json()["you"]) == (200, "O")
    assert selectors.match(open_match.id).status == "active"


def test_a_visitor_joins_by_the_button_of_an_invitation(client: Client, open_match: Match) -> None:
    page = html_of(client.get(f"/games/{open_match.id}/"))
    assert 'name="seat" value="O"' in page
    answer = client.post(f"/games/{open_match.id}/join/", {"seat": "O"})
    assert answer["Location"] == f"/games/{open_match.id}/"
    guest = User.objects.get(is_guest=True)
    assert selectors.match(open_match.id).seat_of(guest.pk) == "O"


def test_who_comes_too_late_stays_a_visitor(client: Client, open_match: Match, grace: User) -> None:
    services.join(game_id=open_match.id, user_id=grace.pk, name="grace")
    assert join(client, open_match).status_code == 409
    page = html_of(client.post(f"/games/{open_match.id}/join/", follow=True))
    assert "Every seat of this game is taken." in page
    assert not User.objects.filter(is_guest=True).exists()


def test_a_visitor_pairs_in_the_lobby(client: Client, as_ada: Client) -> None:
    asked = {"terms": "classic 60+2"}
    waiting = as_ada.post("/lobby/pair/", asked)
    assert client.post("/lobby/pair/", asked)["Location"] == waiting["Location"]
    assert selectors.match(waiting["Location"].split("/")[2]).status == "active"


@pytest.mark.parametrize("known", [False, True])
def test_rated_games_ask_for_an_account(client: Client, db: Any, known: bool) -> None:
    if known:
        create(client, variant="classic", opponent="local")
    before = Game.objects.count()
    terms = {"variant": "classic", "opponent": "lobby", "clock": {"base": 60}, "rated": True}
    answer = create(client, **terms)
    assert (answer.status_code, answer.json()["code"]) == (401, "login_required")
    assert answer.json()["message"].startswith("Rated games need an account.")
    page = client.post("/lobby/pair/", {"terms": "classic 60+2", "rated": "on"}, follow=True)
    assert "Rated games need an account." in html_of(page)
    assert (Game.objects.count(), User.objects.count()) == (before, int(known))


def test_a_guest_sits_down_at_no_rated_game(client: Client, ada: User) -> None:
    wanted = services.Request("classic", "lobby", "X", clock=(60, 2), rated=True)
    match = services.new_game(user_id=ada.pk, name="ada", request=wanted)
    page = html_of(client.get(f"/games/{match.id}/"))
    assert "This game is rated, so you need an account." in page
    assert f"/accounts/sign-up/?next=/games/{match.id}/" in page
    assert 'name="seat" value="O"' not in page
    lobby = html_of(client.get("/lobby/"))
    assert "Take the seat" not in lobby
    assert join(client, match).json()["code"] == "login_required"
    guest = guests.create()
    with pytest.raises(Refused, match="Rated games need an account"):
        services.join(game_id=match.id, user_id=guest.pk, name=guest.name)
    assert selectors.match(match.id).status == "open"


def test_a_guest_has_fewer_games_waiting_than_a_member(db: Any) -> None:
    guest = guests.create()
    friend = services.Request("classic", "friend")
    for _ in range(MOST_OPEN_OF_GUEST):
        services.new_game(user_id=guest.pk, name=guest.name, request=friend)
    with pytest.raises(Refused, match="You have 3 games waiting") as refused:
        services.new_game(user_id=guest.pk, name=guest.name, request=friend)
    assert refused.value.code == "too_many"


def test_acting_in_a_game_without_a_seat_makes_nobody(client: Client, friendly: Match) -> None:
    body = {"id": "1", "version": friendly.version, "action": "place", "cell": 4}
    answer = client.post(f"/api/games/{friendly.id}/actions/", body, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "login_required")
    assert not User.objects.filter(is_guest=True).exists()
