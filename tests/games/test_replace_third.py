"""A third person who left is replaced by chance: kept, shown and checked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from games import services
from games.live.hub import hub
from games.match import Action, Match
from games.match.fairness import commitment
from games.models import Game
from games.presenters import snapshot
from games.queries import selectors
from games.services.verify import verify
from games.storage.log import digest
from tests import logs
from tests.games.conftest import Play, person
from tests.games.test_chance import check
from tests.match.test_third_seat import T0

LEFT = frozenset({"Dos"})


@pytest.fixture
def trio(ada: User, grace: User, stranger: User, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Three people, of whom the third takes one piece and is then away for good."""
    seats = {"Tres": person("Tres", ada), "Uno": person("Uno", grace)}
    match = services.open_game(
        services.GameSetup(
            by=ada.pk,
            variant="dstru",
            kind="friend",
            seats=seats | {"Dos": person("Dos", stranger)},
        )
    )
    for number, cell in enumerate((3, 0, 3, 5, 6)):
        acting = match.acting_seat
        assert acting
        action = Action(match.board.action, match.version, f"a{number}", cell, acting.user)
        match = services.act(game_id=match.id, action=action).match
    monkeypatch.setattr(hub.attendance.presence, "gone", lambda game_id: LEFT)
    return match


def post(client: Client, match: Match, **body: Any) -> Any:
    fields = {"id": "r-1", "version": match.version, "action": "replace", **body}
    url = f"/api/games/{match.id}/actions/"
    return client.post(url, json.dumps(fields), content_type="application/json")


@pytest.fixture
def handed_over(trio: Match, as_ada: Client, as_grace: Client, play: Play) -> Match:
    """Chance takes over with its second removal, and the game goes on for two rounds."""
    first = post(as_ada, trio).json()
    assert (first["type"], first["game"]["offers"]["replace"]) == ("ack", "Tres")
    again = post(as_ada, trio).json()
    assert (again["type"], again["version"]) == ("ack", first["version"])
    agreed = post(as_grace, trio, version=first["version"]).json()
    assert agreed["game"]["seats"]["Dos"]["kind"] == "neutral"
    assert (agreed["game"]["to_act"], len(agreed["game"]["moves"])) == ("Tres", 6)
    match = selectors.match(trio.id)
    for _ in range(2):
        free = [cell for cell in (8, 9, 10, 11, 13, 14) if not match.board.marks[cell]]
        match = play(match, *free[:2])
    return match


def test_chance_plays_from_the_committed_seed(handed_over: Match) -> None:
    assert verify(Game.objects.get(id=handed_over.id)) == []
    kept = logs.moves(handed_over.id)
    assert [one.ply for one in kept if one.seat == "Dos" and one.sent is None] == [6, 9, 12]


def test_the_snapshot_says_from_which_ply_chance_draws(handed_over: Match) -> None:
    shown = snapshot(handed_over, None, T0)
    assert shown["chance"] == {
        "commitment": commitment(handed_over.id, handed_over.seed),
        "seed": None,
        "numbers": {},
        "from": 6,
    }
    assert shown["offers"]["replace"] is None


def test_the_record_says_it_too(
    handed_over: Match, as_ada: Client, ada: User, capsys: pytest.CaptureFixture[str]
) -> None:
    page = as_ada.get(f"/games/{handed_over.id}/").content.decode()
    assert "A person played Dos at first. Since move 6, chance does." in page
    action = Action("resign", handed_over.version, user=ada.pk)
    services.act(game_id=handed_over.id, action=action)
    said = check(as_ada.get(f"/api/games/{handed_over.id}/").json())
    assert said.count("as promised") == 4
    assert "NOT" not in said
    call_command("verify", handed_over.id)
    assert "chance plays Dos from move 6 on" in capsys.readouterr().out
    promised = commitment(handed_over.id, handed_over.seed)
    data = as_ada.get(reverse("analysis:export_game", args=[handed_over.id, "json"])).json()
    assert data["chance"] == {
        "game": handed_over.id,
        "commitment": promised,
        "seed": str(handed_over.seed),
        "from": 6,
    }
    text = as_ada.get(
        reverse("analysis:export_game", args=[handed_over.id, "txt"])
    ).content.decode()
    assert '[ChanceFrom "6"]' in text
    assert f'[ChanceCommitment "{promised}"]' in text


def test_a_persons_move_after_the_hand_over_is_found(handed_over: Match) -> None:
    logs.alter_move(handed_over.id, 9, sent=digest("1:late"))
    assert verify(Game.objects.get(id=handed_over.id)) == [
        "move 9 is stored as a person's, but chance plays Dos from move 6 on"
    ]


def test_nobody_is_replaced_who_is_here(
    trio: Match, as_ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub.attendance.presence, "gone", lambda game_id: frozenset[str]())
    refused = post(as_ada, trio)
    assert (refused.status_code, refused.json()["code"]) == (422, "not_allowed")
    assert replace(selectors.match(trio.id), updated=0) == replace(trio, updated=0)
