"""A table of values that learns DSTRU-TAC-TOE, beside what is exactly true."""

from __future__ import annotations

import numpy as np
import pytest

from games.engines import solution_of
from games.engines.learning.dstru_values import (
    ROUND,
    SHOWN,
    DstruValues,
    exact_first,
    facts,
)
from games.rules.dstru import DstruBoard


def test_a_new_table_knows_the_ends_alone() -> None:
    errors = DstruValues(1).errors()
    assert (errors.empty, errors.met) == (0.0, 0.0)
    assert errors.mean == pytest.approx(0.3889, abs=1e-4)
    assert [len(one) for one in errors.by_ply] == [min(SHOWN, len(p.live)) for p in facts().plies]


def test_what_is_exact_is_what_the_solution_says() -> None:
    start, solution = DstruBoard.start(), solution_of(DstruBoard)
    solution.make_ready(start)
    empty, first = exact_first()
    assert empty == pytest.approx(solution.value(start), abs=1e-12)
    assert first == pytest.approx(list(solution.values(start).values()), abs=1e-12)


def test_the_same_seed_learns_the_same_and_another_something_else() -> None:
    one, same, other = DstruValues(3), DstruValues(3), DstruValues(4)
    for table in (one, same, other):
        table.train()
    assert one.games == ROUND
    assert np.array_equal(one.values, same.values)
    assert not np.array_equal(one.values, other.values)


def test_its_errors_shrink_from_the_end_of_the_game_to_its_beginning() -> None:
    table = DstruValues(1)
    mean = [table.errors().mean]
    for _ in range(3):
        for _ in range(4):
            table.train()
        mean.append(table.errors().mean)
    assert mean == sorted(mean, reverse=True)
    errors = table.errors()
    late = np.mean(errors.by_ply[-1])
    assert late < np.mean(errors.by_ply[0])
    assert errors.met > 0.7


@pytest.mark.long
def test_after_a_million_games_it_is_close_to_the_truth() -> None:
    table = DstruValues(1)
    for _ in range(256):
        table.train()
    errors, (empty, first) = table.errors(), exact_first()
    assert errors.mean < 0.03
    assert errors.empty == pytest.approx(empty, abs=0.02)
    assert np.argmax(errors.first) in (3, 12)
    assert errors.first == pytest.approx(first, abs=0.03)
