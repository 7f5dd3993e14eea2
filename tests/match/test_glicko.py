"""Glicko-2 against the example that Glickman published, and laws that hold for any rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.match.glicko import SCALE, GlickoRating, aged, rate

PLAYER = GlickoRating(1500, 200, 0.06)
OPPONENTS = [
    (GlickoRating(1400, 30), 1.0),
    (GlickoRating(1550, 100), 0.0),
    (GlickoRating(1700, 300), 0.0),
]

ratings = st.builds(GlickoRating, st.floats(400, 3000), st.floats(30, 350), st.floats(0.03, 0.1))
scores = st.sampled_from([0.0, 0.5, 1.0])


def test_the_published_example_to_its_published_digits() -> None:
    """The paper prints 1464.06 since it goes on with mu' as printed, -0.2069; so does this."""
    after = rate(PLAYER, OPPONENTS)
    mu = round((after.rating - 1500) / SCALE, 4)
    assert mu == -0.2069
    assert round(1500 + SCALE * mu, 2) == 1464.06
    assert abs(after.rating - 1464.06) < 0.01
    assert round(after.deviation / SCALE, 4) == 0.8722
    assert round(after.deviation, 2) == 151.52
    assert int(after.volatility * 100_000) / 100_000 == 0.05999


def test_a_period_without_games_only_widens_the_deviation() -> None:
    after = rate(PLAYER, [])
    assert (after.rating, after.volatility) == (PLAYER.rating, PLAYER.volatility)
    assert after.deviation == pytest.approx(200.2714, abs=1e-4)
    assert aged(PLAYER, 1.0) == after
    assert aged(PLAYER, 0.0).deviation == pytest.approx(200)
    assert aged(PLAYER, 1e9).deviation == 350


def test_a_newcomer_who_beats_a_newcomer_gains_what_the_other_loses() -> None:
    won, lost = (
        rate(GlickoRating(), [(GlickoRating(), 1.0)]),
        rate(GlickoRating(), [(GlickoRating(), 0.0)]),
    )
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert round(won.rating) == 1662
    assert won.deviation == pytest.approx(lost.deviation)


@given(ratings, ratings, scores)
def test_results_move_a_rating_the_right_way_and_make_it_surer(
    player: GlickoRating, opponent: GlickoRating, score: float
) -> None:
    after = rate(player, [(opponent, score)])
    if score == 1:
        assert after.rating > player.rating
    if score == 0:
        assert after.rating < player.rating
    assert 0 < after.deviation <= aged(player, 1.1).deviation
    assert 0 < after.volatility < 1


@given(ratings, ratings, scores)
def test_of_two_scores_the_higher_one_leads_higher(
    player: GlickoRating, opponent: GlickoRating, score: float
) -> None:
    if score < 1:
        better = rate(player, [(opponent, score + 0.5)])
        assert better.rating > rate(player, [(opponent, score)]).rating
