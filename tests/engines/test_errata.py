"""Every figure of docs/errata.md that no other test pins, and every command it shows."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from msgspec.structs import replace

from games.engines.classic.bitboards import WON, sides
from games.engines.classic.formulas import apply, empty, minimax_value, state_evaluation_printed
from games.engines.classic.linear import best_cells, state
from games.match import ACTIVE, PERSON, Action, Match, Refused, Seat, decide
from games.rules import VARIANTS, IllegalMove
from progress.campaign import catalog
from progress.campaign.catalog import STAGES
from tests.engines.positions import at, exact, holding, live, reachable

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "errata.md").read_text()
LENGTHS = {board.CELLS for board in VARIANTS.values()}


def values(notation: str) -> dict[int, int]:
    board = at(notation)
    return {move: -exact(board.make_move(move)) for move in board.available_moves()}


def commands() -> list[str]:
    """The command lines of the page, those about games not registered here left out."""
    lines = re.findall(r"^    manage\.py (.+)$", TEXT, re.MULTILINE)
    notations = {line: re.search(r'"([XOTU.]+) ', line) for line in lines}
    return [line for line, found in notations.items() if not found or len(found[1]) in LENGTHS]


@pytest.mark.long
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


def test_in_2114_positions_formula_5_has_several_moves_to_choose_from() -> None:
    several = 0
    for board in live():
        after = [-exact(board.make_move(move)) for move in board.available_moves()]
        several += after.count(max(after)) > 1
    assert several == 2114
    assert len(set(values("......... X").values())) == 1


def test_winners_have_made_three_four_or_five_moves() -> None:
    moves = set()
    for board in reachable():
        if (outcome := board.outcome) is not None and outcome.winner:
            moves.add((board.x if outcome.winner == "X" else board.o).bit_count())
    assert moves == {3, 4, 5}


def test_the_printed_formula_4_is_positive_for_both_sides_at_once() -> None:
    marks = at("OO.XX.... X").marks
    assert [state_evaluation_printed(marks, seat) for seat in "XO"] == [41, 39]


def test_formula_9_knows_four_games_and_the_openings_make_45() -> None:
    printed = {(stage.engine, stage.first) for stage in STAGES}
    assert len(printed) == 4
    same = [s for s in STAGES if (s.engine, s.first) == ("minimax", "player")]
    assert len(same) == 14
    assert len({(stage.engine, stage.first, stage.board) for stage in STAGES}) == len(STAGES) == 45
    assert catalog.at(2, 15).board.notation == "..X.O.X.O X"


def sync_printed(local: tuple[str, int], remote: tuple[str, int]) -> tuple[str, int]:
    """Formula 10: of two states with their times, the remote one if it is later."""
    return remote if remote[1] > local[1] else local


def test_formula_10_keeps_an_older_board_whose_clock_is_ahead() -> None:
    fast, now = 5_000, 100_000
    local = ("X...O.... X", now + fast)
    after = at(local[0]).make_move(8)
    remote = (after.notation, now + 3_000)
    assert remote[0] == "X...O...X O"
    assert sync_printed(local, remote) == local
    assert at(local[0]).ply < after.ply


def test_formula_10_leaves_two_states_of_one_moment_apart() -> None:
    here, there = ("O...X.... X", 7), ("..O.X.... X", 7)
    for _ in range(3):
        here, there = sync_printed(here, there), sync_printed(there, here)
    assert here != there


def test_formula_10_drops_one_of_two_answers_and_oxo_refuses_the_second() -> None:
    centre = at("....X.... O")
    one, two = ((centre.make_move(cell).notation, time) for cell, time in ((0, 7), (2, 8)))
    assert sync_printed(one, two) == sync_printed(two, one) == two

    seats = tuple(Seat(name, PERSON, user) for user, name in enumerate("XO"))
    match = Match("g", at("......... X"), seats, "friend", ACTIVE)
    match = decide(match, Action("place", match.version, cell=4, user=0), 0).after
    answer = Action("place", match.version, cell=0, user=1)
    match = decide(match, answer, 0).after
    with pytest.raises(Refused, match="moved on") as refusal:
        decide(match, replace(answer, cell=2), 0)
    assert refusal.value.code == "stale_version"


def test_a_move_by_or_takes_a_taken_cell() -> None:
    x, o = at(".X....... O").x, at(".X....... O").o
    assert (x, o | 1 << 1) == (2, 2)
    assert x | 1 << 1 == x
    with pytest.raises(IllegalMove, match="b1 is taken"):
        at(".X....... O").make_move(1)


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
