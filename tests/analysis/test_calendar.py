"""The puzzle of each day: one for all, harder through the week, and not again for a long time."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from statistics import median

from games.analysis.puzzles import calendar
from games.analysis.puzzles.calendar import FIRST, daily, number
from games.analysis.puzzles.collection import Puzzle, pool

MONDAY = date(2026, 11, 16)
ROUND = 119 * 7
"""Days until every puzzle has had its turn."""


def days(count: int, first: date = MONDAY) -> list[Puzzle]:
    return [daily(first + timedelta(number)) for number in range(count)]


def shortest_return(puzzles: list[str]) -> int:
    """The fewest days from a day to the next one with the same."""
    seen: dict[str, int] = {}
    found = len(puzzles)
    for day, one in enumerate(puzzles):
        found = min(found, day - seen.get(one, day - found))
        seen[one] = day
    return found


def test_the_week_goes_from_the_easy_to_the_hard() -> None:
    bands = [days(ROUND)[weekday::7] for weekday in range(7)]
    middles = [median(one.difficulty for one in band) for band in bands]
    assert middles == sorted(set(middles))
    for game in ("classic", "dstru"):
        of_game = [band for band in bands if band[0].theme.variant == game]
        for easier, harder in pairwise(of_game):
            easiest = min(one.difficulty for one in harder)
            assert max(one.difficulty for one in easier) <= easiest


def test_each_day_of_the_week_has_its_game() -> None:
    games = ["classic", "dstru", "classic", "classic", "dstru", "dstru", "dstru"]
    assert [one.theme.variant for one in days(14)] == games * 2


def test_every_puzzle_has_its_day_and_none_returns_within_476_days() -> None:
    puzzles = days(2 * ROUND)
    assert {one.id for one in puzzles} == set(pool())
    assert shortest_return([one.id for one in puzzles]) == 68 * 7
    dstru = [one.id for one in puzzles if one.theme.variant == "dstru"]
    assert shortest_return(dstru) == 119 * 4  # its days of as many weeks


def test_a_position_returns_with_another_question_after_half_a_year_at_the_earliest() -> None:
    assert shortest_return([one.board.notation for one in days(2 * ROUND)]) > 182


def test_boards_are_numbered_from_new_year_2026() -> None:
    assert number(FIRST) == 1
    assert number(date(2026, 11, 22)) == 326
    assert daily(FIRST) in calendar._bands()[FIRST.weekday()]


def test_a_day_has_the_same_puzzle_in_every_process() -> None:
    """Written down: a change here would change the boards of days that people have played."""
    week = [one.id for one in days(7)]
    assert week == WEEK


WEEK = [
    "fork-OX.X.XO.._O",
    "stop-TUUTUTTUU...TUUU_U",
    "refute-.X.O.XX.O_O-a1",
    "fork-O.XX..O.._X",
    "strong-TTUT.U..TU.TT.UT_T",
    "strong-UT.UU.T....TT.UU_T",
    "strong-TT..TTT.....U.U._T",
]
