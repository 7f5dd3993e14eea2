"""The page of document 004: it draws the program as it runs, and says where the print is wrong."""

from __future__ import annotations

import inspect
import re
import sys
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.analysis.documents.program import calls, centre, classes
from games.analysis.documents.program.claims import Checked
from games.analysis.documents.program.page import page, parts
from games.drawing.diagrams import Box, BoxLine, Message, Use, classes_svg, sequence_svg
from games.engines.classic.document_004 import AIPlayer, Board
from games.main import play_game


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    return page()


@pytest.fixture
def html(client: Client) -> str:
    """The contents and all parts, one after the other."""
    addresses = ["", *(f"{slug}/" for slug, _ in parts())]
    answers = [client.get(f"/formulas/program/{address}") for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return unescape("".join(answer.text for answer in answers))


def said(claims: list[Checked]) -> dict[str, tuple[str, str, bool]]:
    return {one.about: (one.printed, one.holds, one.wrong) for one in claims}


def of(program: dict[str, Any], key: str) -> dict[str, tuple[str, str, bool]]:
    return said(next(one for one in program["walkthroughs"] if one["key"] == key)["claims"])


# --- the class diagram -----------------------------------------------------------------------


def test_the_diagram_has_every_member_of_the_running_classes() -> None:
    shown = {(one.owner, one.name) for one in classes.members()}
    methods = {
        (cls.__name__, name)
        for cls in (Board, AIPlayer)
        for name, one in vars(cls).items()
        if inspect.isfunction(one) and not name.startswith("__")
    }
    assert len(methods) == 10
    assert methods <= shown
    assert ("main.py", "play_game") in shown
    assert ("AIPlayer", "unbounded") in shown
    printed = {(owner, name) for owner, names in classes.PRINTED.items() for name in names}
    assert len(printed) == 17
    assert {(one.owner, one.name) for one in classes.members() if one.printed} == printed


def test_a_member_says_its_kind_and_whose_it_is() -> None:
    texts = [one.text for one in classes.members()]
    assert "+ use_alpha_beta: bool" in texts
    assert "+ winner: int | None" in texts
    assert "- _evaluate_terminal()" in texts
    told = {one.name: one.says for one in classes.members()}
    assert told["is_game_over"] == "Whether a side has a line or the board is full."


def test_the_program_makes_a_board_and_a_player_and_the_player_is_given_boards() -> None:
    assert [(one.source, one.target, one.text) for one in classes.uses()] == [
        ("main.py", "AIPlayer", "makes one"),
        ("main.py", "Board", "makes one"),
        ("AIPlayer", "Board", "5 methods take one"),
    ]
    assert not classes.holds(Board, AIPlayer)
    assert classes.holds(Board, type(Board().position))


def texts_of(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter("text")]


def test_a_class_diagram_is_drawn_with_its_words() -> None:
    boxes = [Box("A<B>", [BoxLine("+ a: int", True)], []), Box("C", [], [BoxLine("+ c()")])]
    svg = classes_svg(boxes, [Use("A<B>", "C", 'a "use"')], "both")
    assert texts_of(svg) == ["A<B>", "+ a: int", "C", "+ c()", 'a "use"']
    root = ElementTree.fromstring(svg)
    assert (root.get("role"), root.get("aria-label")) == ("img", "both")
    strong = [one.text for one in root.iter("text") if one.get("class") == "strong"]
    assert strong == ["+ a: int"]


def test_words_stay_inside_of_the_diagrams() -> None:
    for svg in (classes.drawing(), calls.drawing()):
        root = ElementTree.fromstring(svg)
        width = float(root.get("viewBox", "").split()[2])
        for one in root.iter("text"):
            room = len(one.text or "") * 7.3
            left = float(one.get("x", "")) - (room / 2 if one.get("text-anchor") else 0)
            assert left >= 0
            assert left + room <= width, one.text


# --- the sequence diagram --------------------------------------------------------------------


def test_the_messages_are_those_of_the_round() -> None:
    assert [(m.source, m.target, m.text, m.answer) for m in calls.example().messages] == [
        ("main.py", "User", "Your move (row col):", False),
        ("User", "main.py", "1 1", True),
        ("main.py", "Board", "make_move(1, 1)", False),
        ("main.py", "Board", "__str__()", False),
        ("main.py", "User", "the board", False),
        ("main.py", "Board", "is_game_over() : False", False),
        ("main.py", "Board", "current_player : -1", False),
        ("main.py", "User", "AI is thinking...", False),
        ("main.py", "AIPlayer", "get_move(board)", False),
        ("AIPlayer", "Board", "is_game_over() : False", False),
        ("AIPlayer", "Board", "current_player : -1", False),
        ("AIPlayer", "AIPlayer", "minimax search", False),
        ("AIPlayer", "main.py", "(0, 0)", True),
        ("main.py", "Board", "make_move(0, 0)", False),
        ("main.py", "User", "AI played at (0, 0)", False),
        ("main.py", "Board", "__str__()", False),
        ("main.py", "User", "the board", False),
    ]


@pytest.mark.long
def test_the_round_is_what_the_program_says(html: str) -> None:
    lines: list[str] = []
    typed = iter(("1", "1 1"))

    def ask(prompt: str) -> str:
        answer = next(typed, None)
        if answer is None:
            raise EOFError
        lines.append(prompt + answer)
        return answer

    play_game(ask, lines.append)
    text = "\n".join(calls.example().lines)
    assert text in "\n".join(lines)
    assert text.startswith("Your move (row col): 1 1\n  0 1 2\n0  | | \n")
    assert text.endswith("AI played at (0, 0)\n  0 1 2\n0 O| | \n1  |X| \n2  | | ")
    assert text in html


def test_recording_leaves_the_profiler_as_it_was() -> None:
    before = sys.getprofile()
    calls.example.cache_clear()
    calls.example()
    assert sys.getprofile() is before


def test_a_sequence_diagram_has_its_lifelines_and_messages() -> None:
    svg = sequence_svg(("A", "B"), [Message("A", "B", "go()"), Message("B", "A", "1", True)], "x")
    assert texts_of(svg) == ["A", "B", "go()", "1"]
    assert svg.count('class="answer"') == 1
    assert svg.count('class="life"') == 2


# --- the claims ------------------------------------------------------------------------------


def test_the_printed_diagrams_beside_what_runs(program: dict[str, Any]) -> None:
    found = said(program["diagram_claims"])
    assert found["Who has whom"][1:] == ("neither has the other", True)
    assert found["Printed members that are missing"] == ("0", "0", False)
    assert found["Private members"][1:] == ("_evaluate_terminal _heuristic_evaluation", True)
    assert said(program["call_claims"]) == {
        "AIPlayer searches by asking": ("Board", "AIPlayer", True),
        "The best move comes back as": ("nothing is drawn", "(0, 0)", True),
        "Whether the game is over is asked": ("never", "2 times", True),
    }


def test_the_first_walkthrough(program: dict[str, Any]) -> None:
    assert of(program, "walkthrough") == {
        "To move": ("X", "O", True),
        "Free cells": ("5", "6", True),
        "(0, 1) b1": ("−10, loses", "0, draws", True),
        "(1, 0) a2": ("+10, wins", "0, draws", True),
        "The AI chooses": ("(1, 0)", "(0, 1)", True),
    }
    assert (
        program["walkthroughs"][0]["note"] == "If X moved all the same, 6 of the 6 cells would win."
    )


@pytest.mark.long
def test_the_worked_heuristic(program: dict[str, Any]) -> None:
    assert of(program, "heuristic") == {
        "Rows": ("+1, +1", "+1", True),
        "Columns": ("+1, +1", "+1, +1", False),
        "Diagonals": ("+5", "+5", False),
        "Centre": ("+1", "+1", False),
        "Sum": ("10", "9", True),
    }
    assert [one.wrong for one in program["terms"]] == [False] * 4


def test_the_move_breakdown(program: dict[str, Any]) -> None:
    found = of(program, "breakdown")
    assert found["Available moves"][2] is False
    assert found["(1, 2) c2"] == ("+10, wins at once", "0, draws", True)
    assert found["(1, 0) a2"] == ("+10, wins by force", "−10, loses", True)
    others = [found[name] for name in ("(0, 1) b1", "(2, 0) a3", "(2, 1) b3")]
    assert others == [("lower, or a draw", "−10, loses", False)] * 3


def test_the_pruned_move(program: dict[str, Any]) -> None:
    assert of(program, "pruning") == {
        "After (2, 1) b3": ("O can force a draw", "O wins", True),
        "The best other move": ("wins", "draws", True),
        "It is cut early": ("yes", "yes", False),
    }


def test_the_centre_opening(program: dict[str, Any]) -> None:
    assert of(program, "centre") == {
        "O sets up double threats": ("always", "in 0 of 104 positions", True),
        "X has to defend": ("always", "in 56 of 104 positions", True),
        "One wrong move of X loses": ("yes", "yes", False),
        "With perfect play": ("draws", "draws", False),
    }
    why = next(one.why for one in centre.claims() if one.about.startswith("One wrong"))
    assert why == (
        "Its moves that lose: 0 of 28 with its second mark, 72 of 120 with its third mark, 48 of "
        "132 with its fourth mark and 0 of 32 with its fifth mark."
    )


@pytest.mark.long
def test_a_wrong_reply_to_the_centre_costs_the_draw(program: dict[str, Any]) -> None:
    costs = {one["name"]: (one["worth"], one["costs"], one["ends"]) for one in program["replies"]}
    assert len(costs) == 8
    for name in ("(0, 0) a1", "(0, 2) c1", "(2, 0) a3", "(2, 2) c3"):
        assert costs[name] == ("0, draws", "nothing", "8 plies")
    for name in ("(0, 1) b1", "(1, 0) a2", "(1, 2) c2", "(2, 1) b3"):
        assert costs[name] == ("−10, loses", "10 points", "6 plies")


@pytest.mark.long
def test_techniques_leaves_and_games_lost(program: dict[str, Any]) -> None:
    found = said(program["techniques"])
    assert found["Positions that alpha-beta searches"] == ("÷ 2", "÷ 30.1", True)
    assert [one.wrong for one in program["techniques"]] == [True, False, False, False]
    assert said(program["leaves"]) == {
        "A finished game counts": ("10, -10, 0", "10, -10, 0", False)
    }
    assert [(one.holds, one.wrong) for one in program["end"]] == [
        ("0", False),
        ("288", True),
        ("0", False),
        ("304", True),
        ("0", False),
        ("320", True),
    ]


# --- the page --------------------------------------------------------------------------------


def test_the_page_counts_its_claims(html: str) -> None:
    wrong, rows = html.count('<tr class="differs">'), html.count('class="n printed')
    assert f"Of {rows} claims that are checked here, {wrong} do not hold" in html
    assert (rows, wrong) == (44, 22)


def test_what_is_drawn_is_also_told_in_words(html: str) -> None:
    for one in classes.members():
        assert f"{one.owner}: {one.text}</code>" in html
    for message in calls.example().messages:
        assert f"<code>{message.text}</code></li>" in html
    assert len(re.findall(r'<svg class="diagram"[^>]*role="img" aria-label="[^"]+"', html)) == 2


def test_the_sentence_that_says_ten(html: str) -> None:
    assert "The print says 10; it is 9." in strip_tags(html)


@pytest.mark.long
def test_every_walkthrough_can_be_played(
    client: Client, program: dict[str, Any], html: str
) -> None:
    links = [link["url"] for one in program["walkthroughs"] for link in one["links"]]
    links += [one.url for walk in program["walkthroughs"] for one in walk["claims"] if one.url]
    links += [cell.url for one in program["walkthroughs"] for row in one["rows"] for cell in row]
    links += [one["url"] for one in program["replies"]]
    found = {link for link in links if link}
    assert len(found) > 50
    assert {link for link in found if client.get(link).status_code != 200} == set()
    assert all(link in html for link in found)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("seat", ["X", "O"])
def test_a_game_against_it_begins_from_the_page(client: Client, html: str, seat: str) -> None:
    form = html[html.index('action="/games/new/"') :]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    answer = client.post("/games/new/", fields | {"seat": seat}, follow=True)
    assert "Alpha-beta" in answer.content.decode()
    assert answer.redirect_chain[-1][0].startswith("/games/")


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/formulas/program/").status_code == 405
    assert client.get("/formulas/program/", {"any": "thing"}).status_code == 200
