"""The machine that everybody teaches: the sum of its games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.analysis.machines import common, views
from games.analysis.machines.common import CommonMachine
from games.analysis.machines.history import drawn_in
from games.analysis.machines.history import machine as machine_of
from games.engines.learning.menace import boxes
from games.models import CommonGame

pytestmark = pytest.mark.django_db

PAGE = "/learn/machines/menace/common/"
LOST = (4, 0, 8, 1, 6, 2)
"""A game in which O gets the top row."""


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> CommonMachine:
    new = CommonMachine()
    monkeypatch.setattr(common, "COMMON", new)
    return new


def test_a_game_is_stored_and_every_process_adds_it_up(machine: CommonMachine) -> None:
    machine.store(LOST, -1)
    machine.store(LOST, -1)
    row = CommonGame.objects.get(number=2)
    assert (row.cells, row.result) == ("408162", -1)
    for one in (machine, CommonMachine()):
        now = one.now()
        assert now.results == [-1, -1]
        assert now.menace.beads[0] == [4, 4, 2]
        assert now.ways == [17_985, CommonGame.objects.get(number=1).ways, row.ways]
        assert now.menace.loses() == row.ways


def test_the_boxes_of_a_game_are_found_by_its_moves() -> None:
    drawn = drawn_in(LOST)
    assert [boxes()[at].stage for at, _ in drawn] == [0, 1, 2]
    assert drawn[0] == (0, 2)


def test_two_processes_that_store_at_once_lose_no_game(machine: CommonMachine) -> None:
    other = CommonMachine()
    machine.now()
    other.now()
    machine.store(LOST, -1)
    other.store(LOST, -1)
    assert CommonGame.objects.count() == 2
    assert len(machine.now().results) == 2


def test_a_box_that_runs_empty_is_filled_again(machine: CommonMachine) -> None:
    for _ in range(5):
        machine.store(LOST, -1)
    beads = machine.now().menace.beads
    assert all(any(beads[at]) for at, _ in drawn_in(LOST))


def test_a_full_machine_learns_no_more(
    machine: CommonMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "MOST", 1)
    machine.store(LOST, -1)
    machine.store(LOST, -1)
    assert CommonGame.objects.count() == 1


def test_an_address_teaches_it_so_many_games_a_day(
    machine: CommonMachine, client: Client, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "taught": (1, 86_400)}
    for _ in range(2):
        client.post(PAGE)
        while (game := common.from_text(client.session[views.GAME])) and game.result is None:
            client.post(PAGE, {"cell": game.board.available_moves()[0]})
    assert CommonGame.objects.count() == 1


def test_a_branch_begins_with_its_first_games_and_leaves_it_as_it_is(
    machine: CommonMachine,
) -> None:
    for _ in range(3):
        machine.store(LOST, -1)
    branch = machine_of(7, ("c2",), machine.games(2))
    assert branch.menace.beads[0] == [4, 4, 2]
    assert branch.results == []
    assert branch.ways == [CommonGame.objects.get(number=2).ways]
    practised = machine_of(7, ("c2", "h10"), machine.games(2))
    assert len(practised.results) == 10
    assert practised.ways == machine_of(7, ("c2", "h10"), machine.games(2)).ways
    assert practised.ways != machine_of(8, ("c2", "h10"), machine.games(2)).ways
    assert CommonGame.objects.count() == 3


def test_a_branch_is_taken_by_a_form_and_started_over_from_its_first_games() -> None:
    machine, client = common.COMMON, Client()
    for _ in range(2):
        machine.store(LOST, -1)
    page = client.get(PAGE).content.decode()
    assert re.search(r'name="branch" form="take-branch"', page)
    taken = client.get("/learn/machines/menace/", {"branch": "1"})
    assert taken["Location"] == "/learn/machines/menace/?did=c1"
    assert "a branch of it, as it was after" in client.get(taken["Location"]).content.decode()
    again = client.get("/learn/machines/menace/?set=1&did=c1-h10&over=5")
    assert again["Location"] == "/learn/machines/menace/?seed=5&did=c1"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("branch=x", "branch &#x27;x&#x27; does not fit: expected a game of the common machine"),
        ("branch=0", "branch &#x27;0&#x27; does not fit"),
        ("did=c3", "&#x27;c3&#x27; cannot be: the common machine has played 0 games"),
        ("did=h1-c3", "&#x27;h1-c3&#x27; branches late: a branch is the first step"),
    ],
)
def test_a_branch_that_cannot_be_is_quoted(query: str, said: str) -> None:
    answer = Client().get(f"/learn/machines/menace/?{query}")
    assert answer.status_code == 400
    assert said in answer.content.decode()


def cells_of(page: str) -> list[str]:
    return re.findall(r'name="cell" value="(\d)"', page)


def test_a_visitor_plays_a_game_that_it_learns_from() -> None:
    client = Client()
    page = client.get(PAGE).content.decode()
    assert "The machine that everybody teaches" in page
    page = client.post(PAGE, {"shake": "1"}, follow=True).content.decode()
    while cells := cells_of(page):
        page = client.post(PAGE, {"cell": cells[0]}, follow=True).content.decode()
    row = CommonGame.objects.get()
    assert row.number == 1
    assert re.search(r"<b[^>]*>1</b> game:", page)
    assert "since" in page
    looked = client.post(PAGE, {"box": "7"}).content.decode()
    assert "Back to the game" in looked


def test_a_cell_that_cannot_be_played_is_quoted() -> None:
    client = Client()
    client.post(PAGE, {"shake": "1"})
    answer = client.post(PAGE, {"cell": "9"})
    assert answer.status_code == 400
    assert "cell &#x27;9&#x27; cannot be played" in answer.content.decode()


def test_moves_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "over_limit_from", lambda name, request: 30)
    answer = Client().post(PAGE, {"shake": "1"})
    assert answer.status_code == 429
    assert "too fast" in answer.content.decode()
