"""Puzzles on their pages: answers, what is kept of them, streaks."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.analysis.puzzles import calendar, endings, feedback
from games.analysis.puzzles import collection as pool
from games.analysis.puzzles.collection import THEMES, Puzzle
from games.analysis.variations import Variation, slug_of
from games.presenters import cell_labels, where_to_play
from progress.models import PuzzleTry, SolverRating
from progress.puzzles import puzzle_attempts
from progress.puzzles.puzzle_attempts import Streak, keep_try, record, streak
from tests.markup import html_of, text_of
from tests.progress.players import answer_today

DAY = date(2026, 11, 21)


def days(*numbers: int) -> set[date]:
    return {date(2026, 11, number) for number in numbers}


@pytest.mark.parametrize(
    ("solved", "expected"),
    [
        (days(), Streak(0, 0)),
        (days(21), Streak(1, 1)),
        (days(20), Streak(1, 1)),  # today's may still be solved
        (days(19), Streak(0, 1)),
        (days(19, 20, 21), Streak(3, 3)),
        (days(1, 2, 3, 4, 20, 21), Streak(2, 4)),
        (days(17, 18, 20), Streak(1, 2)),
        ({date(2026, 10, 31), date(2026, 11, 1)}, Streak(0, 2)),
    ],
)
def test_a_streak_goes_on_until_a_whole_day_passed(solved: set[date], expected: Streak) -> None:
    assert streak(solved, DAY) == expected


def any_puzzle(slug: str = "only") -> Puzzle:
    """A puzzle that is not today's."""
    today = calendar.daily(puzzle_attempts.today())
    return next(one for one in pool.of_theme(THEMES[slug]) if one is not today)


def url(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.id}/"


def name(puzzle: Puzzle, cell: int) -> str:
    return puzzle.board.cell_name(cell)


def wrong_cell(puzzle: Puzzle) -> int:
    return next(c for c in puzzle.board.available_moves() if c not in puzzle.right)


def test_the_first_try_counts_and_later_ones_change_nothing(db: None, ada: User) -> None:
    puzzle = any_puzzle()
    keep_try(user_id=ada.pk, puzzle_id=puzzle.id, solved=False)
    keep_try(user_id=ada.pk, puzzle_id=puzzle.id, solved=True)
    assert record(ada.pk).failed == {puzzle.id}
    assert record(ada.pk).solved == frozenset()


def test_the_puzzle_of_the_day_counts_for_its_day(db: None, ada: User) -> None:
    for day in (19, 20, 21):
        with time_machine.travel(datetime(2026, 11, day, 23, 59, tzinfo=UTC), tick=False):
            answer_today(ada)
            assert record(ada.pk).today is True
    for day, streaks in ((22, Streak(3, 3)), (23, Streak(0, 3))):
        with time_machine.travel(datetime(2026, 11, day, tzinfo=UTC), tick=False):
            assert record(ada.pk).streak == streaks
            assert record(ada.pk).today is None


def test_one_second_after_midnight_it_is_another_puzzle(db: None, client: Client) -> None:
    shown = []
    for moment in (
        datetime(2026, 11, 21, 23, 59, 59, tzinfo=UTC),
        datetime(2026, 11, 22, tzinfo=UTC),
    ):
        with time_machine.travel(moment, tick=False):
            page: Any = client.get("/puzzles/today/")
            shown.append(page.context["puzzle"].id)
    assert shown == [calendar.daily(date(2026, 11, day)).id for day in (21, 22)]


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_solve_at_once_count_once(ada: User) -> None:
    def solve(_: int) -> None:
        try:
            answer_today(ada)
            keep_try(user_id=ada.pk, puzzle_id=any_puzzle().id, solved=True)
        finally:
            connection.close()

    pool.pool()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(solve, range(8)))
    assert PuzzleTry.objects.count() == 2


def test_a_right_answer_is_said_kept_and_survives_a_reload(as_ada: Client, ada: User) -> None:
    puzzle = any_puzzle()
    answer = {"cell": name(puzzle, puzzle.right[0])}
    page = as_ada.post(url(puzzle), answer, follow=True)
    assert "Solved." in html_of(page)
    assert "Next puzzle" in html_of(page)
    assert "Solved." in html_of(as_ada.get(page.request["PATH_INFO"], {"line": answer["cell"]}))
    assert record(ada.pk).solved == {puzzle.id}


