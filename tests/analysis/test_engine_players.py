"""Engines that do not search a tree, step by step: each sentence says what its step computed."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from games.analysis.player.engines import heuristic, linear, perfect
from games.analysis.player.methods import methods_for
from games.analysis.wording import number, signed
from games.engines import engine, solution_of
from games.engines.classic import heuristic_steps
from games.engines.classic.linear_steps import cells_on, trace
from tests.engines.positions import at, live

pytestmark = pytest.mark.django_db

TRAP = "X...O...X O"
SAMPLE = Random(12).sample(live(), 120)


def told(notation: str, *, guarded: bool) -> dict[str, str]:
    """The first sentence of each kind of step, the guard's by what it fears."""
    found, sentences = trace(at(notation), guarded=guarded), {}
    for step in found.steps:
        sentences.setdefault(step.fear or step.kind, linear.sentence(found, step))
    return sentences


def test_each_kind_of_step_of_the_linear_engine_has_its_sentence() -> None:
    assert told(TRAP, guarded=True) == {
        "start": "O to move. In x an O is 1, an X is −1, an empty cell 0. Each line is a row of P.",
        "line": "a1–b1–c1: own −1 + 0 + 0 = −1, taken 1 + 0 + 0 = 1. The table gives 1.5.",
        "add": "b1 gets 1.5 from a1–b1–c1: 0 + 1.5 = 1.5. 1.5 so far.",
        "guard": "After b1 no reply of X wins or makes two threats. b1 is safe.",
        "forked": "After c1, X answers a3 and has two threats. The guard refuses c1.",
        "done": (
            "The highest score that the guard lets through is 3.5, at b1, a2, c2 and b3: "
            "O plays one of them by lot."
        ),
    }
    assert told("X........ O", guarded=False)["done"] == "The highest score is 4.5: O plays b2."
    late = told("XX..O.... O", guarded=True)
    assert late["loses"] == "After a2, X wins at once with c1. The guard refuses a2."
    won = told("XX.OO.... X", guarded=True)
    assert won["wins"] == "c1 wins at once, so the guard lets it through."


@pytest.mark.parametrize("guarded", [False, True])
def test_every_sentence_says_the_numbers_of_its_step(guarded: bool) -> None:
    for board in SAMPLE:
        found = trace(board, guarded=guarded)
        for step in found.steps:
            text = linear.sentence(found, step)
            assert text.endswith(".")
            assert len(text.split()) <= 32, text
            if step.kind == "line":
                own = sum(found.state[cell] for cell in cells_on(step.line))
                assert f"= {number(own)}, taken" in text
                assert text.endswith(f"The table gives {number(found.scores[step.line])}.")
            elif step.kind == "add" and step.last:
                assert text.endswith(f"Its score is {number(found.cells[step.cell])}.")
            elif step.kind == "guard":
                assert ("refuses" in text) == (step.reply >= 0)
            elif step.kind == "done":
                assert all(board.cell_name(cell) in text for cell in found.candidates)


def test_every_step_has_a_page(client: Client) -> None:
    path = f"/analysis/{TRAP.replace(' ', '_')}/search/"
    for slug, guarded in (("linear", False), ("linear-guarded", True)):
        found = trace(at(TRAP), guarded=guarded)
        for number_of, step in enumerate(found.steps, 1):
            if number_of % 9 in (0, 1):
                page = client.get(path, {"method": slug, "step": number_of}).content.decode()
                assert linear.sentence(found, step) in page
        answer = client.get(f"{path}steps/", {"method": slug, "from": 1, "count": 24}).json()
        assert answer["total"] == len(found.steps)
        rows = [row for frame in answer["frames"] for row in frame["sides"][0]["rows"]]
        assert {key for row in rows for key in row} == set(answer["pieces"])


def test_an_engine_can_stand_beside_a_search(client: Client) -> None:
    path = f"/analysis/{TRAP.replace(' ', '_')}/search/"
    query = {"method": "linear", "against": "alphabeta", "step": 3}
    page = client.get(path, query).content.decode()
    assert page.count("data-side") == 2
    assert (
        linear.sentence(trace(at(TRAP), guarded=False), trace(at(TRAP), guarded=False).steps[2])
        in page
    )


def test_the_player_has_every_engine_that_shows_its_steps() -> None:
    assert [method.name for method in methods_for(at(TRAP))] == [
        "alphabeta",
        "alphabeta-lines",
        "minimax",
        "linear",
        "linear-guarded",
        "heuristic",
        "pseudo-code",
        "bitboard",
        "perfect",
        "smart",
        "random",
    ]
    assert methods_for(at("XXXOO.... O")) == ()


def test_each_kind_of_step_of_the_heuristic_has_its_sentence() -> None:
    found = heuristic_steps.trace(at(TRAP))
    told: dict[str, str] = {}
    for step in found.steps:
        told.setdefault(step.kind, heuristic.sentence(found, step))
    assert told == {
        "start": "O looks one move ahead and counts what its lines promise.",
        "move": "O tries b1. The game goes on, so its lines are counted.",
        "line": "a1–b1–c1 has 1 of O, 1 of X: nothing, 0 so far.",
        "total": "b1: +7 from the lines and +1 for the centre. It is worth +8.",
        "done": (
            "The highest value is +8, at b1, c1, a2, c2, a3 and b3: one of them is drawn by lot."
        ),
    }
    last = heuristic_steps.trace(at("XX.OO.... X"))
    texts = [heuristic.sentence(last, step) for step in last.steps]
    assert "X tries c1 and wins: +10." in texts


def test_the_heuristic_says_the_points_of_every_line() -> None:
    for board in SAMPLE:
        found = heuristic_steps.trace(board)
        for step in found.steps:
            text = heuristic.sentence(found, step)
            assert len(text.split()) <= 32, text
            if step.kind == "line":
                term = found.terms[step.cell]["lines"][step.line]["term"]
                points = f"{signed(term)} points" if term else "nothing"
                assert text.endswith(f": {points}, {signed(step.sum)} so far.")
            elif step.kind == "total":
                assert text.endswith(f"{signed(found.values[step.cell])}.")


def test_every_row_of_the_table_says_what_the_solution_knows() -> None:
    for board in SAMPLE:
        choice, solution = engine("classic", "perfect").choose(board, Random(0)), solution_of(board)
        shown = perfect.show(board, "")
        exact = solution.values(board)
        for told, cell in zip(shown.told[1:], board.available_moves(), strict=False):
            after = board.make_move(cell)
            word = {1: "wins", 0: "draws", -1: "loses"}[(exact[cell] > 0) - (exact[cell] < 0)]
            assert f"{board.to_move} {word}" in told.sentence
            if not after.is_game_over():
                losing = sum(value < 0 for value in solution.values(after).values())
                assert f"{losing} of" in told.sentence
        assert perfect.keeping(choice) == list(solution.keeping_moves(board))
        last = shown.told[-1].sentence
        assert all(board.cell_name(cell) in last for cell in choice.candidates)
