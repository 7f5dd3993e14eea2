"""What clients of lichess write is understood, and refused in plain words where it cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts import online, people
from accounts.models import User
from games import services
from games.api.programs.operations import LINES
from games.engines import rival_engines
from games.match import Match, Phrase
from games.presenters.remarks import label_of
from games.queries import selectors
from tests.programs.client import Program
from tests.programs.conftest import program_of
from tests.programs.lines import line_of
from tests.programs.test_moves import code

DOTTED = {"clock.limit": 60, "clock.increment": 2}
NESTED = {"clock": {"limit": 60, "increment": 2}}


# --- challenges ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "clock", "seat"),
    [
        (DOTTED, (60, 2), "random"),
        (NESTED, (60, 2), "random"),
        ({"clock.limit": 60}, (60, 0), "random"),
        ({"clock.limit": None, "days": None, "fen": None, "variant": None}, None, "random"),
        ({"color": "white"}, None, "X"),
        ({"color": "black"}, None, "O"),
        ({"color": "O"}, None, "O"),
        ({"color": "black", "variant": "dstru"}, None, "Uno"),
        ({"color": "black", "seat": "X"}, None, "X"),
    ],
)
def test_the_terms_of_a_challenge(
    as_robby: Program, ada: User, body: dict[str, Any], clock: tuple[int, int] | None, seat: str
) -> None:
    made = as_robby.post("/api/challenge/ada", body).json()
    control = made["timeControl"]
    assert (control.get("limit"), control.get("increment")) == (clock or (None, None))
    assert made["seat"] == seat


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"days": 3}, "$.days"),
        ({"fen": "8/8/8 w"}, "$.fen"),
        ({"clock.increment": 2}, "clock.increment needs clock.limit."),
        ({"clock": {"limit": 60}, "clock.increment": 2}, "expected either clock or clock.limit"),
        ({"seat": ""}, "'' is no seat"),
        ({"color": "green"}, "'green'"),
        ({"keepAliveStream": True}, "keepAliveStream"),
    ],
)
def test_terms_that_cannot_be_are_told(
    as_robby: Program, ada: User, body: dict[str, Any], said: str
) -> None:
    answer = as_robby.post("/api/challenge/ada", body)
    assert code(answer) == (400, "bad_message")
    assert said in answer.json()["message"]


def test_challenges_are_in_and_out(as_robby: Program, ada: User) -> None:
    made = as_robby.post("/api/challenge/ada").json()
    mine, theirs = as_robby.get("/api/challenge").json(), program_of(ada).get("/api/challenge")
    assert (mine["in"], mine["out"]) == ([], [made])
    assert (theirs.json()["in"], theirs.json()["out"]) == ([made], [])


# --- the computer ----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["classic", "dstru"])
def test_levels_go_from_the_weakest_engine_to_the_best(as_robby: Program, variant: str) -> None:
    engines, order = [*rival_engines(variant)], []
    for level in range(1, 9):
        body = {"level": level, "variant": variant, "color": "white"}
        answer = as_robby.post("/api/challenge/ai", body)
        assert answer.status_code == 201
        game = answer.json()
        match = selectors.match(game["id"])
        engine = next(seat.engine for seat in match.seats[1:] if seat.kind == "engine")
        order.append(engines.index(engine))
    assert (order[0], order[-1]) == (0, len(engines) - 1)
    assert order == sorted(order)


def test_a_level_comes_in_a_form_too_and_once_for_a_key(as_robby: Program) -> None:
    answers = [
        as_robby.client.post(
            "/api/challenge/ai",
            "level=3&clock.limit=60&clock.increment=1&color=black",
            content_type="application/x-www-form-urlencoded",
            headers={"Authorization": f"Bearer {as_robby.token}", "Idempotency-Key": "a"},
        ).json()
        for _ in range(2)
    ]
    assert answers[0]["id"] == answers[1]["id"]
    match = selectors.match(answers[0]["id"])
    assert match.clock is not None
    assert (match.clock.base, match.clock.increment) == (60_000, 1000)


@pytest.mark.parametrize("level", [0, 9, None, "8"])
def test_a_level_that_is_none_is_told(as_robby: Program, level: object) -> None:
    answer = as_robby.post("/api/challenge/ai", {"level": level})
    assert code(answer) == (400, "bad_message")
    assert "$.level" in answer.json()["message"]


def test_a_game_that_is_none_is_told(as_robby: Program) -> None:
    answer = as_robby.post("/api/challenge/ai", {"level": 1, "variant": "standard"})
    assert code(answer) == (400, "bad_message")
    assert (
        answer.json()["message"] == "'standard' is no game: expected classic or dstru or ultimate."
    )


# --- moves and offers ------------------------------------------------------------------------


@pytest.mark.parametrize(("cell", "number"), [("b2", 4), ("C3", 8), ("4", 4), ("b2/", 4)])
def test_a_cell_has_a_name_and_a_number(
    as_robby: Program,
    bots_game: Match,
    cell: str,
    number: int,
) -> None:
    assert as_robby.post(f"/api/bot/game/{bots_game.id}/move/{cell}").status_code == 200
    assert selectors.match(bots_game.id).moves == (number,)


def test_an_answer_to_an_offer_that_is_none_is_told(as_robby: Program, bots_game: Match) -> None:
    answer = as_robby.post(f"/api/bot/game/{bots_game.id}/draw/maybe")
    assert code(answer) == (400, "bad_message")
    assert "'maybe' is no answer: expected yes or no" in answer.json()["message"]
    answer = as_robby.post(f"/api/bot/game/{bots_game.id}/draw/no")
    assert code(answer) == (422, "not_allowed")  # nothing was offered


@pytest.mark.parametrize("action", ["draw/yes", "claim-victory", "claim-draw", "chat"])
def test_a_person_plays_at_the_boards_address_only(
    bots_game: Match,
    grace: User,
    action: str,
) -> None:
    program, body = program_of(grace), {"text": "Hello"} if action == "chat" else None
    refused = program.post(f"/api/bot/game/{bots_game.id}/{action}", body)
    assert code(refused) == (403, "bots_only")
    answer = program.post(f"/api/board/game/{bots_game.id}/{action}", body)
    assert answer.status_code == (422 if "claim" in action else 200)


# --- chat ------------------------------------------------------------------------------------


SAYINGS = [
    *((phrase, label_of(phrase)) for phrase in Phrase),
    *((label_of(phrase), label_of(phrase)) for phrase in Phrase),
    (" WELL PLAYED ", "Well played"),
]


@pytest.mark.parametrize(("text", "said"), SAYINGS)
def test_a_phrase_is_said_by_its_words_or_its_code(
    as_robby: Program,
    bots_game: Match,
    text: str,
    said: str,
) -> None:
    path = f"/api/bot/game/{bots_game.id}/chat"
    assert as_robby.post(path, {"text": text, "room": "spectator"}).json() == {"ok": True}
    assert as_robby.get(path).json() == [{"user": "robby", "text": said}]


def test_free_text_is_refused_with_what_can_be_said(
    as_robby: Program,
    bots_game: Match,
) -> None:
    answer = as_robby.post(f"/api/bot/game/{bots_game.id}/chat", {"text": "I resign, you cheat"})
    assert code(answer) == (422, "not_allowed")
    known = ", ".join(map(label_of, Phrase))
    assert answer.json()["message"] == f"'I resign, you cheat' is none of the phrases: {known}."


def test_a_chat_leaves_out_whom_the_reader_blocks(
    as_robby: Program,
    bots_game: Match,
    robby: User,
    grace: User,
) -> None:
    path = f"/api/bot/game/{bots_game.id}/chat"
    as_robby.post(path, {"text": "Hello"})
    people.block(grace, robby)
    assert [len(one.get(path).json()) for one in (as_robby, program_of(grace))] == [1, 0]


# --- lists -----------------------------------------------------------------------------------


def test_games_that_wait_for_a_move_are_listed_first(
    as_robby: Program,
    bots_game: Match,
    robby: User,
) -> None:
    as_robby.post(f"/api/bot/game/{bots_game.id}/move/4")
    waiting = as_robby.post("/api/challenge/ai", {"level": 1, "color": "white"}).json()["id"]
    over = as_robby.post("/api/challenge/ai", {"level": 1, "color": "white"}).json()["id"]
    as_robby.post(f"/api/bot/game/{over}/resign")
    opened = services.Request("classic", "friend")  # nobody plays it yet
    services.new_game(user_id=robby.pk, name="robby", request=opened)
    found = as_robby.get("/api/account/playing").json()["nowPlaying"]
    assert [one["gameId"] for one in found] == [waiting, bots_game.id]
    assert [one["isMyTurn"] for one in found] == [True, False]
    assert len(as_robby.get("/api/account/playing?nb=1").json()["nowPlaying"]) == 1


@pytest.mark.parametrize(("path", "most"), [("/api/account/playing", 50), ("/api/bot/online", 200)])
@pytest.mark.parametrize("number", ["0", "-1", "many", "1000"])
def test_a_number_of_things_that_is_none_is_told(
    as_robby: Program, path: str, most: int, number: str
) -> None:
    answer = as_robby.get(f"{path}?nb={number}")
    assert code(answer) == (400, "bad_message")
    assert answer.json()["message"] == f"nb={number!r}: expected a number from 1 to {most}."


def test_the_bots_that_are_here_are_listed(
    robby: User, ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "_written", {})
    away, closed, hidden = map(User.objects.create_user, ("away", "closed", "hidden"))
    for bot in (away, closed, hidden):
        bot.is_bot = True
        bot.is_active = bot is not closed
        bot.friends_only = bot is hidden
        bot.save()
    for user in (robby, ada, closed, hidden):
        online.note(user.pk)
    answer = client.get("/api/bot/online")
    assert answer["Content-Type"] == LINES
    lines = [json.loads(line) for line in answer.content.splitlines()]
    for line in lines:
        line_of("/api/bot/online").validate(line)
    assert [(one["username"], one["title"], one["perfs"]) for one in lines] == [
        ("robby", "BOT", {})
    ]


def test_a_game_is_exported_at_both_addresses(
    as_robby: Program,
    bots_game: Match,
    client: Client,
) -> None:
    as_robby.post(f"/api/bot/game/{bots_game.id}/move/b2")
    found = client.get(f"/api/game/export/{bots_game.id}").json()
    assert found == client.get(f"/game/export/{bots_game.id}").json()
    assert (found["moves"], found["status"], found["winner"]) == ("4", "started", None)
    assert found["position"] == "....X.... O"
    assert [player["name"] for player in found["players"].values()] == ["robby", "grace"]
    assert client.get("/game/export/AAAAAAAAAAAA").status_code == 404
