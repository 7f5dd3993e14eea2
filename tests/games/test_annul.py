"""Games that staff end or annul: nothing of them counts, and ratings are put back."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import services
from games.match import Match, glicko
from games.models import Game, Rating, RatingChange
from games.presenters import sentences
from games.presenters.phrases import phrase
from games.queries import selectors
from games.services.verify import verify
from tests.games.conftest import Play
from tests.games.test_ratings import CLASSIC_WIN, rated, resigned, second_of


def pair(one: User, other: User) -> tuple[Match, Match]:
    """Two rated games that ``other`` resigns."""
    first = resigned(rated(one, other), other)
    return first, resigned(second_of(first), other)


def rating_of(user: User) -> glicko.GlickoRating:
    row = Rating.objects.get(user=user)
    return glicko.GlickoRating(row.rating, row.deviation, row.volatility)


def test_a_game_in_play_ends_without_a_result(friendly: Match, play: Play) -> None:
    before = play(friendly, 0, 3).version
    assert services.annul(game_id=friendly.id)
    game = Game.objects.get(id=friendly.id)
    assert (game.status, game.winner, game.reason) == ("aborted", "", "annulled")
    assert game.version == before + 1
    assert sentences.detail(selectors.match(game.id), "X") == phrase("reason.annulled")


def test_a_finished_game_loses_its_result_and_keeps_its_end(friendly: Match, play: Play) -> None:
    over = play(friendly, *CLASSIC_WIN)
    assert services.annul(game_id=over.id)
    match = selectors.match(over.id)
    assert (match.status, match.ended, match.board) == ("aborted", over.ended, over.board)
    assert verify(Game.objects.get(id=over.id)) == []


def test_a_game_is_annulled_once(friendly: Match) -> None:
    assert [services.annul(game_id=friendly.id) for _ in range(2)] == [True, False]


@pytest.mark.parametrize("which", [0, 1])
def test_either_game_of_the_only_pair_takes_the_ratings_away(
    ada: User, grace: User, which: int
) -> None:
    services.annul(game_id=pair(ada, grace)[which].id)
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


def test_without_the_latest_pair_ratings_are_as_before_it(ada: User, grace: User) -> None:
    pair(ada, grace)
    before = list(Rating.objects.order_by("pk").values())
    services.annul(game_id=pair(grace, ada)[1].id)
    assert list(Rating.objects.order_by("pk").values()) == before


def test_later_pairs_count_again_from_the_rating_before(
    ada: User, grace: User, staff: User
) -> None:
    annulled = pair(ada, grace)[1]
    pair(ada, staff)
    services.annul(game_id=annulled.id)
    new = glicko.GlickoRating()
    won = glicko.rate(new, [(new, 1), (new, 1)])
    assert rating_of(ada).rating == pytest.approx(won.rating, abs=1e-6)
    assert rating_of(ada).deviation == pytest.approx(won.deviation, abs=1e-6)
    assert RatingChange.objects.get(user=ada).before == 1500
    assert Rating.objects.get(user=ada).pairs == 1
    assert not Rating.objects.filter(user=grace).exists()


def test_what_was_stored_without_deviations_is_taken_off(
    ada: User, grace: User, staff: User
) -> None:
    annulled = pair(ada, grace)[1]
    pair(ada, staff)
    RatingChange.objects.update(deviation=None)
    gained = RatingChange.objects.get(user=ada, game=annulled.id)
    before = rating_of(ada).rating
    services.annul(game_id=annulled.id)
    assert rating_of(ada).rating == pytest.approx(before - gained.after + gained.before)


def test_a_second_game_rates_nobody_once_the_first_is_annulled(ada: User, grace: User) -> None:
    first = resigned(rated(ada, grace), grace)
    services.annul(game_id=first.id)
    resigned(second_of(first), grace)
    assert not Rating.objects.exists()
