"""POST /api/games/ with an Idempotency-Key: however often it is sent, one game is opened."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Game, IdempotencyKey
from tests.conftest import logged_in

BODY = {"variant": "classic", "opponent": "friend"}


def create(client: Client, key: str | None = "k-1", **body: Any) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    text = json.dumps(BODY | body)
    return client.post("/api/games/", text, content_type="application/json", headers=headers)


def test_a_repeated_key_gets_the_same_game(as_ada: Client) -> None:
    first, again = create(as_ada), create(as_ada)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["url"] == first.json()["url"]
    games = [{**answer.json()["game"], "now": 0} for answer in (first, again)]
    assert games[0] == games[1]
    assert Game.objects.count() == 1


def test_a_repeated_key_gets_the_game_as_it_stands_now(as_ada: Client, as_grace: Client) -> None:
    game = create(as_ada, seat="X").json()["game"]
    as_grace.post(f"/api/games/{game['id']}/join/", "{}", content_type="application/json")
    again = create(as_ada, seat="X").json()["game"]
    assert (again["id"], again["status"]) == (game["id"], "active")


def test_without_a_key_or_with_another_one_each_request_opens_a_game(as_ada: Client) -> None:
    ids = {create(as_ada, key).json()["game"]["id"] for key in (None, None, "k-1", "k-2")}
    assert len(ids) == Game.objects.count() == 4


def test_a_key_is_its_senders_own(as_ada: Client, as_grace: Client) -> None:
    assert create(as_ada).json()["game"]["id"] != create(as_grace).json()["game"]["id"]


def test_a_visitor_s_key_is_kept_by_the_session_that_the_first_answer_brought(
    client: Client, db: None
) -> None:
    first, again = create(client), create(client)
    assert again.json()["game"]["id"] == first.json()["game"]["id"]
    assert User.objects.count() == 1
    # Without its cookie nobody can be told from somebody else who knows the key.
    elsewhere = create(Client())
    assert elsewhere.json()["game"]["id"] != first.json()["game"]["id"]
    assert User.objects.filter(is_guest=True).count() == Game.objects.count() == 2


def test_the_same_request_in_other_words_is_the_same_request(as_ada: Client) -> None:
    first = create(as_ada)
    again = create(as_ada, seat="random", clock=None, rules={"dos": "neutral"})
    assert again.json()["game"]["id"] == first.json()["game"]["id"]


def test_a_key_with_another_request_is_refused_and_quoted(as_ada: Client) -> None:
    create(as_ada)
    refused = create(as_ada, opponent="local")
    assert refused.status_code == 422
    assert refused.json()["code"] == "key_reused"
    assert refused.json()["message"].startswith("The key 'k-1' has opened another game.")
    assert Game.objects.count() == 1


@pytest.mark.parametrize("key", ["", "x" * 256, "two words", "tab\there", "k\u00e9y", "nul\x00"])
def test_a_key_that_cannot_be_is_refused_and_quoted(as_ada: Client, key: str) -> None:
    refused = create(as_ada, key)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_message")
    assert f"Idempotency-Key {key[:80]!r}: expected 1 to 255" in refused.json()["message"]
    assert not Game.objects.exists()


def test_a_refused_request_leaves_its_key_free(as_ada: Client) -> None:
    assert create(as_ada, opponent="nobody").status_code == 400
    assert create(as_ada).status_code == 201


def test_a_repeated_key_is_answered_where_no_more_games_are_allowed(as_ada: Client) -> None:
    first = create(as_ada)
    for number in range(7):
        create(as_ada, f"other-{number}")
    assert create(as_ada, "one-more").json()["code"] == "too_many"
    assert create(as_ada).json()["url"] == first.json()["url"]


def test_the_sweep_deletes_keys_after_a_day_and_not_before(as_ada: Client) -> None:
    for key, hours in (("old", 25), ("young", 23)):
        create(as_ada, key)
        created = timezone.now() - timedelta(hours=hours)
        IdempotencyKey.objects.filter(key=key).update(created_at=created)
    assert services.sweep()["keys"] == 1
    assert [key.key for key in IdempotencyKey.objects.all()] == ["young"]
    assert Game.objects.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("opponent", ["friend", "engine:smart"])
def test_one_key_sent_many_times_at_once_opens_one_game(ada: User, opponent: str) -> None:
    clients = [logged_in(ada) for _ in range(8)]

    def send(client: Client) -> tuple[int, str]:
        try:
            answer = create(client, opponent=opponent)
        finally:
            connection.close()
        return answer.status_code, answer.json()["game"]["id"]

    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(send, clients))
    assert answers == {(201, Game.objects.get().id)}
