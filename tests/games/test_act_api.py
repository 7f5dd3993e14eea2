"""POST /api/games/<id>/actions/: works, other user, bad input, races."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games.match import Match
from games.models import Game
from games.queries import selectors
from tests import logs
from tests.conftest import logged_in
from tests.opening import open_game


@pytest.fixture
def match(ada: User, grace: User) -> Match:
    return friendly(ada, grace)


def friendly(x: User, o: User) -> Match:
    return open_game(x, X=x, O=o)


def post(client: Client, match: Match, **body: Any) -> Any:
    action = {"id": "a-1", "version": match.version, "action": "place", "cell": 4, **body}
    url = f"/api/games/{match.id}/actions/"
    return client.post(url, json.dumps(action), content_type="application/json")


def test_a_legal_move_is_acknowledged_with_the_snapshot(as_ada: Client, match: Match) -> None:
    response = post(as_ada, match)
    assert response.status_code == 200
    body = response.json()
    assert (body["type"], body["id"], body["version"]) == ("ack", "a-1", match.version + 1)
    assert body["game"]["position"] == "....X.... O"
    assert body["game"]["to_act"] == "O"
    assert body["game"]["you"] == "X"
    assert body["game"]["last"] == {"cell": 4, "seat": "X", "ply": 1, "action": "place"}


def test_the_same_action_id_again_gets_the_same_ack(as_ada: Client, match: Match) -> None:
    first, again = post(as_ada, match), post(as_ada, match)
    assert again.status_code == 200
    assert again.json()["version"] == first.json()["version"]
    assert len(logs.moves(match.id)) == 1


def test_an_id_is_its_senders_own(
    as_ada: Client, as_grace: Client, as_stranger: Client, match: Match
) -> None:
    post(as_ada, match)
    assert post(as_stranger, match).json()["code"] == "not_seated"
    answer = post(as_grace, match, version=match.version + 1, cell=0)
    assert answer.json()["version"] == match.version + 2
    assert selectors.match(match.id).moves == (4, 0)


def test_a_stale_version_is_refused_with_the_current_game(as_ada: Client, match: Match) -> None:
    post(as_ada, match)
    response = post(as_ada, match, id="a-2", cell=0)
    assert response.status_code == 409
    assert response.json()["code"] == "stale_version"
    assert response.json()["game"]["version"] == match.version + 1


@pytest.mark.parametrize(
    ("cell", "status", "code"),
    [
        (9, 422, "bad_cell"),
        (-1, 422, "bad_cell"),
        (None, 422, "bad_cell"),
        ("x", 400, "bad_message"),
    ],
)
def test_a_cell_that_cannot_be_is_refused_by_name(
    as_ada: Client, match: Match, cell: Any, status: int, code: str
) -> None:
    response = post(as_ada, match, cell=cell)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert selectors.match(match.id).moves == ()


def test_an_occupied_cell_is_refused(as_ada: Client, as_grace: Client, match: Match) -> None:
    post(as_ada, match)
    response = post(as_grace, match, version=match.version + 1, id="g-1")
    assert (response.status_code, response.json()["code"]) == (422, "cell_taken")


def test_a_player_out_of_turn_is_refused(as_grace: Client, match: Match) -> None:
    response = post(as_grace, match)
    assert (response.status_code, response.json()["code"]) == (409, "not_your_turn")


def test_a_stranger_cannot_act(as_stranger: Client, match: Match) -> None:
    response = post(as_stranger, match)
    assert (response.status_code, response.json()["code"]) == (403, "not_seated")


def test_a_visitor_is_asked_to_log_in(client: Client, match: Match) -> None:
    response = post(client, match)
    assert (response.status_code, response.json()["code"]) == (401, "login_required")


def test_a_game_that_does_not_exist_is_404(as_ada: Client, match: Match) -> None:
    response = as_ada.post("/api/games/nowhere/actions/", "{}", content_type="application/json")
    assert response.status_code == 400
    response = as_ada.post(
        "/api/games/nowhere/actions/",
        json.dumps({"id": "1", "version": 1, "action": "resign"}),
        content_type="application/json",
    )
    assert (response.status_code, response.json()["code"]) == (404, "no_such_game")


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '"act"', "[" * 3000, '{"id": "\\ud800"}'])
def test_a_body_that_is_no_message_is_quoted_back(as_ada: Client, match: Match, body: str) -> None:
    url = f"/api/games/{match.id}/actions/"
    response = as_ada.post(url, body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (400, "bad_message")


def test_reading_an_action_is_not_allowed(as_ada: Client, match: Match) -> None:
    assert as_ada.get(f"/api/games/{match.id}/actions/").status_code == 405


def test_a_full_game_ends_with_the_winning_line(
    as_ada: Client, as_grace: Client, match: Match
) -> None:
    clients = [as_ada, as_grace]
    for ply, cell in enumerate([0, 3, 1, 4, 2]):
        response = post(
            clients[ply % 2], match, version=match.version + ply, id=f"m{ply}", cell=cell
        )
        assert response.status_code == 200, response.content
    game = response.json()["game"]
    assert game["status"] == "finished"
    assert game["outcome"] == {"winner": "X", "reason": "line", "cells": [0, 1, 2]}
    assert game["legal"] == []
    row = Game.objects.get(id=match.id)
    assert (row.winner, row.reason, row.status) == ("X", "line", "finished")
    response = post(as_grace, match, version=game["version"], id="late", cell=8)
    assert (response.status_code, response.json()["code"]) == (409, "game_over")


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_hundred_simultaneous_posts_of_one_turn_leave_one_move(ada: User, grace: User) -> None:
    match = friendly(ada, grace)
    clients = [logged_in(ada) for _ in range(20)]

    def five_posts(number: int) -> list[tuple[int, str]]:
        try:
            posts = [
                post(clients[number], match, id=f"{number}-{turn}", cell=(number + turn) % 9)
                for turn in range(5)
            ]
        finally:
            connection.close()
        return [(post.status_code, post.json().get("code", "")) for post in posts]

    with ThreadPoolExecutor(20) as pool:
        answers = [answer for five in pool.map(five_posts, range(20)) for answer in five]
    assert len(answers) == 100
    assert sorted(set(answers)) == [(200, ""), (409, "stale_version")]
    assert answers.count((200, "")) == 1
    assert len(logs.moves(match.id)) == 1
    assert selectors.match(match.id).version == match.version + 1
