"""When learners become safe, over ten seeds: ``pytest -m slow tests/engines/learning``.

Curves have a point every 200 games, and ten seeds of another program fall a little otherwise: the
median has to lie within the known spread, and all ten within a fifth of it.
"""

from __future__ import annotations

from statistics import median

import pytest

from games.engines.learning.training import (
    LearnerOptions,
    curve,
    never_loses_after,
    new_learner,
)

SEEDS = range(1, 11)

KNOWN = {
    "td": (LearnerOptions(), 4_000, 1_400, 2_900),
    "td --epsilon 0.1": (LearnerOptions(epsilon="0.1"), 6_000, 1_800, 3_800),
    "td --symmetry off --ties first": (
        LearnerOptions(symmetry="off", ties="first"),
        24_000,
        10_000,
        19_000,
    ),
    "q": (LearnerOptions(), 60_000, 34_000, 49_000),
    "q --symmetry on": (LearnerOptions(symmetry="on"), 9_000, 4_250, 6_500),
}
"""By what is trained, the games it is given, and the spread of those after which it is safe."""


def safe_after(name: str, options: LearnerOptions, games: int, seed: int) -> int | None:
    learner = new_learner(name.split()[0], seed, options)
    return never_loses_after(list(curve(learner, games)))


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_ten_seeds_become_safe_within_the_known_spread(name: str) -> None:
    options, games, least, most = KNOWN[name]
    found = [safe_after(name, options, games, seed) for seed in SEEDS]
    since = [one for one in found if one is not None]
    assert len(since) == len(found), found
    assert least <= median(since) <= most, found
    assert 0.75 * least <= min(since), found
    assert max(since) <= 1.2 * most, found


@pytest.mark.slow
def test_of_a_hundred_machines_55_to_80_are_safe_at_some_time() -> None:
    safe = sum(
        any(
            not point["loses"]
            for point in curve(new_learner("menace", seed, LearnerOptions()), 1_000)
        )
        for seed in range(1, 101)
    )
    assert 55 <= safe <= 80


@pytest.mark.slow
def test_a_table_that_takes_the_first_of_equal_moves_explores_too_little() -> None:
    options = LearnerOptions(epsilon="0.1", ties="first")
    assert [safe_after("td", options, 40_000, seed) for seed in SEEDS] == [None] * 10


@pytest.mark.slow
def test_ten_searches_of_2000_games_a_move_are_safe() -> None:
    for seed in SEEDS:
        learner = new_learner("mcts", seed, LearnerOptions())
        learner.train(2_000)
        assert learner.loses() == 0


@pytest.mark.slow
def test_ten_nets_become_safe_within_81920_games() -> None:
    for seed in SEEDS:
        assert any(
            not point["loses"]
            for point in curve(new_learner("net", seed, LearnerOptions()), 81_920)
        )
