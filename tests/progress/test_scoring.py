"""The campaign's formulas at their edges, and the laws that hold between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progress.campaign import scoring
from progress.campaign.scoring import LEVELS, STAGES

EVERY = [(level, stage) for level in LEVELS for stage in STAGES]
star_maps = st.dictionaries(st.sampled_from(EVERY), st.integers(0, 3))


def whole_level(*levels: int, stars: int = 1) -> dict[tuple[int, int], int]:
    return {(level, stage): stars for level in levels for stage in STAGES}


@pytest.mark.parametrize(
    ("moves", "stars"), [(0, 3), (2, 3), (3, 3), (4, 2), (5, 1), (6, 0), (7, 0), (99, 0)]
)
def test_formula_3(moves: int, stars: int) -> None:
    assert scoring.stars_for_win(moves) == stars


def test_formula_3_refuses_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="-1 moves cannot be"):
        scoring.stars_for_win(-1)


@pytest.mark.parametrize(
    ("stage", "result", "moves", "stars"),
    [
        ((1, 1), "won", 3, 3),
        ((2, 1), "won", 1, 3),
        ((2, 1), "won", 4, 2),
        ((3, 1), "won", 5, 1),
        ((1, 15), "drawn", 3, 0),
        ((3, 14), "drawn", 4, 0),
        ((3, 15), "drawn", 4, 1),
        ((1, 1), "lost", 3, 0),
        ((3, 15), "lost", 3, 0),
    ],
)
def test_stars_earned(stage: tuple[int, int], result: str, moves: int, stars: int) -> None:
    assert scoring.stars_earned(*stage, result=result, moves=moves) == stars


def test_stars_earned_refuses_an_unknown_result() -> None:
    with pytest.raises(ValueError, match="'abandoned' is no result"):
        scoring.stars_earned(1, 1, result="abandoned", moves=3)


@pytest.mark.parametrize(
    ("stage", "cleared", "after"),
    [(1, False, 1), (1, True, 2), (14, True, 15), (14, False, 14), (15, True, None)],
)
def test_formula_7(stage: int, cleared: bool, after: int | None) -> None:
    assert scoring.next_stage(stage, cleared=cleared) == after


def test_formula_7_has_nothing_after_the_last_stage() -> None:
    assert scoring.next_stage(15, cleared=False) is None


def test_formula_8() -> None:
    assert scoring.is_level_open({}, 1)
    assert not scoring.is_level_open({}, 2)
    assert not scoring.is_level_open({}, 3)
    assert scoring.is_level_open(whole_level(1), 2)
    assert not scoring.is_level_open(whole_level(1), 3)
    assert scoring.is_level_open(whole_level(2), 3)
    assert not scoring.is_level_open(whole_level(1, 2, 3), 6)
    assert not scoring.is_level_open(whole_level(*range(1, 9)), 9)
    assert not scoring.is_level_open(whole_level(1, 2, 3), 0)


@pytest.mark.parametrize("missing", STAGES)
def test_formula_8_wants_every_stage(missing: int) -> None:
    assert not scoring.is_level_open(whole_level(1) | {(1, missing): 0}, 2)


@pytest.mark.parametrize(
    ("stars", "reached"),
    [
        ({(1, 15): 1}, True),
        ({(1, 3): 3, (1, 4): 3}, True),
        ({(1, 3): 3, (1, 5): 3}, False),
        ({(1, 3): 3, (1, 4): 2}, False),
        ({(2, 1): 3, (2, 2): 3}, False),
    ],
)
def test_level_2_opens_with_the_exam_or_three_stars_twice_in_a_row(
    stars: dict[tuple[int, int], int], reached: bool
) -> None:
    assert scoring.is_level_reached(stars, 2) is scoring.is_stage_open(stars, 2, 1) is reached
    assert not scoring.is_level_open(stars, 2)
    assert not scoring.is_level_reached(stars, 3)


def test_the_exam_is_open_from_the_start_and_no_other_last_stage() -> None:
    assert [key for key in EVERY if scoring.is_stage_open({}, *key)] == [(1, 1), scoring.EXAM]


def test_stage_open() -> None:
    assert scoring.is_stage_open({}, 1, 1)
    assert not scoring.is_stage_open({}, 1, 2)
    assert scoring.is_stage_open({(1, 1): 1}, 1, 2)
    assert not scoring.is_stage_open({(1, 1): 0}, 1, 2)
    assert not scoring.is_stage_open({(1, 1): 3}, 1, 3)
    assert not scoring.is_stage_open({}, 2, 1)
    assert scoring.is_stage_open(whole_level(1), 2, 1)
    for stage in (0, 16):
        assert not scoring.is_stage_open(whole_level(1, 2, 3), 1, stage)


def test_formula_12() -> None:
    assert scoring.completion({}, 1) == 0
    assert scoring.completion({(1, 1): 0, (1, 2): 3}, 1) == pytest.approx(100 / 15)
    assert scoring.completion(whole_level(1), 1) == 100
    assert scoring.completion(whole_level(1), 2) == 0


def test_formula_13() -> None:
    assert scoring.total({}) == 0
    assert scoring.total(whole_level(1, 2, 3, stars=3)) == scoring.PRINTED_MAXIMUM == 135
    assert scoring.total({(1, 1): 3, (9, 9): 3}) == 3


def test_formula_14() -> None:
    everywhere = [(level, stage) for level in LEVELS for stage in STAGES]
    hopeless = [key for key in everywhere if scoring.win_probability(*key) is not None]
    assert hopeless == [(3, 15)]
    assert scoring.win_probability(3, 15) == 0
    assert sum(scoring.most_stars(*key) for key in everywhere) == 44 * 3 + 1


@given(star_maps)
def test_total_is_the_sum(stars: dict[tuple[int, int], int]) -> None:
    assert scoring.total(stars) == sum(stars.values())


@given(star_maps)
def test_completion_counts_cleared_stages(stars: dict[tuple[int, int], int]) -> None:
    for level in LEVELS:
        cleared = sum(1 for (at, _), earned in stars.items() if at == level and earned)
        assert scoring.completion(stars, level) == pytest.approx(cleared / 15 * 100)
        assert (scoring.completion(stars, level) == 100) == (cleared == 15)


@given(star_maps, st.sampled_from(EVERY), st.integers(0, 3))
def test_more_stars_never_lock_anything(
    stars: dict[tuple[int, int], int], key: tuple[int, int], earned: int
) -> None:
    more = stars | {key: max(stars.get(key, 0), earned)}
    for level, stage in EVERY:
        assert scoring.is_stage_open(stars, level, stage) <= scoring.is_stage_open(
            more, level, stage
        )
        assert scoring.is_level_open(stars, level) <= scoring.is_level_open(more, level)


@given(star_maps)
def test_an_open_stage_is_in_an_open_level(stars: dict[tuple[int, int], int]) -> None:
    for level, stage in EVERY:
        if scoring.is_stage_open(stars, level, stage):
            assert scoring.is_level_reached(stars, level)
            first = stage == 1 or (level, stage) == scoring.EXAM
            assert first or scoring.is_cleared(stars, level, stage - 1)
