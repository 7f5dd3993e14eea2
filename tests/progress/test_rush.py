"""The rush: three minutes by the server's clock, three mistakes, and nothing counted twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client

from accounts import guests, membership
from accounts.models import User
from games.analysis.puzzles.collection import find, pool
from progress.models import Rush, SolverRating
from progress.puzzles import rush
from progress.puzzles.rush import RushRefused

URL = "/puzzles/rush/"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def fields(row: Rush, *, right: bool = True) -> dict[str, Any]:
    """An answer to the puzzle at hand."""
    puzzle, way = rush.at_hand(row)
    moves = way.board.available_moves()
    cell = next(c for c in moves if (c in puzzle.theme.right(way.board)) == right)
    cell_name = way.board.cell_name(cell)
    return {"run": row.run, "step": row.step, "line": row.line, "cell": cell_name}


def begin(user: User) -> Rush:
    return rush.begin(user_id=user.pk, zone="")


def give(user: User, sent: dict[str, Any]) -> Rush:
    return rush.answer(user_id=user.pk, **sent)


def solve(user: User, count: int) -> Rush:
    row = Rush.objects.get(user=user)
    goal = row.solved + count
    while row.solved < goal:
        row = give(user, fields(row))
    return row


@pytest.mark.parametrize("game", ["classic", "dstru"])
def test_a_rush_asks_for_the_game_that_was_chosen(as_ada: Client, ada: User, game: str) -> None:
    as_ada.post(URL, {"start": "1", "game": game})
    asked = set()
    for _ in range(5):
        row = Rush.objects.get(user=ada)
        asked.add(find(row.puzzle).theme.variant)
        give(ada, fields(row))
    assert asked == {game}


def test_a_rush_of_a_game_that_is_none_is_refused_and_quoted(as_ada: Client) -> None:
    page = as_ada.post(URL, {"start": "1", "game": "chess<b>"})
    assert page.status_code == 400
    assert "&#x27;chess&lt;b&gt;&#x27; is no game with puzzles." in page.text
    assert not Rush.objects.exists()


def test_the_page_shows_puzzles_that_get_harder(db: None, client: Client) -> None:
    page: Any = client.get(URL)
    shown = page.context["examples"]
    assert [step for step, _ in shown] == [1, 15, 30, 45, 60]
    difficulties = [puzzle.difficulty for _, puzzle in shown]
    assert difficulties == sorted(difficulties)
    assert all(puzzle.question in page.text for _, puzzle in shown)


def test_a_visitor_plays_a_rush_with_forms_alone(db: None, client: Client) -> None:
    assert "Start the clock" in client.get(URL).text
    assert not User.objects.exists()
    page: Any = client.post(URL, {"start": "1"}, follow=True)
    assert page.context["left"] == "3:00"
    for solved in (1, 2):
        page = client.post(URL, fields(Rush.objects.get()), follow=True)
        assert page.context["rush"].solved == solved
        assert "Right." in page.text
    for _ in range(3):
        page = client.post(URL, fields(Rush.objects.get(), right=False), follow=True)
    assert "<h1>2 solved, your best.</h1>" in page.text
    assert len(page.context["missed"]) == 3
    assert User.objects.get().is_guest
    assert not SolverRating.objects.exists()  # ratings stay as they are


def test_a_puzzle_that_a_release_dropped_is_not_among_the_missed(as_ada: Client, ada: User) -> None:
    rush.begin(user_id=ada.pk, zone="")
    known = Rush.objects.get().puzzle
    Rush.objects.update(missed=[known, "fork-gone", known])
    assert as_ada.get(URL).context["missed"] == [find(known)] * 2


def test_puzzles_get_harder(ada: User) -> None:
    begin(ada)
    seen = [Rush.objects.get().puzzle]
    seen += [solve(ada, 1).puzzle for _ in range(40)]
    assert len(set(seen)) == len(seen)
    hard = [pool()[one].difficulty for one in seen]
    assert hard == sorted(hard)
    assert hard[-1] > hard[0] + 250


def test_a_mistake_is_named_and_the_next_puzzle_comes(ada: User) -> None:
    row = begin(ada)
    sent = fields(row, right=False)
    puzzle, _ = rush.at_hand(row)
    row = give(ada, sent)
    names = [puzzle.board.cell_name(cell) for cell in puzzle.right]
    assert row.last == f"{sent['cell']} was wrong. {names[0]} was right."
    assert (row.step, row.missed, row.solved) == (2, [puzzle.id], 0)


def test_the_server_s_clock_ends_it(as_ada: Client, ada: User, clock: Any) -> None:
    row = begin(ada)
    clock.move_to(NOON + timedelta(seconds=179.9))
    row = give(ada, fields(row))
    assert as_ada.get(URL).context["left"] == "0:01"
    clock.move_to(NOON + timedelta(minutes=3))
    late = as_ada.post(URL, fields(row))
    assert late.status_code == 409
    assert "The three minutes are over. Your last answer does not count." in late.text
    assert Rush.objects.get().solved == row.solved


def test_three_mistakes_end_it(ada: User) -> None:
    row = begin(ada)
    for _ in range(3):
        row = give(ada, fields(row, right=False))
    assert rush.over(row)
    with pytest.raises(RushRefused, match="Three mistakes have ended it"):
        give(ada, fields(row))


def test_an_answer_that_comes_twice_counts_once(as_ada: Client, ada: User) -> None:
    sent = fields(begin(ada))
    assert as_ada.post(URL, sent).status_code == 302
    after = Rush.objects.values().get()
    again = as_ada.post(URL, sent)
    assert again.status_code == 409
    assert "Puzzle 1 was answered already. Here is where you are." in again.text
    assert Rush.objects.values().get() == after


def test_the_first_move_of_two_does_not_count_as_the_second(ada: User) -> None:
    begin(ada)
    long = next(one for one in pool().values() if one.moves > 1)
    Rush.objects.update(puzzle=long.id)
    sent = fields(Rush.objects.get())
    row = give(ada, sent)
    assert (row.solved, row.step, row.line) == (0, 1, sent["cell"])
    with pytest.raises(RushRefused, match="answered already"):
        give(ada, sent)
    assert give(ada, fields(row)).missed == []


def test_an_answer_to_an_earlier_rush_is_refused(as_ada: Client, ada: User) -> None:
    sent = fields(begin(ada))
    begin(ada)
    answer = as_ada.post(URL, sent)
    assert answer.status_code == 409
    assert "This answer was for another rush. It does not count." in answer.text


@pytest.mark.django_db(transaction=True)
def test_of_many_equal_answers_at_once_one_counts(ada: User) -> None:
    sent = fields(begin(ada))
    pool()

    def send(_: int) -> bool:
        try:
            give(ada, sent)
            return True
        except RushRefused:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(send, range(8))) == [False] * 7 + [True]
    assert Rush.objects.get().step == 2


@pytest.mark.parametrize(
    ("changed", "status", "quoted"),
    [
        ({"run": "one"}, 400, "run=&#x27;one&#x27;"),
        ({"step": ""}, 400, "step=&#x27;&#x27;"),
        ({"step": "9"}, 409, "Puzzle 9"),
        ({"line": "a1-b2"}, 409, "Here is where you are"),
        ({"cell": "z9"}, 400, "&#x27;z9&#x27;"),
        ({"cell": ""}, 400, "&#x27;&#x27;"),
    ],
)
def test_what_cannot_be_an_answer_is_refused_and_nothing_is_lost(
    as_ada: Client, ada: User, changed: dict[str, str], status: int, quoted: str
) -> None:
    sent = fields(begin(ada))
    before = Rush.objects.values().get()
    page = as_ada.post(URL, {**sent, **changed})
    assert page.status_code == status
    assert quoted in page.text
    assert Rush.objects.values().get() == before


def test_without_a_rush_an_answer_says_so(as_ada: Client) -> None:
    assert as_ada.post(URL, {"cell": "a1"}).status_code == 409


def test_the_best_ones_are_kept_for_good_and_for_the_day(
    as_ada: Client, ada: User, grace: User, clock: Any
) -> None:
    begin(ada)
    solve(ada, 3)
    begin(ada)
    assert (solve(ada, 1).best, Rush.objects.get().day_best) == (3, 3)
    begin(grace)
    solve(grace, 4)
    clock.move_to(NOON + timedelta(minutes=3))
    page = as_ada.get(URL)
    shown = [(row.user.name, row.day_best) for row in page.context["best_of_day"]]
    assert shown == [("grace", 4), ("ada", 3)]
    clock.move_to(NOON + timedelta(days=1))
    begin(ada)
    row = solve(ada, 2)
    assert (row.best, row.day_best, row.day) == (3, 2, date(2026, 11, 23))
    clock.move_to(NOON + timedelta(days=1, minutes=3))
    assert [row.user for row in as_ada.get(URL).context["best_of_day"]] == [ada]


def test_nothing_that_is_stored_tells_the_next_puzzle(ada: User) -> None:
    begin(ada)
    before = Rush.objects.values().get()
    following = set()
    for _ in range(12):
        Rush.objects.update(**before)
        solve(ada, 1)
        following.add(Rush.objects.get().puzzle)
    assert len(following) > 1


def test_guests_stand_on_no_public_board(as_ada: Client) -> None:
    guest = guests.create()
    begin(guest)
    solve(guest, 2)
    assert as_ada.get(URL).context["best_of_day"] == []


def test_a_guest_brings_their_best_along(ada: User) -> None:
    guest = guests.create()
    begin(guest)
    solve(guest, 2)
    begin(ada)
    solve(ada, 1)
    membership.merge(guest, ada)
    row = Rush.objects.get()
    assert (row.user, row.best, row.day_best) == (ada, 2, 2)


def test_bests_that_came_along_are_shown(as_ada: Client, ada: User) -> None:
    guest = guests.create()
    Rush.objects.create(user=guest, best=7, day=NOON.date(), day_best=5)
    membership.merge(guest, ada)
    page = as_ada.get(URL).text
    assert "<dt>your best</dt><dd>7</dd>" in page
    assert "<dt>your best of 22 November</dt><dd>5</dd>" in page


def test_too_many_rushes_are_refused(as_ada: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "rushes": (2, 600)}
    statuses = [as_ada.post(URL, {"start": "1"}).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert Rush.objects.get().run == 2


def test_an_answer_asks_the_database_little(
    as_ada: Client, ada: User, django_assert_max_num_queries: Any
) -> None:
    row = begin(ada)
    with django_assert_max_num_queries(12):
        as_ada.post(URL, fields(row), headers={"sec-fetch-mode": "cors"})


def test_what_are_no_numbers_is_quoted_in_part(as_ada: Client) -> None:
    as_ada.post("/puzzles/rush/", {"start": "1"})
    response = as_ada.post("/puzzles/rush/", {"run": "k" * 3000, "step": "", "cell": "a1"})
    assert response.status_code == 400
    assert response.context["error"] == f"run={'k' * 20!r}, step='': two numbers are expected."


def test_a_rush_offers_the_games_that_have_puzzles(as_ada: Client, ada: User) -> None:
    assert set(rush.GAMES) == {puzzle.theme.variant for puzzle in pool().values()}
    for game in rush.GAMES:
        row = rush.begin(user_id=ada.pk, zone="", game=game)
        assert rush.at_hand(row)[0].theme.variant == game
