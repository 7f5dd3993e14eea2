"""The puzzle of each day: one for all, harder through the week, and not again for a long time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from itertools import pairwise

import pytest

from games.analysis.puzzles.calendar import (
    CLASSIC_FROM,
    FIRST,
    daily,
    games_of,
    number,
    own_board,
    whose,
)
from games.analysis.puzzles.collection import Puzzle, pool

Of = Callable[[date], Puzzle]

MONDAY = date(2026, 11, 30)
BEFORE = date(2026, 11, 16)
"""A Monday of the weeks in which the games took turns."""

second: Of = partial(own_board, "dstru")

ROUND = 68 * 7
"""Days until every puzzle has had its turn."""


def days(count: int, first: date = MONDAY, of: Of = daily) -> list[Puzzle]:
    return [of(first + timedelta(number)) for number in range(count)]


def shortest_return(puzzles: list[str]) -> int:
    """The fewest days from a day to the next one with the same."""
    seen: dict[str, int] = {}
    found = len(puzzles)
    for day, one in enumerate(puzzles):
        found = min(found, day - seen.get(one, day - found))
        seen[one] = day
    return found


@pytest.mark.parametrize(("of", "game"), [(daily, "classic"), (second, "dstru")])
def test_the_week_goes_from_the_easy_to_the_hard(of: Of, game: str) -> None:
    bands = [days(ROUND, of=of)[weekday::7] for weekday in range(7)]
    assert {one.theme.variant for band in bands for one in band} == {game}
    for easier, harder in pairwise(bands):
        easiest = min(one.difficulty for one in harder)
        assert max(one.difficulty for one in easier) <= easiest


def test_before_it_was_of_the_3x3_game_for_everybody_the_games_took_turns() -> None:
    games = ["classic", "dstru", "classic", "classic", "dstru", "dstru", "dstru"]
    assert [one.theme.variant for one in days(11, BEFORE)] == [*games, *games[:4]]
    assert {one.theme.variant for one in days(14, CLASSIC_FROM)} == {"classic"}


@pytest.mark.parametrize(("of", "weeks"), [(daily, 29), (second, 68)])
def test_every_puzzle_has_its_day_and_none_returns_before(of: Of, weeks: int) -> None:
    puzzles = days(2 * ROUND, of=of)
    game = puzzles[0].theme.variant
    assert {one.id for one in puzzles} == {i for i, p in pool().items() if p.theme.variant == game}
    assert shortest_return([one.id for one in puzzles]) == weeks * 7


def test_a_position_returns_with_another_question_after_two_months_at_the_earliest() -> None:
    assert shortest_return([one.board.notation for one in days(2 * ROUND)]) > 60


def test_ultimate_has_a_board_on_saturdays_that_stays_for_a_week() -> None:
    saturday = date(2026, 12, 5)
    games = [games_of(MONDAY + timedelta(number)) for number in range(7)]
    assert games == [("dstru",)] * 5 + [("dstru", "ultimate"), ("dstru",)]
    assert (whose("dstru"), whose("ultimate")) == ("Today’s", "Saturday’s")
    week = days(7, saturday, partial(own_board, "ultimate"))
    assert len({one.id for one in week}) == 1
    saturdays = [own_board("ultimate", saturday + timedelta(7 * week)) for week in range(440)]
    assert {one.theme.variant for one in saturdays} == {"ultimate"}
    assert len({one.id for one in saturdays}) == 220
    assert shortest_return([one.id for one in saturdays]) == 220


def test_boards_are_numbered_from_new_year_2026() -> None:
    assert number(FIRST) == 1
    assert number(date(2026, 11, 22)) == 326


def test_a_day_has_the_same_puzzle_in_every_process() -> None:
    """Written down: a change here would change the boards of days that people have played."""
    assert [one.id for one in days(7, BEFORE)] == WEEK_BEFORE
    assert [one.id for one in days(7)] == WEEK
    assert [one.id for one in days(2, of=second)] == SECONDS


WEEK_BEFORE = [
    "fork-OX.X.XO.._O",
    "stop-TUUTUTTUU...TUUU_U",
    "refute-.X.O.XX.O_O-a1",
    "fork-O.XX..O.._X",
    "strong-TTUT.U..TU.TT.UT_T",
    "strong-UT.UU.T....TT.UU_T",
    "strong-TT..TTT.....U.U._T",
]

WEEK = [
    "fork-OXO..XX.O_X",
    "only-OXXX..OO._X",
    "fork-XXO...O.._X",
    "refute-.X.O.XX.O_O-a1",
    "fork-..XX.O..O_X",
    "refute-..XX...O._O-a1",
    "win-X.......O_X",
]

SECONDS = ["stop-UUTU.TUT.UTU.TT._T", "stop-.UTT.TTUUU...TTT_U"]
