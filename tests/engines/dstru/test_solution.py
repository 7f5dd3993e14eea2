"""The complete solution of DSTRU-TAC-TOE.

The pinned figures come from ``solve`` itself; ``test_plain`` finds every one of them
again without symmetry, over all 3^16 boards.
"""

from __future__ import annotations

import json
import tracemalloc
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.dstru.classes import classes
from games.engines.dstru.objectives import Role
from games.engines.dstru.retrograde import reachable, solve_backwards, steps, winners
from games.engines.dstru.solution import OBJECTIVES, solve
from games.rules import DstruBoard
from tests.engines.dstru.positions import READINGS, full_width, random_boards

CROSSING, STRAIGHT, DIAGONAL, IDLE = "1,4 4,1", "1,1 1,2 1,3 4,2 4,3 4,4", "2,3 3,2", "2,1"
"""First cells by the patterns through them: two, a straight one, the slanting one, none."""

VALUES = {
    False: {
        CROSSING: 0.7535691524084381,
        DIAGONAL: 0.7281903072676883,
        STRAIGHT: 0.7237443332681428,
        IDLE: 0.7002010344520265,
    },
    True: {
        CROSSING: 0.31586027922128695,
        DIAGONAL: 0.3021979473960294,
        STRAIGHT: 0.3007314986294814,
        IDLE: 0.21408505975701742,
    },
}
NOBODY = {"Tres": False, "Uno": False, "Dos": False}
FORCES_WITH_DOS = {
    False: {
        "Tres": {"Tres": True, "Uno": False, "Dos": True},
        "Uno": {"Tres": False, "Uno": True, "Dos": True},
    },
    True: {
        "Tres": {"Tres": True, "Uno": False, "Dos": True},
        "Uno": {"Tres": False, "Uno": False, "Dos": True},
    },
}
COUNTS = {False: (122_281_584, 204_550), True: (128_263_622, 227_275)}


@pytest.fixture(scope="module", params=[False, True], ids=["contains", "exact"])
def solution(request):
    return solve(request.param)


@pytest.fixture(scope="module")
def reached():
    def make(exact):
        space = classes()
        found = list(steps(space))
        return space, found, reachable(found, winners(space, exact), len(space))

    return make


@pytest.fixture(scope="module")
def every_value():
    space, made = classes(), {}

    def make(exact, aim):
        if (exact, aim) not in made:
            made[exact, aim] = solve_backwards(
                list(steps(space)), winners(space, exact), len(space), aim
            )
        values = made[exact, aim]
        seats = DstruBoard.SEATS
        return lambda board: values[seats.index(board.to_move), space.of(board.tres, board.uno)]

    return make


def test_the_shape(solution):
    assert list(solution) == [
        "variant",
        "exact",
        "neutral",
        "forces",
        "forces_with_dos",
        "positions",
        "classes",
        "seconds",
    ]
    assert solution["variant"] == "dstru"
    cells = [f"{x},{y}" for x in range(1, 5) for y in range(1, 5)]
    assert list(solution["neutral"]["first"]) == cells
    assert json.loads(json.dumps(solution)) == solution


def test_the_values_against_a_neutral_dos(solution):
    first, expected = solution["neutral"]["first"], VALUES[solution["exact"]]
    for cells, value in expected.items():
        for cell in cells.split():
            assert first[cell] == pytest.approx(value, abs=1e-9)
    assert sorted(set(first.values())) == pytest.approx(sorted(expected.values()), abs=1e-9)
    assert solution["neutral"]["value"] == max(first.values()) == first["1,4"]


def test_who_forces_what(solution):
    assert solution["forces"] == NOBODY
    assert solution["forces_with_dos"] == FORCES_WITH_DOS[solution["exact"]]


def test_the_third_alone_forces_no_more_because_dos_takes_sides(solution):
    with_dos = solution["forces_with_dos"]
    assert with_dos["Tres"]["Uno"] == solution["forces"]["Uno"]
    assert with_dos["Uno"]["Tres"] == solution["forces"]["Tres"]


def test_the_counts(solution):
    assert (solution["positions"], solution["classes"]) == COUNTS[solution["exact"]]


@READINGS
def test_solving_takes_less_than_300_megabytes(exact):
    tracemalloc.start()
    solve(exact)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 300e6


def test_progress_runs_from_nothing_to_all():
    seen = []
    solve(progress=seen.append)
    assert (seen[0], seen[-1]) == (0.0, 1.0)
    assert all(one < other for one, other in pairwise(seen))


@pytest.mark.parametrize("aim", OBJECTIVES, ids=lambda aim: aim.slug)
@READINGS
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_each_value_follows_from_those_after_it(every_value, exact, aim, seed):
    """Bellman's equation, with the moves made by the rules."""
    value = every_value(exact, aim)
    for board in random_boards(seed, exact=exact):
        if board.outcome:
            haste = 1 if aim.has_chance else 45 - board.ply
            assert value(board) == aim.payoff[board.outcome.winner] * haste
            continue
        after = [value(board.make_move(cell)) for cell in board.available_moves()]
        fold = {Role.RAISE: max, Role.LOWER: min, Role.CHANCE: np.mean}[aim.role[board.to_move]]
        assert value(board) == pytest.approx(fold(after), abs=1e-12)


@pytest.mark.parametrize("aim", OBJECTIVES, ids=lambda aim: aim.slug)
@READINGS
def test_late_values_are_those_of_the_full_tree(every_value, exact, aim):
    for seed in range(12):
        for board in random_boards(seed, exact=exact):
            if board.ply >= 40:
                assert every_value(exact, aim)(board) == pytest.approx(full_width(board, aim))


def boards_by_ply(exact, plies):
    """The set of positions at each of the first ``plies`` plies, found by playing on."""
    level = {DstruBoard.start(exact=exact)}
    for _ in range(plies):
        yield level
        level = {board.make_move(cell) for board in level for cell in board.available_moves()}


@pytest.mark.long
@READINGS
def test_reachable_positions_of_the_first_plies(reached, exact):
    space, found, seen = reached(exact)
    for step, boards in zip(found, boards_by_ply(exact, 7), strict=False):
        here = step.here[seen[step.seat, step.here]]
        assert space.boards[here].sum() == len(boards)
        assert set(here.tolist()) == {space.of(board.tres, board.uno) for board in boards}


@pytest.mark.long
@READINGS
def test_a_notation_is_valid_exactly_if_the_position_is_reachable(reached, exact):
    """Two accounts of the same thing: the rules look back one ply, the solution plays forward."""
    space, _, seen = reached(exact)
    tres, uno = (held.tolist() for held in space.representatives())
    for number in range(len(space)):
        for seat, phase in enumerate([(True, False), (True, True), (False, False)]):
            board = DstruBoard(tres[number], uno[number], *phase, exact)
            assert board.can_arise() == seen[seat, number], board.notation
