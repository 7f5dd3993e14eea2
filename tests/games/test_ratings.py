"""Rated pairs: who may be rated, when the second game begins, and that a pair counts once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from msgspec.structs import replace

from accounts.models import User
from games import services
from games.match import Action, Match, Refused, glicko, points
from games.models import Game, Rating, RatingChange
from games.queries import selectors
from games.rules import VARIANTS, Outcome
from games.services.pair_scores import weight_of
from tests.games.conftest import Play
from tests.markup import html_of

CLASSIC_WIN = (0, 3, 1, 4, 2)
"""Five moves after which the first seat has won."""


def rated(first: User, second: User, variant: str = "classic", opponent: str = "friend") -> Match:
    seat = VARIANTS[variant].SEATS[0]
    wanted = services.Request(variant, opponent, seat, (60, 2), rated=True)
    match = services.new_game(user_id=first.pk, name=first.name, request=wanted)
    return services.join(game_id=match.id, user_id=second.pk, name=second.name)


def moved(match: Match) -> Match:
    """The match after a move of each rival."""
    for cell in (0, 1)[len(match.moves) :]:
        acting = match.acting_seat
        assert acting is not None
        action = Action(match.board.action, match.version, cell=cell, user=acting.user)
        match = services.act(game_id=match.id, action=action).match
    return match


def resigned(match: Match, user: User) -> Match:
    """The match that ``user`` gives up after a move of each."""
    return act(moved(match), "resign", user)


def act(match: Match, verb: str, user: User) -> Match:
    action = Action(verb, match.version, user=user.pk)
    return services.act(game_id=match.id, action=action).match


def second_of(match: Match) -> Match:
    assert match.rematch_game is not None
    return selectors.match(match.rematch_game)


def numbers(variant: str = "classic") -> dict[str, float]:
    rows = Rating.objects.filter(variant=variant).select_related("user")
    return {row.user.name: round(row.rating, 6) for row in rows}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_second_game_begins_with_the_end_of_the_first(
    ada: User, grace: User, variant: str
) -> None:
    first = rated(ada, grace, variant)
    one, other = VARIANTS[variant].SEATS[:2]
    over = resigned(first, grace)
    second = second_of(over)
    assert (second.status, second.rated, second.closes_pair) == ("active", True, True)
    assert (second.seat(one).user, second.seat(other).user) == (grace.pk, ada.pk)
    assert second.clock == first.clock
    assert selectors.match(first.id) == over
    assert not Rating.objects.exists()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_pair_is_rated_when_both_games_are_over(ada: User, grace: User, variant: str) -> None:
    first = resigned(rated(ada, grace, variant), grace)
    second = resigned(second_of(first), grace)
    new = glicko.GlickoRating()
    won, lost = glicko.rate(new, [(new, 1), (new, 1)]), glicko.rate(new, [(new, 0), (new, 0)])
    assert numbers(variant) == {"ada": round(won.rating, 6), "grace": round(lost.rating, 6)}
    changes = selectors.rating_changes(second.id)
    assert {(one.user.name, one.score) for one in changes} == {("ada", 2), ("grace", 0)}
    assert all(one.before == 1500 for one in changes)


def test_a_win_each_leaves_equals_equal(ada: User, grace: User, play: Play) -> None:
    first = play(rated(ada, grace), *CLASSIC_WIN)
    second = play(second_of(first), *CLASSIC_WIN)
    assert second.outcome is not None
    assert numbers() == {"ada": 1500, "grace": 1500}
    assert all(row.deviation < 350 for row in Rating.objects.all())


def test_a_draw_and_a_win_count_one_and_a_half(ada: User, grace: User, play: Play) -> None:
    first = play(rated(ada, grace), 4, 0, 2, 6, 3, 5, 1, 7, 8)
    second = second_of(first)
    resigned(second, grace)
    assert {row.user.name: row.score for row in RatingChange.objects.all()} == {
        "ada": 1.5,
        "grace": 0.5,
    }


@pytest.mark.parametrize("winner", ["Dos", None])
def test_a_grid_that_goes_to_dos_puts_neither_rival_ahead(
    ada: User, grace: User, winner: str | None
) -> None:
    match = rated(ada, grace, "dstru")
    over = replace(match, outcome=Outcome(winner, "full"))
    assert [points(over, seat) for seat in ("Tres", "Uno")] == [0.5, 0.5]
    won = replace(match, outcome=Outcome("Uno", "line"))
    assert [points(won, seat) for seat in ("Tres", "Uno")] == [0, 1]


def fill(match: Match) -> Match:
    """Play on, nobody completing a pattern as long as that can be helped."""
    while (acting := match.acting_seat) is not None:
        quiet = [
            cell
            for cell in match.board.available_moves()
            if (end := match.board.make_move(cell).outcome) is None or end.reason == "full"
        ]
        action = Action(match.board.action, match.version, cell=quiet[0], user=acting.user)
        match = services.act_and_advance(game_id=match.id, action=action).match
    return match


def test_a_pair_of_full_grids_leaves_equals_equal(
    ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.open.new_seed", lambda: 3)  # what Dos takes
    first = fill(rated(ada, grace, "dstru"))
    assert first.outcome == Outcome("Dos", "full")
    fill(second_of(first))
    assert numbers("dstru") == {"ada": 1500, "grace": 1500}
    assert {row.score for row in RatingChange.objects.all()} == {1}


def test_the_second_game_cannot_be_called_off_and_is_lost_by_not_turning_up(
    ada: User, grace: User
) -> None:
    second = second_of(resigned(rated(ada, grace), ada))
    with pytest.raises(services.ActionRefused, match="You have to play the second game"):
        act(second, "abort", ada)
    row = Game.objects.get(id=second.id)
    assert row.started_at is not None
    row.started_at = row.due_at = row.started_at.replace(year=2020)
    row.save(update_fields=["started_at", "due_at"])
    services.sweep()
    ended = selectors.match(second.id)
    assert (ended.status, ended.outcome.winner, ended.outcome.reason) == ("finished", "O", "time")  # type: ignore[union-attr]
    scores = {row.user.name: row.score for row in RatingChange.objects.all()}
    assert scores == {"ada": 0, "grace": 1}  # ada gains nothing by a game without moves


def test_a_first_game_that_is_called_off_rates_nobody(ada: User, grace: User) -> None:
    over = act(rated(ada, grace), "abort", ada)
    assert over.rematch_game is None
    assert Game.objects.count() == 1
    assert not Rating.objects.exists()


def test_a_rematch_of_a_pair_is_a_new_pair(ada: User, grace: User) -> None:
    second = resigned(second_of(resigned(rated(ada, grace), ada)), ada)
    again = second_of(act(act(second, "rematch", ada), "rematch", grace))
    assert (again.rated, again.closes_pair) == (True, False)
    ratings = {seat.user: seat.rating for seat in again.seats}
    assert ratings == {row.user_id: round(row.rating) for row in Rating.objects.all()}


def test_seats_carry_the_rating_the_game_began_with(ada: User, grace: User) -> None:
    first = rated(ada, grace)
    assert [seat.rating for seat in first.seats] == [1500, 1500]
    resigned(second_of(resigned(first, ada)), ada)
    assert [seat.rating for seat in selectors.match(first.id).seats] == [1500, 1500]
    cached = Rating.objects.get(user=ada).rating
    unrated = services.new_game(
        user_id=ada.pk, name="ada", request=services.Request("classic", "lobby", "X")
    )
    assert unrated.seat("X").rating == round(cached)


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (services.Request("classic", "friend", rated=True), "clock"),
        (services.Request("classic", "engine:smart", clock=(60, 0), rated=True), "friend"),
        (services.Request("classic", "local", clock=(60, 0), rated=True), "friend"),
        (
            services.Request(
                "dstru", "lobby", clock=(60, 0), rated=True, rules=services.Rules(option="exact")
            ),
            "^Games with this rule are not rated: a rating compares players at one game, and this ",
        ),
        (
            services.Request(
                "dstru", "lobby", clock=(60, 0), rated=True, rules=services.Rules(dos="person")
            ),
            "two people",
        ),
    ],
)
def test_what_cannot_be_rated_is_refused(ada: User, request_: services.Request, why: str) -> None:
    with pytest.raises(Refused, match=why) as refused:
        services.new_game(user_id=ada.pk, name="ada", request=request_)
    assert refused.value.code == "not_allowed"


def test_nobody_plays_a_rated_game_against_themselves(ada: User) -> None:
    with pytest.raises(services.ActionRefused, match="already have a seat"):
        rated(ada, ada)


def test_an_account_deleted_between_the_games_resigns_the_second(ada: User, grace: User) -> None:
    second = second_of(resigned(rated(ada, grace), grace))
    grace.delete()
    ended = selectors.match(second.id)
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.reason) == (second.seat_of(ada.pk), "resign")
    assert list(Rating.objects.values_list("user__name", "pairs")) == [("ada", 1)]


@pytest.mark.django_db(transaction=True)
def test_however_many_end_a_pair_at_once_it_is_rated_once(ada: User, grace: User) -> None:
    first = rated(ada, grace)

    def resign(match: Match) -> None:
        try:
            resigned(match, grace)
        except services.ActionRefused:
            pass
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(resign, [first] * 6))
    second = second_of(selectors.match(first.id))
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(resign, [second] * 6))
    assert Game.objects.count() == 2
    assert RatingChange.objects.count() == 2
    assert list(Rating.objects.values_list("pairs", flat=True)) == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_pairs_of_the_same_people_that_end_at_once_all_count(ada: User, grace: User) -> None:
    seconds = [second_of(resigned(rated(ada, grace), grace)) for _ in range(5)]

    def resign(match: Match) -> None:
        try:
            resigned(match, grace)
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(resign, seconds))
    assert list(Rating.objects.values_list("pairs", flat=True)) == [5, 5]
    changes = RatingChange.objects.filter(user=ada).order_by("id")
    pairs = list(changes.values_list("before", "after"))
    assert [before for before, _ in pairs[1:]] == [after for _, after in pairs[:-1]]


def test_the_form_and_the_api_make_rated_games(as_ada: Client, ada: User) -> None:
    asked: dict[str, Any] = {
        "variant": "classic",
        "opponent": "lobby",
        "seat": "X",
        "clock": "60+2",
        "rated": "on",
    }
    page = as_ada.post("/games/new/", asked, follow=True)
    assert "rated, game 1 of 2" in html_of(page)
    body = {
        "variant": "classic",
        "opponent": "friend",
        "clock": {"base": 60, "increment": 0},
        "rated": True,
    }
    made = as_ada.post("/api/games/", body, content_type="application/json")
    assert made.status_code == 201
    assert made.json()["game"]["rated"] == {"game": 1, "of": 2}
    refused = as_ada.post("/games/new/", {**asked, "clock": ""})
    assert (refused.status_code, b"needs a clock" in refused.content) == (400, True)


def test_results_profile_and_leaderboard_show_the_ratings(
    ada: User, grace: User, client: Client
) -> None:
    second = resigned(second_of(resigned(rated(ada, grace), grace)), grace)
    page = html_of(client.get(f"/games/{second.id}/"))
    assert "The rated pair" in page
    assert "+" in page.split('class="rated')[1]
    new = round(Rating.objects.get(user=ada).rating)
    profile = html_of(client.get("/@ada/"))
    assert f">{new:,}</b>" in profile
    board = html_of(client.get("/leaderboards/classic/"))
    assert board.index("/@ada/") < board.index("/@grace/")
    assert client.get("/leaderboards/dstru/").status_code == 200
    assert client.get("/leaderboards/chess/").status_code == 404


# --- ratings are not made up between two accounts ----------------------------------------------


def test_a_pair_without_moves_rates_nobody(ada: User, grace: User) -> None:
    second = act(second_of(act(rated(ada, grace), "resign", grace)), "resign", grace)
    assert second.status == "finished"
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


def test_one_move_is_not_enough(ada: User, grace: User, play: Play) -> None:
    act(second_of(act(play(rated(ada, grace), 0), "resign", grace)), "resign", grace)
    assert not RatingChange.objects.exists()


def test_who_leaves_a_pair_unplayed_loses_and_nobody_gains_by_it(ada: User, grace: User) -> None:
    """Grace loses the first game and gives up the second before a move."""
    act(second_of(resigned(rated(ada, grace), grace)), "resign", grace)
    new = glicko.GlickoRating()
    assert {row.user.name: row.score for row in RatingChange.objects.all()} == {
        "ada": 1.0,
        "grace": 0.0,
    }
    assert numbers() == {
        "ada": round(glicko.rate(new, [(new, 1)]).rating, 6),
        "grace": round(glicko.rate(new, [(new, 0), (new, 0)]).rating, 6),
    }


def test_repeated_pairs_weigh_less_and_less(ada: User, grace: User, stranger: User) -> None:
    def pair() -> None:
        resigned(second_of(resigned(rated(ada, grace), grace)), grace)

    weights = []
    for _ in range(3):
        weights.append(weight_of(ada.pk, grace.pk, "classic"))
        pair()
    assert weights == [1, 1 / 2, 1 / 3]
    assert weight_of(ada.pk, stranger.pk, "classic") == 1
    assert weight_of(ada.pk, grace.pk, "dstru") == 1
    gains = [one.after - one.before for one in RatingChange.objects.filter(user=ada).order_by("pk")]
    assert gains[0] > 2 * gains[1] > 4 * gains[2] / 2 > 0
    last = RatingChange.objects.filter(user=ada).order_by("-pk")[0]
    assert weight_of(ada.pk, grace.pk, "classic", before=last.pk) == 1 / 3


def test_a_weight_is_that_of_so_much_information() -> None:
    """Half of each of two equal results tells as much as one of them."""
    one, rival = glicko.GlickoRating(1500, 80), glicko.GlickoRating(1600, 60)
    halves = glicko.rate(one, [(rival, 1), (rival, 1)], weight=0.5)
    whole = glicko.rate(one, [(rival, 1)])
    assert abs(halves.rating - whole.rating) < 1e-9
    assert abs(halves.deviation - whole.deviation) < 1e-9
