"""The steps of the linear engines come to what the engines come to."""

from __future__ import annotations

from random import Random

import pytest

from games.engines import engine
from games.engines.classic.linear_steps import LinearTrace, cells_on, trace
from games.engines.sides import rival_of
from tests.engines.positions import at, live

SAMPLE = Random(11).sample(live(), 500)
GUARDED = pytest.mark.parametrize("guarded", [False, True])


@GUARDED
def test_the_sums_are_those_of_the_engine(guarded: bool) -> None:
    one = engine("classic", "linear-guarded" if guarded else "linear")
    for board in SAMPLE:
        found, choice = trace(board, guarded=guarded), one.choose(board, Random(0))
        view = choice.view
        assert list(found.state) == view["state"]
        assert list(found.own) == view["own_occupancy"]
        assert list(found.taken) == view["total_occupancy"]
        assert list(found.scores) == view["path_scores"]
        assert found.candidates == choice.candidates
        scores = {step.cell: step.total for step in found.steps if step.last}
        assert scores == dict(choice.values)


@GUARDED
def test_every_line_through_a_free_cell_is_added_once(guarded: bool) -> None:
    for board in SAMPLE[:60]:
        steps = trace(board, guarded=guarded).steps
        assert [step.line for step in steps if step.kind == "line"] == list(range(8))
        added = [(step.cell, step.line) for step in steps if step.kind == "add"]
        lines = [
            (cell, line)
            for cell in board.available_moves()
            for line in range(8)
            if cell in cells_on(line)
        ]
        assert added == lines


def test_the_guard_names_a_reply_that_does_what_it_fears() -> None:
    for board in SAMPLE:
        found = trace(board, guarded=True)
        view = engine("classic", "linear-guarded").choose(board, Random(0)).view
        reasons = {"opponent wins at once": "loses", "opponent gets two threats": "forked"}
        feared = {reasons[reason]: cells for reason, cells in view["refused"].items()}
        for fear, cells in feared.items():
            assert [step.cell for step in _guard(found) if step.fear == fear] == cells
        for step in _guard(found):
            after = board.make_move(step.cell)
            if step.fear == "wins":
                assert after.is_game_over()
            elif step.fear == "loses":
                assert step.reply in after.winning_cells(rival_of(board))
            elif step.fear == "forked":
                threats = after.make_move(step.reply).winning_cells(rival_of(board))
                assert len(threats) >= 2


def _guard(found: LinearTrace) -> list:  # type: ignore[type-arg]
    return [step for step in found.steps if step.kind == "guard"]


def test_the_trap_of_two_corners_is_refused() -> None:
    found = trace(at("X...O...X O"), guarded=True)
    assert found.refused == (2, 6)
    fears = {step.cell: (step.fear, step.reply) for step in _guard(found) if step.fear}
    assert fears == {2: ("forked", 6), 6: ("forked", 2)}
