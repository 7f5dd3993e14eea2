"""Values without depth, scores with it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.engines.classic.scores import UNIT, best_of, depth_aware, plies_left, value_of

values = st.sampled_from((-10, 0, 10))
plies = st.integers(5, 9)


@given(values, plies)
def test_depth_never_changes_the_value(value: int, end: int) -> None:
    assert value_of(depth_aware(value, end)) == value


@given(plies, plies)
def test_a_sooner_win_and_a_later_loss_score_higher(one: int, two: int) -> None:
    assert (depth_aware(10, one) > depth_aware(10, two)) == (one < two)
    assert (depth_aware(-10, one) > depth_aware(-10, two)) == (one > two)


@given(st.sampled_from((-10, 10)), plies, st.integers(0, 5))
def test_a_score_tells_the_distance(value: int, end: int, ply: int) -> None:
    assert plies_left(depth_aware(value, end), ply) == end - ply


def test_a_draw_lasts_to_the_full_board_and_a_guess_has_no_distance() -> None:
    assert plies_left(0, 4) == 5
    assert [plies_left(guess * UNIT, 4) for guess in (-9, -1, 3, 9)] == [None] * 4


def test_the_best_are_all_that_share_the_highest_score_in_rising_order() -> None:
    assert best_of({7: 3, 2: 5, 8: 5, 0: -1}) == (2, 8)
