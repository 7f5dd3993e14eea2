"""Bots' moves and challenges over HTTP: exactly once, and refused in plain words."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from accounts import people
from accounts.models import User
from games.live.hub import hub
from games.live.presence import Presence
from games.match import Match
from games.models import Challenge
from games.queries import selectors
from tests.programs.client import Program
from tests.programs.conftest import program_of


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_move_sent_again_with_its_key_is_made_once(
    as_robby: Program, bots_game: Match, grace: User
) -> None:
    path = f"/api/bot/game/{bots_game.id}/move/4"
    first = as_robby.post(path, Idempotency_Key="a")
    assert (first.status_code, first.json()) == (200, {"ok": True, "version": 2})
    program_of(grace).post(
        f"/api/games/{bots_game.id}/actions/",
        {"id": "1", "version": 2, "action": "place", "cell": 0},
    )
    assert as_robby.post(path, Idempotency_Key="a").json() == first.json()
    assert selectors.match(bots_game.id).moves == (4, 0)


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        ("move/9", {}, (422, "bad_cell")),
        ("move/99999999999999999999", {}, (422, "bad_cell")),
        ("move/0000000004", {}, (422, "bad_cell")),
        ("move/4?version=nonsense", {}, (400, "bad_message")),
        ("move/4?version=0", {}, (409, "stale_version")),
        ("move/4", {"Idempotency_Key": "a" * 37}, (400, "bad_message")),
        ("abort", {}, (200, "")),
        ("resign", {}, (200, "")),
    ],
)
def test_what_comes_of_a_request(
    as_robby: Program,
    bots_game: Match,
    path: str,
    headers: dict[str, str],
    expected: tuple[int, str],
) -> None:
    answer = as_robby.post(f"/api/bot/game/{bots_game.id}/{path}", **headers)
    assert (answer.status_code, answer.json().get("code", "")) == expected


def test_a_win_is_claimed_at_a_process_that_knew_nothing_of_the_game(
    as_robby: Program, bots_game: Match, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub.attendance, "presence", Presence(0.0, map(float, count()).__next__))
    address, theirs = f"/api/games/{bots_game.id}/actions/", program_of(grace)
    for version, (program, cell) in enumerate(((as_robby, 4), (theirs, 0)), start=1):
        act = {"id": str(version), "version": version, "action": "place", "cell": cell}
        assert program.post(address, act).status_code == 200
    claim = {"id": "claim", "version": 3, "action": "claim_win"}
    answer = as_robby.post(address, claim)
    assert (answer.status_code, answer.json()["game"]["outcome"]["reason"]) == (200, "abandoned")


def test_only_bots_play_at_the_bots_address(bots_game: Match, grace: User) -> None:
    answer = program_of(grace).post(f"/api/bot/game/{bots_game.id}/move/4")
    assert code(answer) == (403, "bots_only")


def test_too_many_actions_are_told_when_to_come_back(
    as_robby: Program, bots_game: Match, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "act": (1, 60)}
    as_robby.post(f"/api/bot/game/{bots_game.id}/move/4")
    answer = as_robby.post(f"/api/bot/game/{bots_game.id}/move/5")
    assert code(answer) == (429, "too_fast")
    assert 0 < int(answer["Retry-After"]) <= 60


def test_a_challenge_in_the_form_of_lichess(as_robby: Program, ada: User) -> None:
    form = {"variant": "dstru", "rated": "false", "clock.limit": "60", "clock.increment": "2"}
    headers = {"Authorization": f"Bearer {as_robby.token}"}
    answer = as_robby.client.post("/api/challenge/ada", form, headers=headers)
    assert answer.status_code == 400  # multipart is neither of the two
    answer = as_robby.client.post(
        "/api/challenge/ada",
        "&".join(f"{name}={value}" for name, value in form.items()),
        content_type="application/x-www-form-urlencoded",
        headers=headers,
    )
    assert answer.status_code == 200
    made = answer.json()
    assert made["timeControl"] == {"type": "clock", "limit": 60, "increment": 2}
    assert (made["variant"]["key"], made["destUser"]["name"]) == ("dstru", "ada")


def test_a_challenge_sent_again_is_the_same(as_robby: Program, ada: User) -> None:
    first, again = (as_robby.post("/api/challenge/ada", {"seat": "X"}).json() for _ in range(2))
    assert first == again
    assert code(as_robby.post("/api/challenge/ada", {"seat": "O"})) == (429, "too_many")
    assert as_robby.get("/api/challenge").json() == {
        "in": [],
        "out": [first],
        "incoming": [],
        "outgoing": [first],
    }


def test_a_challenge_is_declined_or_canceled(as_robby: Program, robby: User, ada: User) -> None:
    theirs = program_of(ada)
    for program, verb, status in (
        (theirs, "decline", "declined"),
        (as_robby, "cancel", "withdrawn"),
    ):
        made = as_robby.post("/api/challenge/ada").json()
        assert program.post(f"/api/challenge/{made['id']}/{verb}").json() == {"ok": True}
        assert Challenge.objects.get(pk=made["id"]).status == status
        assert program.post(f"/api/challenge/{made['id']}/accept").status_code in (404, 409)


@pytest.mark.parametrize(
    ("name", "body", "expected"),
    [
        ("nobody-here", {}, (404, "no_such_address")),
        ("ada", {"variant": "chess"}, (400, "bad_message")),
        ("ada", {"seat": "Z"}, (400, "bad_message")),
        ("ada", {"clock": {"limit": 0}}, (400, "bad_message")),
        ("ada", {"rated": True, "clock": {"limit": 60}}, (422, "not_allowed")),
        ("robby", {}, (422, "not_allowed")),
    ],
)
def test_a_challenge_that_cannot_be_is_refused(
    as_robby: Program, ada: User, name: str, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert code(as_robby.post(f"/api/challenge/{name}", body)) == expected


def test_a_blocked_persons_challenge_does_not_arrive(
    as_robby: Program, robby: User, ada: User
) -> None:
    people.block(ada, robby)
    assert as_robby.post("/api/challenge/ada").status_code == 200
    assert program_of(ada).get("/api/challenge").json()["incoming"] == []
