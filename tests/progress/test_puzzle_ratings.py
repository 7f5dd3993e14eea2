"""Ratings of people and puzzles: moved by first tries, by Glicko-2, and by nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts import guests, membership
from accounts.models import User
from games.analysis.puzzles.calendar import daily
from games.analysis.puzzles.collection import THEMES, Puzzle, of_theme
from games.match import glicko
from progress.models import PuzzleRating, PuzzleTry, SolverRating
from progress.puzzles.puzzle_attempts import keep_try
from progress.puzzles.puzzle_ratings import (
    PRACTICE,
    PROVISIONAL,
    nearest_first,
    rating_of,
    strengths,
)
from tests.markup import html_of
from tests.progress.players import answer_today

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def at_noon() -> Any:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def puzzles(slug: str = "fork") -> list[Puzzle]:
    return [one for one in of_theme(THEMES[slug]) if one is not daily(NOON.date())]


def practise(user: User) -> None:
    """The puzzles of a day that rate nobody."""
    for puzzle in puzzles("win")[:PRACTICE]:
        keep_try(user_id=user.pk, puzzle_id=puzzle.id, solved=False)


def of(row: SolverRating | PuzzleRating) -> glicko.GlickoRating:
    return glicko.GlickoRating(row.rating, row.deviation, row.volatility)


@pytest.mark.parametrize("solved", [True, False])
def test_a_first_try_is_a_game_between_person_and_puzzle(ada: User, solved: bool) -> None:
    practise(ada)
    puzzle = puzzles()[0]
    keep_try(user_id=ada.pk, puzzle_id=puzzle.id, solved=solved)
    person, start = glicko.GlickoRating(), glicko.GlickoRating(float(puzzle.difficulty), 200.0)
    assert of(SolverRating.objects.get()) == glicko.rate(person, [(start, float(solved))])
    assert of(PuzzleRating.objects.get()) == glicko.rate(start, [(person, float(not solved))])


def test_the_first_two_puzzles_of_a_day_rate_nobody(ada: User, at_noon: Any) -> None:
    practise(ada)
    assert not SolverRating.objects.exists()
    answer_today(ada, right=False)
    assert SolverRating.objects.get().tries == 1
    at_noon.move_to(datetime(2026, 11, 23, 12, tzinfo=UTC))
    keep_try(user_id=ada.pk, puzzle_id=puzzles()[0].id, solved=False)
    assert SolverRating.objects.get().tries == 1


def test_the_first_two_are_those_of_a_day_in_one_s_own_zone(
    as_ada: Client, ada: User, at_noon: Any
) -> None:
    User.objects.update(time_zone="Asia/Tokyo")
    practise(ada)
    at_noon.move_to(datetime(2026, 11, 22, 16, tzinfo=UTC))  # past midnight in Tokyo
    puzzle = puzzles()[0]
    cell = next(one for one in puzzle.board.available_moves() if one not in puzzle.right)
    as_ada.post(f"/puzzles/{puzzle.id}/", {"cell": puzzle.board.cell_name(cell)})
    assert PuzzleTry.objects.count() == PRACTICE + 1
    assert not SolverRating.objects.exists()


def test_later_tries_move_nothing(as_ada: Client, ada: User, at_noon: Any) -> None:
    practise(ada)
    answer_today(ada, right=False)
    before = of(SolverRating.objects.get()), of(PuzzleRating.objects.get())
    answer_today(ada)
    today = daily(NOON.date())
    at_noon.move_to(datetime(2026, 11, 23, 12, tzinfo=UTC))
    keep_try(user_id=ada.pk, puzzle_id=today.id, solved=True)  # once more, after its day
    assert (of(SolverRating.objects.get()), of(PuzzleRating.objects.get())) == before
    assert SolverRating.objects.get().tries == 1


@pytest.mark.long
def test_a_rating_is_provisional_until_it_is_sure(as_ada: Client, ada: User) -> None:
    assert rating_of(ada.pk) is None
    for puzzle in puzzles("only"):
        keep_try(user_id=ada.pk, puzzle_id=puzzle.id, solved=True)
    row = SolverRating.objects.get()
    assert row.deviation > PROVISIONAL
    page = html_of(as_ada.get("/puzzles/"))
    assert f"<b>{row.rating:,.0f}</b> ± {row.deviation:.0f}, provisional" in page
    SolverRating.objects.update(deviation=PROVISIONAL)
    assert f"<b>{row.rating:,.0f}</b> ± 110." in html_of(as_ada.get("/puzzles/"))


def test_the_next_puzzle_is_near_the_rating_less_its_deviation(ada: User) -> None:
    fork = puzzles()
    easiest = min(fork, key=lambda one: (abs(one.difficulty - 1150), one.id))
    assert nearest_first(ada.pk, fork)[0] is easiest  # 1500 ± 350, for somebody new
    SolverRating.objects.create(user=ada, rating=1900, deviation=60, rated_at=NOON)
    hardest = max(fork, key=lambda one: one.difficulty)
    PuzzleRating.objects.create(puzzle=fork[0].id, rating=1840, deviation=60, rated_at=NOON)
    assert hardest.difficulty < 1840
    assert nearest_first(ada.pk, fork)[0] is fork[0]  # as people find it, not as computed
    assert strengths(fork)[fork[0].id] == 1840


@pytest.mark.parametrize(("theirs", "kept"), [(80, 1400), (200, 1600)])
def test_of_a_guest_s_and_a_member_s_rating_the_surer_one_stays(
    ada: User, theirs: float, kept: float
) -> None:
    guest = guests.create()
    SolverRating.objects.create(user=guest, rating=1400, deviation=theirs, rated_at=NOON)
    SolverRating.objects.create(user=ada, rating=1600, deviation=100, rated_at=NOON)
    membership.merge(guest, ada)
    assert [(row.user, row.rating) for row in SolverRating.objects.all()] == [(ada, kept)]