def test_a_wrong_answer_is_said_with_its_refutation_and_kept(as_ada: Client, ada: User) -> None:
    puzzle = any_puzzle()
    wrong = wrong_cell(puzzle)
    page = as_ada.post(url(puzzle), {"cell": name(puzzle, wrong)}, follow=True)
    assert f"{name(puzzle, wrong)} is wrong." in html_of(page)
    why = feedback.why_wrong(Variation((puzzle.board,), (), 0), wrong)
    assert "It {said}. {rival} answers {reply}.".format(**why) in html_of(page)
    assert "/analysis/" in html_of(page)
    assert record(ada.pk).failed == {puzzle.id}
    as_ada.post(url(puzzle), {"cell": name(puzzle, puzzle.right[0])})
    assert record(ada.pk).failed == {puzzle.id}


def test_a_win_in_three_is_played_to_its_end(as_ada: Client, ada: User) -> None:
    puzzle = any_puzzle("win")
    line: list[str] = []
    for number in range(1, puzzle.moves + 1):
        way = pool.play(puzzle, tuple(_cell(puzzle, one) for one in line))
        cell = name(puzzle, puzzle.theme.right(way.board)[0])
        page = as_ada.post(url(puzzle), {"line": "-".join(line), "cell": cell}, follow=True)
        line.append(cell)
        assert ("Solved." in html_of(page)) == (number == puzzle.moves)
        assert len(record(ada.pk).solved) == (number == puzzle.moves)


def _cell(puzzle: Puzzle, cell_name: str) -> int:
    return next(c for c in range(puzzle.board.CELLS) if name(puzzle, c) == cell_name)


def test_a_visitor_who_answers_becomes_a_guest_whose_first_try_is_kept(
    db: None, client: Client
) -> None:
    puzzle = any_puzzle("strong")
    client.get(url(puzzle))
    assert not User.objects.exists()
    client.post(url(puzzle), {"cell": name(puzzle, wrong_cell(puzzle))})
    page = client.post(url(puzzle), {"cell": name(puzzle, puzzle.right[0])}, follow=True)
    assert "Solved." in html_of(page)
    guest = User.objects.get(is_guest=True)
    assert record(guest.pk).failed == {puzzle.id}


@pytest.mark.parametrize(
    ("given", "quoted"),
    [({"cell": "z9"}, "z9"), ({"cell": ""}, ""), ({"cell": "a1", "line": "q"}, "q")],
)
def test_what_cannot_be_played_is_refused_and_quoted(
    as_ada: Client, given: dict[str, str], quoted: str
) -> None:
    page = as_ada.post(url(any_puzzle()), given)
    assert page.status_code == 400
    assert f"&#x27;{quoted}&#x27;" in html_of(page)
    assert not PuzzleTry.objects.exists()


def test_an_occupied_cell_is_refused(as_ada: Client) -> None:
    puzzle = any_puzzle("fork")
    taken = next(cell for cell, mark in enumerate(puzzle.board.marks) if mark)
    assert as_ada.post(url(puzzle), {"cell": name(puzzle, taken)}).status_code == 400


def test_a_right_move_is_never_shown_as_tried_and_wrong(db: None, client: Client) -> None:
    puzzle = any_puzzle("win")
    assert "is wrong." not in html_of(
        client.get(url(puzzle), {"tried": name(puzzle, puzzle.right[0])})
    )


@pytest.mark.parametrize("address", ["only-XXX......_O", "nonsense-puzzle", "only-........._X"])
def test_no_such_puzzle(db: None, client: Client, address: str) -> None:
    assert client.get(f"/puzzles/{address}/").status_code == 404


