"""Each number of the analysis board can be asked why, and answers with what proves it."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest
from django.test import Client

from games.analysis import results
from games.analysis.position.proof import proof
from games.analysis.variations import Variation
from games.engines import solution_of
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


def test_the_page_proves_the_result_that_is_asked_for(client: Client) -> None:
    page = client.get("/analysis/X...O...X_O/?why=a3").text
    assert "Why O at a3:" in page
    assert "allows a fork on c1" in page
    assert 'data-key="why-a3" aria-current="true"' in page


@pytest.mark.parametrize("asked", ["a1", "z9", "<b>", "a3" * 200, ""])
def test_what_cannot_be_played_has_no_proof(client: Client, asked: str) -> None:
    answer = client.get("/analysis/X...O...X_O/", {"why": asked})
    assert answer.status_code == 200
    assert 'id="proof"' not in answer.text
