"""DSTRU-TAC-TOE taught by four moves: what is right, what is said, and bad addresses."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.analysis.learn.first_steps import STEPS, first_steps
from games.models import Game
from games.rules import board_class

pytestmark = pytest.mark.django_db

PLAY = "/learn/dstru/play/"
RIGHT = {
    1: {"a1", "b1", "c1", "d1", "c2", "b3", "a4", "b4", "c4", "d4"},
    2: {"a4"},
    3: {"a1", "b1", "c1"},
    4: {"a4"},
}
SEATS = {1: "Tres", 2: "Uno", 3: "Dos", 4: "Tres"}


def text_of(html: str, part: str) -> str:
    (found,) = re.findall(rf'<[^>]*id="{part}"[^>]*>(.*?)</(?:div|p)>', html, re.DOTALL)
    return " ".join(unescape(strip_tags(found)).split())


@pytest.mark.parametrize("number", RIGHT)
def test_each_step_accepts_the_moves_that_it_teaches_and_no_others(number: int) -> None:
    here = first_steps("dstru", str(number), "")
    legal = {cell.name for row in here["rows"] for cell in row if cell.legal}
    found = {cell for cell in legal if first_steps("dstru", str(number), cell)["found"]}
    assert here["board"].to_move == here["sign"] == SEATS[number]
    assert found == RIGHT[number]
    assert all(bool(first_steps("dstru", str(number), cell)["wrong"]) for cell in legal - found)


@pytest.mark.parametrize(
    ("number", "found"),
    [
        ("1", {"f6"}),
        ("2", {"f4"}),
        ("3", {"a7", "c7", "b8", "c8", "a9", "b9", "c9"}),
        ("4", {"i1"}),
    ],
)
def test_the_steps_of_small_boards_teach_where_a_move_sends(number: str, found: set[str]) -> None:
    here = first_steps("ultimate", number, "")
    legal = {cell.name for row in here["rows"] for cell in row if cell.legal}
    answers = {cell: first_steps("ultimate", number, cell) for cell in legal}
    assert {cell for cell, answer in answers.items() if answer["found"]} == found
    assert all("{" not in answer["said"] + answer["wrong"] for answer in answers.values())


def test_the_last_step_wins_the_game_by_the_patterns_that_it_names() -> None:
    last = first_steps("dstru", "4", "a4")
    assert last["board"].outcome.winner == "Tres"
    assert [cell.won for cell in last["rows"][3]] == [True] * 4
    assert last["said"].startswith("You filled the bottom row, ")
    assert last["onward"] is None


def test_a_cell_where_two_patterns_cross_is_said_to_be_part_of_both() -> None:
    said = first_steps("dstru", "1", "d1")["said"]
    assert said.startswith("d1 is part of the top row and the diagonal.")


def test_a_visitor_goes_through_it_by_links_and_buttons_and_into_a_game(client: Client) -> None:
    address = PLAY
    for number in RIGHT:
        html = client.get(address).content.decode()
        assert f"{number} of 4" in html
        answer = client.get(PLAY, {"step": number, "cell": min(RIGHT[number])})
        html = answer.content.decode()
        if number < 4:
            (onward,) = re.findall(r'href="(\?[^"]*)" data-in-place>Next', html)
            address = PLAY + onward
    assert "Play a real game" in html
    response = client.post(
        "/games/new/", {"variant": "dstru", "tap": "1", "opponent": "engine:random"}
    )
    assert response.status_code == 302
    assert Game.objects.get().variant == "dstru"


def test_a_wrong_cell_is_explained_and_may_be_tried_again(client: Client) -> None:
    html = client.get(PLAY, {"step": "3", "cell": "b3"}).content.decode()
    assert text_of(html, "wrong") == "If b3 goes, Tres fills the top row with the next piece."
    assert 'aria-label="b3, Uno, can be taken, tried and wrong"' in html
    assert re.search(r'value="a1"\s+class="cell"\s+aria-label="a1, Tres, can be taken"', html)


def test_what_dos_took_lies_under_the_strokes_that_took_it(client: Client) -> None:
    html = client.get(PLAY, {"step": "3", "cell": "a1"}).content.decode()
    (trace,) = re.findall(r'<span class="trace">(.*?)</span>', html)
    assert re.findall(r"mark-(\w+)", trace) == ["Tres", "Dos"]
    assert "data-legal" not in html


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"step": "5"}, "'5' is no step: there are 1 to 4."),
        ({"step": "x<b>"}, "'x<b>' is no step: there are 1 to 4."),
        ({"step": "2", "cell": "d1"}, "'d1' cannot be played here."),
        ({"cell": "z9"}, "'z9' cannot be played here."),
    ],
)
def test_what_cannot_be_is_quoted(client: Client, query: dict[str, str], said: str) -> None:
    response = client.get(PLAY, query)
    assert response.status_code == 400
    assert said in text_of(response.content.decode(), "said")


def test_only_games_with_first_steps_have_such_a_page(client: Client) -> None:
    assert client.get("/learn/classic/play/").status_code == 404
    assert client.put(PLAY).status_code == 405
    for address in ("/rules/dstru/", "/games/new/?variant=dstru", "/"):
        assert f'href="{PLAY}"' in client.get(address).content.decode(), address
    assert PLAY not in client.get("/rules/classic/").content.decode()


@pytest.mark.parametrize("variant", STEPS)
def test_every_position_arises_in_play_and_is_not_over(variant: str) -> None:
    board = board_class(variant)
    for step in STEPS[variant]:
        moves = step.position(board)
        assert len(moves) == len(step.moves) // 2
        assert first_steps(variant, "1", "")["count"] == len(STEPS[variant])