def test_the_next_puzzle_is_near_the_rating_and_was_not_tried(as_ada: Client, ada: User) -> None:
    only = [one for one in pool.of_theme(THEMES["only"]) if one.id != any_puzzle().id]
    SolverRating.objects.create(
        user=ada, rating=1300, deviation=60, volatility=0.06, tries=9, rated_at=timezone.now()
    )
    keep_try(user_id=ada.pk, puzzle_id=any_puzzle("fork").id, solved=True)
    row = SolverRating.objects.get(user=ada)
    aim = row.rating - row.deviation
    near = min(only, key=lambda one: (abs(one.difficulty - aim), one.id))
    onward = as_ada.get("/puzzles/next/", {"theme": "only", "after": any_puzzle().id})
    assert onward.headers["Location"] == url(near)
    keep_try(user_id=ada.pk, puzzle_id=near.id, solved=False)
    onward = as_ada.get("/puzzles/next/", {"theme": "only", "after": any_puzzle().id})
    assert onward.headers["Location"] != url(near)
    assert as_ada.get("/puzzles/next/", {"theme": "nonsense"}).status_code == 404


def test_visitors_go_round_a_theme(db: None, client: Client) -> None:
    them = [one.id for one in pool.of_theme(THEMES["win"])]
    for before, then in [("", them[0]), (them[0], them[1]), (them[-1], them[0])]:
        onward = client.get("/puzzles/next/", {"theme": "win", "after": before})
        assert onward.headers["Location"] == f"/puzzles/{then}/"


def test_the_profile_tells_solved_puzzles_and_the_streak(as_ada: Client, ada: User) -> None:
    assert "Puzzles</h2>" not in html_of(as_ada.get("/@ada/"))
    answer_today(ada)
    keep_try(user_id=ada.pk, puzzle_id=any_puzzle("fork").id, solved=True)
    page = html_of(as_ada.get("/@ada/"))
    assert "2 solved at the first try." in page
    assert "Best: 1. Now: 1." in page.partition("In a row")[2]
    index = html_of(as_ada.get("/puzzles/"))
    assert "Solved. The next one comes at midnight." in " ".join(index.split())


def test_tries_go_with_the_account(db: None, ada: User) -> None:
    keep_try(user_id=ada.pk, puzzle_id=any_puzzle().id, solved=True)
    ada.delete()
    assert not PuzzleTry.objects.exists()


def test_every_puzzle_has_a_page(db: None, client: Client) -> None:
    for slug in THEMES:
        for puzzle in pool.of_theme(THEMES[slug])[::40]:
            page: Any = client.get(url(puzzle))
            assert page.status_code == 200
            assert page.context["puzzle"] is puzzle


def ending(board: str) -> Puzzle:
    """The stored ending that is this position."""
    return next(one for one in pool.pool().values() if one.board.notation == board)


SENT = next(one.board for one in endings.stored() if len(one.board.small_boards.live) == 1)


@pytest.mark.parametrize("path", ["/puzzles/{id}/", "/analysis/{slug}/"])
def test_a_board_of_small_boards_says_where_to_play(db: None, client: Client, path: str) -> None:
    puzzle = ending(SENT.notation)
    page = html_of(client.get(path.format(id=puzzle.id, slug=slug_of(SENT))))
    where = where_to_play(SENT)
    assert f"{SENT.to_move} plays {where}." in page
    assert re.search(r'class="cell[^"]* away', page)
    legal = SENT.available_moves()[0]
    assert f'aria-label="{cell_labels(SENT)[legal]}' in page
    assert "board-map" not in html_of(client.get(url(any_puzzle())))


@pytest.mark.parametrize("path", ["/puzzles/{id}/", "/analysis/{slug}/"])
def test_an_optional_rule_is_named(db: None, client: Client, path: str) -> None:
    by_rule = {one.board.exact: one.board for one in endings.stored() if one.theme == "two"}
    for exact, board in by_rule.items():
        page = client.get(path.format(id=ending(board.notation).id, slug=slug_of(board)))
        assert ("Ultimate, most boards" in " ".join(html_of(page).split())) is exact


def test_who_gives_up_is_told_when_the_puzzle_comes_back(as_ada: Client) -> None:
    puzzle = any_puzzle()
    slip = {"cell": name(puzzle, wrong_cell(puzzle))}
    assert "Again, in three days." in text_of(as_ada.post(url(puzzle), slip, follow=True))
