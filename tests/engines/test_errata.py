"""Every figure of docs/errata.md that no other test pins, and every command it shows."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from games.engines.bits import WON, sides
from games.engines.formulas import apply, empty, minimax_value, state_evaluation_printed
from games.engines.linear import best_cells, state
from games.rules import VARIANTS

from .positions import at, exact, holding, live, reachable

TEXT = (Path(__file__).parents[2] / "docs" / "errata.md").read_text()
LENGTHS = {board.CELLS for board in VARIANTS.values()}


def values(notation: str) -> dict[int, int]:
    board = at(notation)
    return {move: -exact(board.make_move(move)) for move in board.available_moves()}


def commands() -> list[str]:
    """The command lines of the page, those about games not registered here left out."""
    lines = re.findall(r"^    manage\.py (.+)$", TEXT, re.MULTILINE)
    notations = {line: re.search(r'"([XOTU.]+) ', line) for line in lines}
    return [line for line, found in notations.items() if not found or len(found[1]) in LENGTHS]


@pytest.mark.parametrize("line", commands())
def test_every_command_it_shows_runs(line: str) -> None:
    out = StringIO()
    call_command(*shlex.split(line), stdout=out, stderr=StringIO())
    assert out.getvalue()


def test_a_slow_win_equals_a_win_at_once_in_720_positions() -> None:
    found = 0
    for board in live():
        if exact(board) == 10:
            own = sides(board)[0]
            wins = [WON[own | 1 << move] for move in holding(board)]
            found += any(wins) and not all(wins)
    assert found == 720


def test_winners_have_made_three_four_or_five_moves() -> None:
    moves = set()
    for board in reachable():
        if (outcome := board.outcome) is not None and outcome.winner:
            moves.add((board.x if outcome.winner == "X" else board.o).bit_count())
    assert moves == {3, 4, 5}


def test_the_printed_formula_4_is_positive_for_both_sides_at_once() -> None:
    marks = at("OO.XX.... X").marks
    assert [state_evaluation_printed(marks, seat) for seat in "XO"] == [41, 39]


def test_the_printed_linear_rule_may_drop_the_value_in_78_positions() -> None:
    chosen = best_cells(np.concatenate([state(board) for board in live()]))
    wrong = [
        board
        for board, row in zip(live(), chosen, strict=True)
        if not set(np.flatnonzero(row).tolist()) <= holding(board)
    ]
    assert len(wrong) == 78


def test_the_first_walkthrough_has_six_free_cells_and_no_forced_result() -> None:
    assert values("X...O...X O") == {1: 0, 2: -10, 3: 0, 5: 0, 6: -10, 7: 0}
    marks = at("X...O...X O").marks
    twice = [apply(marks, cell, "X") for cell in empty(marks)]
    assert [minimax_value(cells, "O", "X") for cells in twice] == [10] * 6


def test_in_the_second_example_one_move_draws_and_all_others_lose() -> None:
    assert values("X.O.X...O X") == {1: -10, 3: -10, 5: 0, 6: -10, 7: -10}
    assert values("X.O.X..XO O")[5] == 10


def test_after_a_centre_opening_corners_hold_and_then_x_cannot_go_wrong_at_once() -> None:
    assert values("....X.... O") == dict.fromkeys((0, 2, 6, 8), 0) | dict.fromkeys(
        (1, 3, 5, 7), -10
    )
    assert values("O...X.... X") == dict.fromkeys((1, 2, 3, 5, 6, 7, 8), 0)
