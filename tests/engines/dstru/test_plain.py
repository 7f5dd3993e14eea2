"""The solution against a solver without symmetry, on every board. Minutes: ``pytest -m slow``."""

from __future__ import annotations

import numpy as np
import pytest

from games.engines.dstru.classes import classes
from games.engines.dstru.retrograde import solve_backwards, steps, winners
from games.engines.dstru.solution import OBJECTIVES, solve
from games.rules import DstruBoard
from games.rules.dstru import coordinate_name
from tests.engines.dstru import plain

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

READINGS = pytest.mark.parametrize("exact", [False, True], ids=["contains", "exact"])
ROLES = {"raise": plain.MAX, "lower": plain.MIN, "chance": plain.MEAN}


def class_of_every_board(n):
    """The class of each board with n pieces, in the order of the plain solver."""
    space = classes()
    uno = plain.spread(n).astype(np.int64)
    tres = plain.occupied(n)[0][:, None] & ~uno
    return space.number[space.code[tres], space.code[uno]]


@READINGS
@pytest.mark.parametrize("aim", OBJECTIVES, ids=lambda aim: aim.slug)
def test_every_value_of_every_board(aim, exact):
    """All 3^16 boards at each ply where they could stand: about 129 million values."""
    space = classes()
    fast = solve_backwards(list(steps(space)), winners(space, exact), len(space), aim)
    payoff = [aim.payoff[seat] for seat in DstruBoard.SEATS]
    roles = [ROLES[aim.role[seat].value] for seat in DstruBoard.SEATS]
    for ply, n, slow in plain.backward(exact, payoff, roles):
        found = fast[ply % 3][class_of_every_board(n)]
        if aim.has_chance:
            np.testing.assert_allclose(found, slow, rtol=0, atol=1e-12)
        else:
            np.testing.assert_array_equal(found, slow)


@READINGS
def test_the_printed_values(exact):
    """The empty board and the sixteen first cells, from the plain solver alone."""
    roles = [plain.MAX, plain.MIN, plain.MEAN]
    *_, (_, _, first), (_, _, start) = plain.backward(exact, [1, -1, 0], roles)
    printed = solve(exact)["neutral"]
    assert start.item() == pytest.approx(printed["value"], abs=1e-9)
    by_cell = {coordinate_name(cell): first[cell, plain.TRES] for cell in range(16)}
    assert by_cell == pytest.approx(printed["first"], abs=1e-9)


@READINGS
def test_the_number_of_positions(exact):
    assert plain.count_positions(exact) == solve(exact)["positions"]
