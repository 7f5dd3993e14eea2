"""Engines that do not search a tree in the player: each sentence says what its step computed."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from games.analysis.player.methods import methods_for
from games.analysis.player.trace_show import TraceShow
from games.engines import engines_for
from games.rules import Board, DstruBoard, UltimateBoard, read_notation
from tests.engines.dstru.test_search_steps import SAMPLE as DSTRU
from tests.engines.positions import at, live

pytestmark = pytest.mark.django_db

TRAP = "X...O...X O"
START = DstruBoard.start()
REMOVAL = read_notation("T...........U... D")
SAMPLE = Random(12).sample(live(), 60)


def show(board: Board, name: str) -> TraceShow:
    found = next(method for method in methods_for(board) if method.name == name)
    shown = found.show(board)
    assert isinstance(shown, TraceShow)
    return shown


def sentences(board: Board, name: str) -> list[str]:
    shown = show(board, name)
    return [shown.frame(step, "?")[0].sentence for step in range(1, shown.steps + 1)]


def first_of_each(notation: str, name: str) -> dict[str, str]:
    """The first sentence with each code."""
    board, told = read_notation(notation), {}
    events = show(board, name).trace.events
    for event, sentence in zip(events, sentences(board, name), strict=True):
        told.setdefault(event.code, sentence)
    return told


def test_each_kind_of_step_of_the_linear_engine_has_its_sentence() -> None:
    assert first_of_each(TRAP, "linear-guarded") == {
        "start": "O to move. In x an O is 1, an X is −1, an empty cell 0. Each line is a row of P.",
        "line": "a1–b1–c1: own −1 + 0 + 0 = −1, taken 1 + 0 + 0 = 1. The table gives 1.5.",
        "add": "b1 gets 1.5 from a1–b1–c1: 0 + 1.5 = 1.5. 1.5 so far.",
        "sum": "b1 gets 2 from b1–b2–b3: 1.5 + 2 = 3.5. Its score is 3.5.",
        "safe": "After b1 no reply of X wins or makes two threats. b1 is safe.",
        "forked": "After c1, X answers a3 and has two threats. The guard refuses c1.",
        "equals": (
            "The highest score that the guard lets through is 3.5, at b1, a2, c2 and b3: "
            "O plays one of them at random."
        ),
    }
    assert first_of_each("X........ O", "linear")["done"] == (
        "The highest score is 4.5: O plays b2."
    )
    late = first_of_each("XX..O.... O", "linear-guarded")
    assert late["loses"] == "After a2, X wins at once with c1. The guard refuses a2."
    won = first_of_each("XX.OO.... X", "linear-guarded")
    assert won["wins"] == "c1 wins at once, so the guard lets it through."


def test_each_kind_of_step_of_the_heuristic_has_its_sentence() -> None:
    assert first_of_each(TRAP, "heuristic") == {
        "start": "O looks one move ahead and counts what its lines promise.",
        "move": "O tries b1. The game goes on, so its lines are counted.",
        "line": "a2–b2–c2 has 1 of O, 0 of X: +1 points, +1 so far.",
        "no points": "a1–b1–c1 has 1 of O, 1 of X: nothing, 0 so far.",
        "total": "b1: +7 from the lines and +1 for the centre. It is worth +8.",
        "equals": (
            "The highest value is +8, at b1, c1, a2, c2, a3 and b3: one of them is drawn at random."
        ),
    }
    assert first_of_each("XX.OO.... X", "heuristic")["wins"] == "X tries c1 and wins: +10."


def test_each_kind_of_step_of_the_bitboard_has_its_sentence() -> None:
    assert first_of_each("XOX.XO.O. X", "bitboard") == {
        "start": "A mark on a1 is bit 0, on c3 bit 8. X is 21, O is 162; a line is a mask.",
        "move": "a2 is the bit 8: 21 | 8 = 29.",
        "search": (
            "No mask fits in 29. The search enters 3 positions and finds +991: X wins in 3 plies."
        ),
        "won": "85 & 84 = 84, the mask of c1–b2–a3: X wins. The score is +993.",
        "equals": (
            "The highest score is +993, at a3 and c3: one is drawn at random. "
            "The engine entered 4 positions."
        ),
    }
    assert first_of_each("X.O...... X", "bitboard")["search"] == (
        "No mask fits in 3. The search enters 64 positions, cuts 24 moves and finds −992: "
        "O wins in 6 plies."
    )
    assert first_of_each("XOXXOOO.X X", "bitboard")["full"] == (
        "No mask fits in 397 and no bit is free: a draw, 0."
    )


def test_each_rule_says_what_it_sees_in_a_cell() -> None:
    assert first_of_each("XX..O.... O", "smart") == {
        "start": (
            "O to move. Rules are asked in turn: can O win at once? Does X threaten to? "
            "The first that finds a cell decides."
        ),
        "none.wins": "With c1 O would have 2 of 3 on c1–b2–a3 at most: no win.",
        "wins.fails": "O cannot win at once. The next rule is asked.",
        "look.blocks": "With c1 X would have 3 of 3 on a1–b1–c1: a threat.",
        "none.blocks": "With a2 X would have 2 of 3 on a1–a2–a3 at most: no threat.",
        "blocks.finds": "X threatens to win at c1, so O has to be there first.",
        "done": "O plays c1.",
    }
    won = first_of_each("XX.OO.... X", "smart")
    assert won["look.wins"] == "With c1 X would have 3 of 3 on a1–b1–c1: a win."
    assert won["wins.finds"] == "X can win at c1. No other rule is asked."
    lot = first_of_each("X...O.... X", "smart")
    assert lot["blocks.fails"] == "O does not threaten to win. The last rule is left."
    assert lot["any"] == "Neither rule finds a cell, so all 7 free cells will do."
    assert lot["many lots"] == "X plays one of 7 cells at random: each has a chance of 1 in 7."
    exact = sentences(read_notation("TTT..UU.T.U..... T ="), "smart")
    assert (
        "With d1 Tres would have 4 of 4 on a1–b1–c1–d1, but pieces beside it too, and only the "
        "exact pattern wins."
    ) in exact
    assert "a2 lies on no pattern, so Tres cannot win there." in exact


def test_a_lot_names_its_odds() -> None:
    assert sentences(at("X........ O"), "random") == [
        "O to move. 8 cells can be played, and this engine asks for nothing else.",
        "O plays one of 8 cells at random: each has a chance of 1 in 8.",
    ]
    assert sentences(REMOVAL, "neutral")[1] == (
        "Dos takes a1 or a4 at random: each has a chance of 1 in 2."
    )
    assert sentences(at("XOXXOOOX. X"), "random")[1] == "X plays c3."


def test_each_kind_of_step_of_the_table_has_its_sentence() -> None:
    said = sentences(START, "perfect")
    assert said[:2] == [
        "Tres to move. The table has every position, so none is searched: 2 preferences decide, "
        "one after the other.",
        "a1, which stands for 2 more like it, leads to row 757. Expected for Tres: +0.7237.",
    ]
    assert said[7:] == [
        "The best for Tres: +0.7536. d1 and a4 stay.",
        "d1 leads to row 2,773. Uno and Dos against Tres: Uno wins, ply 17.",
        "a4 leads to row 2,773. Uno and Dos against Tres: Uno wins, ply 17.",
        "The best for Tres: Uno wins, ply 17. All moves have it, so all of them stay.",
        "Tres plays d1 or a4, at random.",
    ]
    assert sentences(REMOVAL, "dos-for-tres")[3:] == [
        "The best for Tres: Tres wins, ply 10. a4 stays.",
        "a4 leads to row 757. Expected for Tres: +0.7547.",
        "Only a4 was left, so this preference decides nothing: +0.7547.",
        "Dos takes a4.",
    ]


@pytest.mark.long
def test_every_step_of_every_engine_is_one_short_sentence() -> None:
    for board in [*SAMPLE, *DSTRU]:
        for method in methods_for(board):
            shown = method.show(board)
            if isinstance(shown, TraceShow):
                for step in range(1, shown.steps + 1):
                    text = shown.frame(step, "?")[0].sentence
                    assert text.endswith(".")
                    assert len(text.split()) <= 32, text


@pytest.mark.parametrize("board", [at(TRAP), START, REMOVAL], ids=lambda board: board.notation)
def test_every_engine_that_can_act_is_in_the_player(client: Client, board: Board) -> None:
    methods = methods_for(board)
    assert set(engines_for(board.VARIANT, board.to_move)) <= {method.slug for method in methods}
    path = f"/analysis/{board.notation.replace(' ', '_')}/search/"
    for method in methods:
        page = client.get(path, {"method": method.slug, "order": method.order, "step": 2})
        assert page.status_code == 200
        assert f"<h1>{method.heading}</h1>" in page.content.decode()


def test_the_list_begins_with_the_searches() -> None:
    assert [method.name for method in methods_for(at(TRAP))][:4] == [
        "alphabeta",
        "alphabeta-lines",
        "minimax",
        "linear",
    ]
    assert methods_for(at("XXXOO.... O")) == ()


def test_no_whole_tree_is_searched_where_only_the_moves_are_few() -> None:
    forced = UltimateBoard.start().make_move(40)
    assert len(forced.available_moves()) == 8
    assert [method.name for method in methods_for(forced)] == ["mcts", "two-plies", "random"]


def test_steps_come_as_data_with_each_piece_once(client: Client) -> None:
    path, told = f"/analysis/{TRAP.replace(' ', '_')}/search/", sentences(at(TRAP), "linear")
    answer = client.get(f"{path}steps/", {"method": "linear", "from": 1, "count": 24}).json()
    assert answer["total"] == len(told)
    assert [frame["sides"][0]["sentence"] for frame in answer["frames"]] == told[:24]
    rows = [row for frame in answer["frames"] for row in frame["sides"][0]["rows"]]
    assert {key for row in rows for key in row} == set(answer["pieces"])


def test_an_engine_can_stand_beside_a_search(client: Client) -> None:
    path = f"/analysis/{TRAP.replace(' ', '_')}/search/"
    query = {"method": "linear", "against": "alphabeta", "step": 3}
    page = client.get(path, query).content.decode()
    assert page.count("data-side") == 2
    assert sentences(at(TRAP), "linear")[2] in page
