"""Games with a third seat on the pages and the API: opened, joined, played, looked at."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.match import Action, Match, Seat
from games.match.fairness import commitment
from games.models import Game
from games.queries import selectors
from tests.conftest import logged_in
from tests.games.conftest import Play, person

NEUTRAL = Seat("Dos", "neutral", engine="neutral")
FORM = {"variant": "dstru", "opponent": "friend", "seat": "Tres", "third": "person"}


def opened(ada: User, kind: str = "friend", **seats: Seat) -> Match:
    return services.open_game(
        services.GameSetup(by=ada.pk, variant="dstru", kind=kind, seats=seats)
    )


@pytest.fixture
def trio(ada: User, grace: User, stranger: User) -> Match:
    return opened(
        ada, Tres=person("Tres", ada), Uno=person("Uno", grace), Dos=person("Dos", stranger)
    )


@pytest.fixture
def duo(ada: User, grace: User) -> Match:
    return opened(ada, Tres=person("Tres", ada), Uno=person("Uno", grace), Dos=NEUTRAL)


def page_of(client: Client, match: Match, query: str = "") -> str:
    response = client.get(f"/games/{match.id}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def post(client: Client, match: Match, **body: Any) -> Any:
    return client.post(
        f"/api/games/{match.id}/actions/",
        json.dumps({"id": "a-1", "version": match.version, **body}),
        content_type="application/json",
    )


# --- new game ---


def test_the_form_asks_what_the_board_has(as_ada: Client) -> None:
    html = as_ada.get("/games/new/?variant=dstru&engines=all").content.decode()
    for field in ("third", "reading", "opponent", "seat"):
        assert f'name="{field}"' in html
    assert "Who is Dos" in html
    assert 'value="engine:dos-saboteur"' in html
    assert 'value="engine:neutral"' not in html
    plain = as_ada.get("/games/new/?variant=classic&engines=all").content.decode()
    assert 'name="third"' not in plain
    assert 'name="reading"' not in plain


@pytest.mark.long
@pytest.mark.parametrize(
    ("choices", "holders"),
    [
        ({}, {"Tres": "person", "Uno": "empty", "Dos": "empty"}),
        ({"third": "neutral"}, {"Tres": "person", "Uno": "empty", "Dos": "neutral"}),
        ({"third": "engine:dos-for-uno"}, {"Tres": "person", "Uno": "empty", "Dos": "engine"}),
        ({"seat": "Dos"}, {"Tres": "empty", "Uno": "empty", "Dos": "person"}),
        (
            {"seat": "Dos", "opponent": "engine:smart", "third": "neutral"},
            {"Tres": "engine", "Uno": "engine", "Dos": "person"},
        ),
        ({"opponent": "local"}, {"Tres": "person", "Uno": "person", "Dos": "person"}),
        (
            {"opponent": "engine:perfect", "third": "neutral"},
            {"Tres": "person", "Uno": "engine", "Dos": "neutral"},
        ),
    ],
)
def test_every_way_to_fill_three_seats(
    as_ada: Client, choices: dict[str, str], holders: dict[str, str]
) -> None:
    assert as_ada.post("/games/new/", FORM | choices).status_code == 302
    game = Game.objects.get()
    assert {seat.name: seat.kind for seat in game.seats.all()} == holders


def test_the_exact_reading_is_chosen_and_shown(as_ada: Client) -> None:
    as_ada.post("/games/new/", FORM | {"reading": "exact"})
    game = Game.objects.get()
    assert game.exact
    assert "DSTRU-TAC-TOE, exact" in page_of(as_ada, selectors.match(game.id))


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"opponent": "engine:smart"}, "Against an engine nobody else can join as Dos."),
        ({"third": "engine:perfect"}, "is none of these"),
        ({"opponent": "engine:minimax"}, "is none of these"),
        ({"seat": "X"}, "is none of these"),
    ],
)
def test_what_cannot_be_is_said_on_the_form(
    as_ada: Client, choices: dict[str, str], sentence: str
) -> None:
    response = as_ada.post("/games/new/", FORM | choices)
    assert sentence in response.content.decode()
    assert not Game.objects.exists()


# --- free seats ---


def test_lists_show_the_free_seats_and_offer_each(
    ada: User, as_ada: Client, as_grace: Client
) -> None:
    match = opened(ada, "lobby", Tres=person("Tres", ada))
    lobby = as_grace.get("/lobby/").content.decode()
    assert "you play Uno or Dos" in lobby
    assert "Play as Uno" in lobby
    assert "Play as Dos" in lobby
    assert "free: Uno, Dos" in as_ada.get("/").content.decode()
    as_grace.post(f"/games/{match.id}/join/", {"seat": "Dos"})
    assert (
        "you play Uno"
        in logged_in(User.objects.create_user("hedy")).get("/lobby/").content.decode()
    )
    assert "Leave the game" in page_of(as_grace, match)


def test_who_leaves_an_open_table_can_come_back(ada: User, grace: User, as_grace: Client) -> None:
    match = opened(ada, "lobby", Tres=person("Tres", ada))
    match = services.join(game_id=match.id, user_id=grace.pk, name="grace", seat="Dos")
    fields = {"id": "f-1", "version": match.version, "action": "abort"}
    as_grace.post(f"/games/{match.id}/act/", fields)
    assert selectors.match(match.id).seat("Dos").kind == "empty"
    as_grace.post(f"/games/{match.id}/join/", {"seat": "Uno"})
    assert selectors.match(match.id).seat_of(grace.pk) == "Uno"


# --- the page ---


def test_who_takes_sees_the_pieces_that_can_be_taken(
    trio: Match, play: Play, as_stranger: Client, as_ada: Client
) -> None:
    match = play(trio, 3, 0)
    html = page_of(as_stranger, match)
    assert "Take a piece away" in html
    assert html.count("data-legal") == 2
    assert 'aria-label="d1, Tres, can be taken"' in html
    assert '<input type="hidden" name="action" value="remove">' in html
    assert " removing" in html
    waiting = page_of(as_ada, match)
    assert "stranger to take" in waiting
    assert "data-legal" not in waiting


def test_what_was_taken_stays_visible_as_the_last_move(
    trio: Match, play: Play, as_ada: Client
) -> None:
    html = page_of(as_ada, play(trio, 3, 0, 3))
    assert 'class="trace"' in html
    assert 'aria-label="d1, empty, last move took Tres away"' in html
    assert "−d1" in html


def test_a_removal_without_scripts(trio: Match, play: Play, as_stranger: Client) -> None:
    match = play(trio, 3, 0)
    fields = {"id": "f-1", "version": match.version, "action": "remove", "cell": 0}
    as_stranger.post(f"/games/{match.id}/act/", fields)
    assert selectors.match(match.id).board.notation == "...T............ T"


def test_the_sets_stand_beside_the_board_at_every_step(
    trio: Match, play: Play, as_ada: Client
) -> None:
    match = play(trio, 3, 0, 3)
    assert '<dd data-formal="Tres">∅</dd>' in page_of(as_ada, match)
    assert '<dd data-formal="Tres">{(1,4)}</dd>' in page_of(as_ada, match, "?ply=1")
    assert '<dd data-formal="go">true</dd>' in page_of(as_ada, match, "?ply=1")


def test_a_game_without_a_formal_side_shows_none(as_ada: Client, friendly: Match) -> None:
    html = page_of(as_ada, friendly)
    assert "data-formal" not in html
    assert "pattern-picture" not in html
    assert "SHA-256" not in html


def test_perfect_says_that_its_table_is_being_made(
    ada: User, as_ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.engines.dstru.tablebase import TABLEBASE

    match = opened(
        ada,
        "engine",
        Tres=person("Tres", ada),
        Uno=Seat("Uno", "engine", engine="perfect"),
        Dos=NEUTRAL,
    )
    monkeypatch.setattr(TABLEBASE, "get", lambda exact: None)
    assert "Perfect is still making its table." in page_of(as_ada, match)
    services.act_and_advance(
        game_id=match.id, action=Action("place", match.version, cell=3, user=ada.pk)
    )
    assert len(selectors.match(match.id).moves) == 3
    monkeypatch.setattr(TABLEBASE, "get", lambda exact: object())
    assert "still making its table" not in page_of(as_ada, match)


# --- the API ---


def test_a_removal_over_the_api(trio: Match, play: Play, as_stranger: Client) -> None:
    match = play(trio, 3, 0)
    snapshot = as_stranger.get(f"/api/games/{match.id}/").json()
    assert (snapshot["to_act"], snapshot["action"], snapshot["legal"]) == ("Dos", "remove", [0, 3])
    answer = post(as_stranger, match, action="remove", cell=3)
    assert answer.status_code == 200
    game = answer.json()["game"]
    assert game["last"] == {"cell": 3, "seat": "Dos", "ply": 3, "action": "remove"}
    assert game["formal"]["Uno"] == [[1, 1]]
    assert (game["formal"]["turn"], game["formal"]["go"], game["formal"]["over"]) == (
        True,
        False,
        False,
    )


@pytest.mark.parametrize(
    ("action", "cell", "status", "code"),
    [
        ("remove", 5, 422, "cell_empty"),
        ("place", 5, 422, "not_allowed"),
        ("remove", 16, 422, "bad_cell"),
        ("offer_draw", None, 422, "not_allowed"),
    ],
)
def test_refusals_of_the_one_who_removes(
    trio: Match,
    play: Play,
    as_stranger: Client,
    action: str,
    cell: int | None,
    status: int,
    code: str,
) -> None:
    match = play(trio, 3, 0)
    answer = post(as_stranger, match, action=action, **({} if cell is None else {"cell": cell}))
    assert answer.json()["code"] == code
    assert answer.status_code == status
    assert selectors.match(match.id).version == match.version


def test_when_dos_leaves_chance_answers_at_once(
    trio: Match, play: Play, as_stranger: Client
) -> None:
    match = play(trio, 3, 0)
    game = post(as_stranger, match, action="resign").json()["game"]
    assert game["seats"]["Dos"]["kind"] == "neutral"
    assert (game["status"], game["to_act"], len(game["moves"])) == ("active", "Tres", 3)
    assert game["you"] is None


def test_a_rematch_of_three_leaves_the_third_a_free_seat(
    trio: Match, play: Play, ada: User, grace: User
) -> None:
    match = play(trio, 3, 0)
    for user, verb in ((grace, "resign"), (grace, "rematch"), (ada, "rematch")):
        match = services.act_and_advance(
            game_id=match.id, action=Action(verb, match.version, f"{verb}-{user}", user=user.pk)
        ).match
    again = selectors.match(match.rematch_game or "")
    assert {seat.name: seat.user for seat in again.seats} == {
        "Tres": grace.pk,
        "Uno": ada.pk,
        "Dos": None,
    }
    assert again.status == "open"


# --- chance ---


def test_the_seed_is_vouched_for_from_the_start_and_shown_at_the_end(
    duo: Match, as_ada: Client, ada: User
) -> None:
    address = f"/api/games/{duo.id}/"
    promised = as_ada.get(address).json()["chance"]
    assert promised == {
        "commitment": commitment(duo.id, duo.seed),
        "seed": None,
        "numbers": {},
        "from": 1,
    }
    assert promised["commitment"] in page_of(as_ada, duo)
    assert str(duo.seed) not in page_of(as_ada, duo)
    assert str(duo.seed) not in as_ada.get(address).content.decode()
    services.act(game_id=duo.id, action=Action("resign", duo.version, user=ada.pk))
    assert as_ada.get(address).json()["chance"] == promised | {"seed": str(duo.seed)}
    assert str(duo.seed) in page_of(as_ada, duo)


def test_a_game_without_chance_has_no_seed_to_show(as_ada: Client, friendly: Match) -> None:
    assert as_ada.get(f"/api/games/{friendly.id}/").json()["chance"] is None
