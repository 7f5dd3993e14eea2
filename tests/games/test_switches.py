"""Games against engines with switches: asked for, stored, named, replayed and found again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import models, services
from games.match import Action, Match
from games.models import Game
from games.services.verify import verify
from tests import logs
from tests.games.conftest import Play
from tests.markup import html_of
from tests.opening import open_game

SHALLOW = "alphabeta:depth=2,heuristics=off"
OPEN_SWITCHES = r'<details class="switches[^>]* open>'
LABEL = "Alpha-beta (depth 2, no heuristics)"


def create(client: Client, **body: Any) -> Any:
    return client.post("/api/games/", json.dumps(body), content_type="application/json")


def against(ada: User, name: str) -> Match:
    return open_game(ada, "engine", X=ada, O=name)


def stored(game_id: str) -> dict[str, str]:
    return dict(models.Seat.objects.filter(game=game_id).values_list("name", "engine"))


@pytest.mark.parametrize("asked", [SHALLOW, "alphabeta:heuristics=no,depth=2,memo=off"])
def test_the_api_takes_switches_and_names_the_player_by_them(as_ada: Client, asked: str) -> None:
    answer = create(as_ada, variant="classic", opponent=f"engine:{asked}", seat="O")
    assert answer.status_code == 201
    game = answer.json()["game"]
    assert game["seats"]["X"]["name"] == LABEL
    assert stored(game["id"])["X"] == SHALLOW
    assert len(game["moves"]) == 1
    assert LABEL in html_of(as_ada.get(f"/games/{game['id']}/"))


def test_dos_may_have_switches_too(as_ada: Client) -> None:
    rules = {"dos": "engine:dos-for-tres:ties=first"}
    opponent = "engine:search:depth=1"
    body = create(as_ada, variant="dstru", opponent=opponent, seat="Tres", rules=rules).json()
    names = {seat: one["name"] for seat, one in body["game"]["seats"].items()}
    assert names == {
        "Tres": "ada",
        "Uno": "Search (depth 1)",
        "Dos": "Dos for Tres (first of equals)",
    }
    assert stored(body["game"]["id"])["Dos"] == "dos-for-tres:ties=first"


def test_easy_is_document_001s_name_of_random(as_ada: Client) -> None:
    body = create(as_ada, variant="classic", opponent="engine:easy", seat="X").json()
    assert body["game"]["seats"]["O"]["name"] == "Random"
    assert stored(body["game"]["id"])["O"] == "random"


@pytest.mark.parametrize(
    ("variant", "opponent", "status", "said"),
    [
        ("classic", "alphabeta:width=2", 400, "'width' is no option of alphabeta: expected depth"),
        ("classic", "alphabeta:depth=0", 400, "'depth=0' does not fit: expected none or 1 to 9."),
        ("classic", "random:depth=1", 400, "'depth' is no option of random: expected none, it has"),
        ("classic", "alphabeta:", 400, "'' in 'alphabeta:' sets nothing"),
        ("classic", "a" * 200, 400, ""),
        ("dstru", "search:depth=9", 422, "'depth=9' takes too long in games here: expected 1 to 5"),
    ],
)
def test_bad_switches_are_refused_with_what_is_possible(
    as_ada: Client, variant: str, opponent: str, status: int, said: str
) -> None:
    answer = create(as_ada, variant=variant, opponent=f"engine:{opponent}")
    assert answer.status_code == status
    assert said in answer.json()["message"]
    assert not Game.objects.exists()


@pytest.mark.parametrize("name", [SHALLOW, "minimax", "linear:ties=first", "smart", "random"])
def test_verify_repeats_every_reply_of_an_engine(ada: User, play: Play, name: str) -> None:
    match = play(against(ada, name), 4)
    match = play(match, match.board.available_moves()[-1])
    assert verify(Game.objects.get(id=match.id)) == []


def test_verify_reports_a_reply_that_the_engine_does_not_give(ada: User, play: Play) -> None:
    match = play(against(ada, "minimax:ties=first"), 4)
    assert match.moves == (4, 0)
    logs.alter_move(match.id, 2, cell=2)
    Game.objects.filter(id=match.id).update(position="..O.X.... X")
    assert verify(Game.objects.get(id=match.id)) == [
        "move 2 is stored as 2, but Minimax (first of equals) plays 0 there"
    ]


def test_with_ties_first_every_game_goes_the_same_way(ada: User, play: Play) -> None:
    replies = {play(against(ada, "linear:ties=first"), 4).moves for _ in range(6)}
    assert replies == {(4, 0)}


def test_a_rematch_keeps_the_switches(ada: User, play: Play) -> None:
    match = against(ada, SHALLOW)
    for verb in ("resign", "rematch"):
        action = Action(verb, match.version, user=ada.pk)
        match = services.act_and_advance(game_id=match.id, action=action).match
    assert match.rematch_game is not None
    assert SHALLOW in stored(match.rematch_game).values()


@pytest.mark.parametrize(
    ("wanted", "count"),
    [("alphabeta", 2), ("Alpha-beta", 2), (SHALLOW, 1), (LABEL, 1), ("depth 3", 0), ("smart", 0)],
)
def test_a_history_finds_an_engine_by_its_name_with_and_without_switches(
    ada: User, as_ada: Client, wanted: str, count: int
) -> None:
    for name in (SHALLOW, "alphabeta"):
        match = against(ada, name)
        services.act_and_advance(
            game_id=match.id, action=Action("resign", match.version, user=ada.pk)
        )
    page = html_of(as_ada.get("/games/", {"opponent": wanted}))
    assert page.count('class="card"') == count


def test_a_game_whose_engine_has_lost_a_switch_can_still_be_seen(ada: User, as_ada: Client) -> None:
    match = against(ada, "alphabeta:width=2")
    page = html_of(as_ada.get(f"/games/{match.id}/"))
    assert "The engine &#x27;alphabeta:width=2&#x27; no longer plays here" in page


# --- the form of a new game ------------------------------------------------------------------

FORM = {"variant": "classic", "seat": "O", "clock": ""}


def posted(client: Client, **fields: str) -> str:
    """The name of the engine in the game that the form opened."""
    answer = client.post("/games/new/", FORM | fields)
    assert answer.status_code == 302
    game = Game.objects.latest("created_at")
    return next(filter(None, stored(game.id).values()))


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"opponent": "engine:alphabeta"}, "alphabeta"),
        (
            {
                "opponent": "engine:alphabeta",
                "alphabeta-depth": "2",
                "alphabeta-heuristics": "off",
                "alphabeta-memo": "off",
                "linear-ties": "first",
            },
            SHALLOW,
        ),
        ({"opponent": f"engine:{SHALLOW}", "alphabeta-depth": "none"}, SHALLOW),
        ({"opponent": "engine:linear", "linear-ties": "first"}, "linear:ties=first"),
        ({"opponent": "engine:smart", "linear-ties": "first"}, "smart"),
        (
            {"variant": "dstru", "seat": "Uno", "opponent": "engine:search", "search-depth": "2"},
            "search:depth=2",
        ),
    ],
)
def test_the_form_takes_the_switches_of_the_chosen_engine(
    as_ada: Client, fields: dict[str, str], name: str
) -> None:
    assert posted(as_ada, **fields) == name


def test_the_form_takes_switches_for_dos(as_ada: Client) -> None:
    fields = {"variant": "dstru", "seat": "Tres", "opponent": "engine:smart"}
    posted(as_ada, **fields, third="engine:dos-for-uno", **{"dos-for-uno-ties": "first"})
    assert "dos-for-uno:ties=first" in stored(Game.objects.get().id).values()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"opponent": "engine:alphabeta:depth=0"}, "&#x27;depth=0&#x27; does not fit: expected no"),
        ({"opponent": "engine:alphabeta", "alphabeta-depth": "99"}, "“99” is none of these."),
        ({"opponent": "engine:nobody:depth=1"}, "is none of these"),
        (
            {"variant": "dstru", "seat": "Tres", "opponent": "engine:search:depth=30"},
            "&#x27;depth=30&#x27; takes too long in games here: expected 1 to 5",
        ),
    ],
)
def test_the_form_says_what_does_not_fit(as_ada: Client, fields: dict[str, str], said: str) -> None:
    answer = as_ada.post("/games/new/", FORM | fields)
    assert said in html_of(answer)
    assert not Game.objects.exists()


def test_an_address_can_set_the_switches(as_ada: Client) -> None:
    page = html_of(as_ada.get(f"/games/new/?opponent=engine:{SHALLOW}"))
    assert 'value="engine:alphabeta" checked' in page
    assert len(re.findall(OPEN_SWITCHES, page)) == 1
    assert '<option value="2" selected>2 plies</option>' in page
    usual = html_of(as_ada.get("/games/new/?engines=all"))
    assert not re.search(OPEN_SWITCHES, usual)
    assert "Settings of Alpha-beta" in usual
    assert "Settings of Random" not in usual


def test_the_form_names_document_001s_levels(as_ada: Client) -> None:
    page = html_of(as_ada.get("/games/new/?engines=all"))
    for title, level in (("Random", "easy"), ("Linear", "medium"), ("Linear, guarded", "hard")):
        assert f"<b>{title} <small>{level}, " in page
