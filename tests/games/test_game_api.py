"""Making, joining and reading games over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.match import Match
from games.queries import selectors


def create(client: Client, **body: Any) -> Any:
    return client.post("/api/games/", json.dumps(body), content_type="application/json")


def join(client: Client, url: str, body: str = "") -> Any:
    return client.post(url, body, content_type="application/json")


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize("slug", ["random", "smart", "minimax"])
def test_a_game_against_an_engine_begins_at_once(as_ada: Client, slug: str) -> None:
    response = create(as_ada, variant="classic", opponent=f"engine:{slug}", seat="O")
    assert response.status_code == 201
    game = response.json()["game"]
    assert (game["status"], game["you"], game["to_act"]) == ("active", "O", "O")
    assert game["seats"]["X"]["kind"] == "engine"
    assert response.json()["url"] == f"http://testserver/games/{game['id']}/"


def test_a_game_for_the_lobby_waits_and_is_joined_once(
    as_ada: Client, as_grace: Client, as_stranger: Client
) -> None:
    game = create(as_ada, variant="classic", opponent="lobby", seat="X").json()["game"]
    assert (game["status"], game["seats"]["O"]["kind"]) == ("open", "empty")
    url = f"/api/games/{game['id']}/join/"
    joined = as_grace.post(url, "{}", content_type="application/json")
    assert (joined.status_code, joined.json()["you"]) == (200, "O")
    assert code(join(as_stranger, url)) == (409, "not_open")


def test_a_taken_seat_is_refused_by_name(as_ada: Client, as_grace: Client) -> None:
    game = create(as_ada, variant="classic", opponent="friend", seat="X").json()["game"]
    url = f"/api/games/{game['id']}/join/"
    taken = as_grace.post(url, '{"seat": "X"}', content_type="application/json")
    assert code(taken) == (409, "not_open")
    none = as_grace.post(url, '{"seat": "Z"}', content_type="application/json")
    assert code(none) == (400, "bad_message")
    assert code(join(as_ada, url)) == (422, "not_allowed")


@pytest.mark.parametrize(
    ("body", "status", "code_"),
    [
        ({}, 400, "bad_message"),
        ({"variant": "go", "opponent": "friend"}, 400, "bad_message"),
        ({"variant": "classic", "opponent": "nobody"}, 400, "bad_message"),
        ({"variant": "classic", "opponent": "engine:deep"}, 400, "bad_message"),
        ({"variant": "classic", "opponent": "friend", "seat": "Z"}, 400, "bad_message"),
        ({"variant": "classic", "opponent": "friend", "colour": 1}, 400, "bad_message"),
        ({"variant": "classic", "opponent": "friend", "clock": {"base": 0}}, 400, "bad_message"),
        ({"variant": "classic", "opponent": "local", "clock": {"base": 60}}, 422, "not_allowed"),
        (
            {"variant": "classic", "opponent": "friend", "rules": {"exact": True}},
            422,
            "not_allowed",
        ),
    ],
)
def test_what_cannot_be_made_is_refused_with_the_reason(
    as_ada: Client, body: dict[str, Any], status: int, code_: str
) -> None:
    response = create(as_ada, **body)
    assert code(response) == (status, code_)
    assert not selectors.cards().exists()


@pytest.mark.parametrize("field", ["variant", "opponent", "seat"])
def test_a_long_word_is_refused_and_quoted_in_part(as_ada: Client, field: str) -> None:
    body = {"variant": "classic", "opponent": "local"} | {field: "x" * 5000}
    response = create(as_ada, **body)
    assert code(response) == (400, "bad_message")
    assert f"$.{field}" in response.json()["message"]
    assert len(response.json()["message"]) < 300


@pytest.mark.parametrize("path", ["games/", "games/abc/join/", "games/abc/actions/", "challenge/x"])
def test_a_name_that_no_field_has_is_quoted_in_part(as_ada: Client, path: str) -> None:
    body = json.dumps({"k" * 3000: 1})
    response = as_ada.post(f"/api/{path}", body, content_type="application/json")
    assert code(response) == (400, "bad_message")
    assert "unknown field `kkkk" in response.json()["message"]
    assert len(response.json()["message"]) < 300


@pytest.mark.parametrize("dos", ["nonsense", "person", "engine:random", ""])
def test_a_third_seat_where_there_is_none_is_refused_and_quoted(as_ada: Client, dos: str) -> None:
    response = create(as_ada, variant="classic", opponent="local", rules={"dos": dos})
    assert code(response) == (400, "bad_message")
    assert response.json()["message"].startswith(f"{dos!r} cannot sit down")


def test_making_games_without_end_is_slowed_down(as_ada: Client) -> None:
    times, _ = settings.LIMITS["create_game"]
    answers = [
        create(as_ada, variant="classic", opponent="local").status_code for _ in range(times + 1)
    ]
    assert answers == [201] * times + [429]


def test_csrf_is_required(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert create(client, variant="classic", opponent="local").status_code == 403


def test_a_snapshot_has_exactly_the_fields_of_the_protocol(client: Client, friendly: Match) -> None:
    response = client.get(f"/api/games/{friendly.id}/")
    assert response.status_code == 200
    assert sorted(response.json()) == sorted(
        [
            *(
                "id",
                "variant",
                "kind",
                "exact",
                "most",
                "position",
                "version",
                "updated_at",
                "now",
                "status",
            ),
            *("outcome", "to_act", "action", "seats", "legal", "last", "moves", "movers", "taken"),
            *("said", "formal", "chance", "rated", "clock", "offers", "breath", "patterns"),
            *("small_boards", "where"),
            *("you", "headline", "detail", "blocked", "labels", "actions", "signal"),
            *("leaving_costs", "ending", "speech", "stopped"),
        ]
    )
    assert response.json()["you"] is None
    assert response.json()["legal"] == list(range(9))


def test_nothing_newer_is_304(client: Client, friendly: Match) -> None:
    url = f"/api/games/{friendly.id}/"
    assert client.get(url, {"since": friendly.version}).status_code == 304
    assert client.get(url, {"since": friendly.version + 1}).status_code == 304
    assert client.get(url, {"since": friendly.version - 1}).status_code == 200


@pytest.mark.parametrize("since", ["x", "-1", "1.5", "", "9" * 40])
def test_a_since_that_is_no_version_is_quoted(client: Client, friendly: Match, since: str) -> None:
    response = client.get(f"/api/games/{friendly.id}/", {"since": since})
    assert code(response) == (400, "bad_message")
    assert since[:40] in response.json()["message"]


def test_an_unknown_game_is_404(client: Client, db: None) -> None:
    assert code(client.get("/api/games/nowhere/")) == (404, "no_such_game")
