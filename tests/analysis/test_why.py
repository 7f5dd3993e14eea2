"""Each number of the analysis board can be asked why, and answers with what proves it."""

from __future__ import annotations

import re
from random import Random
from statistics import mean

import pytest
from django.test import Client

from games.analysis import results
from games.analysis.analysis_cache import analysis_of
from games.analysis.position.counts import count_proof
from games.analysis.position.proof import proof
from games.analysis.variations import Variation
from games.engines import engines_for, solution_of
from games.rules import Board, ClassicBoard, DstruBoard
from games.rules.shape import parse_cell
from tests.conformance.positions import walk


def at(board: Board) -> Variation:
    return Variation((board,), (), 0)


def test_a_result_is_proved_by_best_play_to_the_end() -> None:
    found = proof(at(ClassicBoard.from_notation("X...O...X O")), "a3")
    assert found is not None
    assert (found.number, found.follows) == ("X wins", True)
    assert [step.name for step in found.steps[:2]] == ["a3", "c1"]
    assert found.steps[0].why == "allows a fork on c1"
    assert found.steps[1].why == "blocks O at c1 and makes a fork: b1 and c2 both win"
    assert found.steps[-1].why.startswith("completes ")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_chances_average_and_the_rivals_best_answer_are_the_number(seed: int) -> None:
    start = DstruBoard.start()
    solution_of(start).make_ready(start)
    for board in walk(start, Random(seed)):
        for cell in board.available_moves():
            found, after = proof(at(board), board.cell_name(cell)), board.make_move(cell)
            assert found is not None
            if after.is_game_over():
                assert [step.name for step in found.steps] == [board.cell_name(cell)]
                continue
            cells = [parse_cell(step.name, board.SHAPE) for step in found.steps]
            values = [results.moves(after)[one].result.value for one in cells]
            value = results.moves(board)[cell].result.value
            combined = {"Tres": max, "Uno": min, "Dos": mean}
            assert combined[after.to_move](values) == pytest.approx(value, abs=1e-9)
            assert after.to_move == "Dos" or values[0] == pytest.approx(value)
            assert found.shown is not None
            assert found.shown["last"] == cell
            assert {note["cell"]: note["text"] for note in found.shown["notes"]} == {
                one: step.number for one, step in zip(cells, found.steps, strict=True)
            }
            if after.to_move == "Dos":
                assert written_average(found.said) == pytest.approx(value, abs=0.0051)


def written_average(said: str) -> float:
    """What the terms that a sentence writes down really average to."""
    terms = re.search(r"The average: (\([^=]*) =", said)
    assert terms is not None, said
    made = str.maketrans({"−": "-", "×": "*", "÷": "/"})
    return float(eval(terms[1].translate(made)))


def test_an_average_writes_its_terms_down() -> None:
    board = DstruBoard.from_notation("TU....TT.....U.. U")
    solution_of(board).make_ready(board)
    found = proof(at(board), "c1")
    assert found is not None
    assert found.number == "+0.53 for Tres"
    assert found.said == (
        "Dos takes each of 6 pieces with equal chance. "
        "The average: (3 × 0.58 + 0.55 + 0.47 + 0.45) ÷ 6 = +0.53."
    )


@pytest.mark.long
def test_every_count_of_positions_is_made_up_by_those_below_each_move() -> None:
    boards = [one for seed in range(3) for one in walk(ClassicBoard.start(), Random(seed))]
    start = DstruBoard.start()
    solution_of(start).make_ready(start)
    boards += walk(start, Random(1))
    asked = set()
    for board in boards:
        for slug, answer in analysis_of(board)["engines"].items():
            found = count_proof(at(board), engines_for(board.VARIANT)[slug], answer)
            if not answer["nodes"]:
                assert found is None
                continue
            assert found is not None
            counts = [int(step.number.replace(",", "")) for step in found.steps]
            assert 1 + sum(counts) == answer["nodes"], (board.notation, slug)
            cells = [parse_cell(step.name[:2], board.SHAPE) for step in found.steps]
            assert found.shown is not None
            assert found.shown["notes"] == [
                {"cell": cell, "text": step.number}
                for cell, step in zip(cells, found.steps, strict=True)
            ]
            for cell, step in zip(cells, found.steps, strict=True):
                over = board.make_move(cell).is_game_over()
                assert (step.why == "it ends the game") == (over and step.number == "0")
            asked.add(slug)
    assert asked == {"minimax", "alphabeta", "bitboard", "search"}


def test_the_page_says_why_an_engine_reads_so_many(client: Client) -> None:
    page = " ".join(client.get("/analysis/X.O.X...O_X/?engine=minimax&why=nodes").text.split())
    assert "Why Minimax enters 186 positions" in page
    assert (
        "This board, and the positions that it enters below each move: 1 + 34 + 24 + 51 + 38 + 38."
    ) in page
    assert 'data-shown="proof"' in page
    assert '?engine=minimax&amp;why=nodes#proof" data-key="nodes-of-minimax"' in page
    assert "nodes-of-linear" not in page


@pytest.mark.parametrize("query", ["why=nodes", "engine=linear&why=nodes"])
def test_where_nothing_is_counted_there_is_no_proof(client: Client, query: str) -> None:
    answer = client.get(f"/analysis/X.O.X...O_X/?{query}")
    assert answer.status_code == 200
    assert 'id="proof"' not in answer.text


def test_the_page_proves_the_result_that_is_asked_for(client: Client) -> None:
    page = " ".join(client.get("/analysis/X...O...X_O/?why=a3").text.split())
    assert "Why O at a3:" in page
    assert "allows a fork on c1" in page
    assert 'data-key="why-a3" aria-current="true"' in page


@pytest.mark.parametrize("asked", ["a1", "z9", "<b>", "a3" * 200, ""])
def test_what_cannot_be_played_has_no_proof(client: Client, asked: str) -> None:
    answer = client.get("/analysis/X...O...X_O/", {"why": asked})
    assert answer.status_code == 200
    assert 'id="proof"' not in answer.text
