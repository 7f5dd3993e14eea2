"""Today's board: answers, shapes to share, one's own midnight, and the boards of other days."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts import guests, membership
from accounts.models import User
from games.analysis.learn.lessons import LESSONS
from games.analysis.puzzles import calendar
from games.analysis.puzzles.collection import Puzzle
from games.rules import DstruBoard, UltimateBoard
from progress.models import OpenDay, PuzzleTry, Tally
from progress.puzzles import lessons
from progress.puzzles.daily import progress
from progress.puzzles.daily_views import in_hours
from progress.puzzles.day_clock import Streak
from progress.puzzles.puzzle_attempts import record
from tests.markup import html_of, text_of
from tests.progress.players import answer_today

URL = "/puzzles/today/"
SUNDAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
THURSDAY = datetime(2026, 11, 26, 12, tzinfo=UTC)
"""The first board has one right cell; the second, of the 3×3 game, is won in two moves."""


def board(when: datetime = SUNDAY) -> Puzzle:
    return calendar.daily(when.date())


def right(puzzle: Puzzle) -> str:
    return puzzle.board.cell_name(puzzle.right[0])


def wrong(puzzle: Puzzle) -> list[str]:
    board = puzzle.board
    return [board.cell_name(c) for c in board.available_moves() if c not in puzzle.right]


def post(client: Client, cell: str, day: str = "2026-11-22") -> Any:
    return client.post(URL, {"cell": cell, "day": day}, follow=True)


@pytest.fixture(autouse=True)
def on_sunday() -> Any:
    with time_machine.travel(SUNDAY, tick=False) as clock:
        yield clock


def test_a_visitor_plays_without_an_account_and_shares_without_scripts(
    db: None, client: Client
) -> None:
    assert calendar.number(SUNDAY.date()) == 326
    assert "no. 326" in html_of(client.get(URL))
    assert not User.objects.exists()
    post(client, wrong(board())[0])
    page = post(client, right(board()))
    assert "<h1>Found in 2 tries.</h1>" in html_of(page)
    share = re.search(r"<textarea[^>]*>(.*?)</textarea>", page.content.decode(), re.DOTALL)
    assert share is not None
    assert share[1].splitlines() == [
        "Oxo · board 326",
        "○ ●  in 2 tries",
        "http://testserver/puzzles/archive/2026-11-22/",
    ]
    assert User.objects.get().is_guest


def test_what_is_shared_says_nothing_of_the_cells(as_ada: Client, ada: User) -> None:
    with time_machine.travel(SUNDAY - timedelta(days=1), tick=False):
        answer_today(ada)
    for cell in wrong(board())[:2]:
        post(as_ada, cell)
    page = post(as_ada, right(board()))
    share = page.context["share"]
    assert share.splitlines()[:3] == [
        "Oxo · board 326",
        "○ ○ ●  in 3 tries",
        "2 days in a row",
    ]
    assert not re.search(r"\b[a-d][1-4]\b", share)


def test_answers_survive_on_the_server_and_a_wrong_cell_is_closed(as_ada: Client) -> None:
    cell = wrong(board())[0]
    post(as_ada, cell)
    page = as_ada.get(URL)
    assert f"<h1>{cell} is wrong." in html_of(page)
    cells = [cell for row in page.context["rows"] for cell in row]
    assert [(one.name, one.legal) for one in cells if one.tried] == [(cell, False)]
    again = post(as_ada, cell)
    assert PuzzleTry.objects.get().answers == cell
    assert again.context["done"].marks == (False,)


def test_a_win_in_several_moves_is_found_when_its_last_move_is(as_ada: Client, ada: User) -> None:
    with time_machine.travel(THURSDAY, tick=False):
        puzzle = board(THURSDAY)
        assert puzzle.moves > 1
        answers: list[int] = []
        while not (so_far := progress(puzzle, answers)).found:
            assert record(ada.pk).today is None
            answers.append(puzzle.theme.right(so_far.way.board)[0])
            page = post(as_ada, puzzle.board.cell_name(answers[-1]), "2026-11-26")
        assert "<h1>Found on your first try.</h1>" in html_of(page)
        assert record(ada.pk).today is True
        assert page.context["share"].splitlines()[1] == f"{'● ' * len(answers)} at once"


def test_an_upgrade_leaves_the_board_that_somebody_has_begun(as_ada: Client, ada: User) -> None:
    begun = board(THURSDAY)
    cell = wrong(begun)[0]
    PuzzleTry.objects.create(
        user=ada, day=SUNDAY.date(), puzzle=begun.id, answers=cell, solved=False
    )
    page = as_ada.get(URL)
    assert (page.context["puzzle"], page.context["done"].marks) == (begun, (False,))
    post(as_ada, wrong(begun)[1])
    assert PuzzleTry.objects.get().answers == f"{cell}-{wrong(begun)[1]}"


def test_answers_to_a_board_that_a_release_dropped_are_ignored(as_ada: Client, ada: User) -> None:
    PuzzleTry.objects.create(
        user=ada, day=SUNDAY.date(), puzzle="fork-gone", answers="z9", solved=False
    )
    page = as_ada.get(URL)
    assert (page.context["puzzle"], page.context["done"].marks) == (board(), ())
    post(as_ada, right(board()))
    row = PuzzleTry.objects.get()
    assert (row.puzzle, row.answers, row.solved) == (board().id, right(board()), True)


def test_an_answer_after_the_solution_changes_nothing(as_ada: Client) -> None:
    post(as_ada, right(board()))
    post(as_ada, wrong(board())[0])
    assert PuzzleTry.objects.get().answers == right(board())


@pytest.mark.parametrize(
    ("sent", "status", "quoted"),
    [
        ({"cell": "z9", "day": "2026-11-22"}, 400, "&#x27;z9&#x27;"),
        ({"cell": "a1", "day": "2026-11-22"}, 400, "a1"),  # taken
        ({"cell": "b1", "day": "soon<b>"}, 400, "&#x27;soon&lt;b&gt;&#x27;"),
        ({"cell": "b1"}, 400, "&#x27;&#x27;"),
        ({"cell": "b1", "day": "2026-11-21"}, 409, "board 325, of 21 November"),
        ({"cell": "b1", "day": "2026-11-23"}, 409, "board 327, of 23 November"),
    ],
)
def test_what_cannot_be_an_answer_is_refused_and_quoted(
    db: None, client: Client, sent: dict[str, str], status: int, quoted: str
) -> None:
    page = client.post(URL, sent)
    assert page.status_code == status
    assert quoted in html_of(page)
    assert 'id="question"' in html_of(page)  # and the board to answer
    assert not PuzzleTry.objects.exists()
    assert not User.objects.exists()


def test_the_page_of_the_puzzle_counts_for_its_day_too(as_ada: Client, ada: User) -> None:
    puzzle = board()
    as_ada.post(f"/puzzles/{puzzle.id}/", {"cell": wrong(puzzle)[0]})
    as_ada.post(f"/puzzles/{puzzle.id}/", {"cell": right(puzzle)})
    assert "<h1>Found in 2 tries.</h1>" in html_of(as_ada.get(URL))
    assert record(ada.pk).streak == Streak(1, 1)


# --- one's own midnight ---


def test_the_day_ends_at_one_s_own_midnight(as_ada: Client, ada: User, on_sunday: Any) -> None:
    as_ada.post("/accounts/time-zone/", {"time_zone": "Asia/Tokyo"})
    page = as_ada.get(URL)
    assert "Your day ends at midnight in Tokyo." in html_of(page)
    assert page.context["left"] == "3 h 0 min"
    on_sunday.move_to(datetime(2026, 11, 22, 15, tzinfo=UTC))
    assert as_ada.get(URL).context["day"] == date(2026, 11, 23)


def test_a_zone_that_is_changed_does_not_bring_back_a_day(as_ada: Client, ada: User) -> None:
    as_ada.post("/accounts/time-zone/", {"time_zone": "Pacific/Kiritimati"})
    assert as_ada.get(URL).context["day"] == date(2026, 11, 23)
    answer_today(User.objects.get(pk=ada.pk))
    as_ada.post("/accounts/settings/", {"theme": "dark", "time_zone": "Pacific/Pago_Pago"})
    page = post(as_ada, right(board()))
    assert page.context["day"] == date(2026, 11, 23)
    assert page.context["done"].found
    assert "That day is over" in html_of(page)
    assert list(PuzzleTry.objects.values_list("day", flat=True)) == [date(2026, 11, 23)]


def test_a_new_zone_counts_from_the_next_midnight_on(
    as_ada: Client, ada: User, on_sunday: Any
) -> None:
    answer_today(ada)
    as_ada.post("/accounts/time-zone/", {"time_zone": "America/New_York"})
    row = OpenDay.objects.get(user=ada)
    assert (row.zone, row.closes_at) == ("America/New_York", datetime(2026, 11, 23, tzinfo=UTC))
    said = "From your next day on, your day ends at midnight in New York."
    assert said in html_of(as_ada.get(URL))
    on_sunday.move_to(datetime(2026, 11, 23, 1, tzinfo=UTC))  # 20:00 of the 22nd in New York
    answer_today(User.objects.get(pk=ada.pk))
    row.refresh_from_db()
    assert (row.day, row.closes_at) == (date(2026, 11, 23), datetime(2026, 11, 24, 5, tzinfo=UTC))
    assert "Your day ends at midnight in New York." in html_of(as_ada.get(URL))
    assert record(ada.pk).streak == Streak(2, 2)


def test_a_guest_elsewhere_cannot_mend_the_streak_of_a_member(ada: User, on_sunday: Any) -> None:
    answer_today(ada)
    on_sunday.move_to(SUNDAY + timedelta(days=2))  # the 23rd was missed by UTC
    guest = guests.create(time_zone="Pacific/Pago_Pago")
    on_sunday.move_to(datetime(2026, 11, 24, 10, tzinfo=UTC))  # there it is still the 23rd
    answer_today(guest)
    assert record(guest.pk).streak == Streak(1, 1)
    membership.merge(guest, ada)
    assert record(ada.pk).streak == Streak(0, 1)
    assert calendar.daily(date(2026, 11, 23)).id in record(ada.pk).solved


def test_a_board_that_a_guest_only_began_goes_with_its_day(ada: User) -> None:
    guest = guests.create(time_zone="Pacific/Pago_Pago")
    PuzzleTry.objects.create(user=guest, puzzle="a", day=date(2026, 11, 21), solved=None)
    membership.merge(guest, ada)  # for whom the 21st was over when it was begun
    assert not PuzzleTry.objects.exists()


# --- what is shown of an answer, and what comes back ---


def test_an_answer_is_played_out_in_steps_without_scripts(as_ada: Client, on_sunday: Any) -> None:
    on_sunday.move_to(THURSDAY)
    puzzle = board(THURSDAY)
    slip = wrong(puzzle)[0]
    page = post(as_ada, slip, "2026-11-26")
    assert f'href="?see={slip}"' in html_of(page)
    first = as_ada.get(URL, {"see": slip})
    assert f"{slip} {page.context['wrong']['said']}." in first.text
    assert 'href="?see=' in first.text
    assert "data-legal" not in first.text.partition('class="puzzle-side"')[0]
    assert as_ada.get(URL, {"see": "nothing", "step": "x"}).context["shown"] is None
    while not (page := as_ada.get(URL)).context["done"].found:
        way = page.context["done"].way
        post(as_ada, way.board.cell_name(puzzle.theme.right(way.board)[0]), "2026-11-26")
    assert [one.slug for one in page.context["playbacks"]] == ["solution", slip]
    last = as_ada.get(URL, {"see": "solution", "step": "9"}).context["shown"]
    assert last.step.line.board.is_game_over()


def test_what_was_wrong_comes_back_in_three_days_then_in_seven(
    as_ada: Client, ada: User, on_sunday: Any
) -> None:
    puzzle = board()
    for answer in (wrong(puzzle)[0], right(puzzle)):
        page = post(as_ada, answer)
        assert "Again, in three days." in text_of(page)
    assert lessons.puzzles_due(ada.pk, SUNDAY.date()) == []
    assert puzzle.id not in html_of(as_ada.get("/"))
    on_sunday.move_to(SUNDAY + timedelta(days=3))
    assert lessons.puzzles_due(ada.pk, date(2026, 11, 25)) == [puzzle.id]
    assert f"/puzzles/{puzzle.id}/" in html_of(as_ada.get("/"))
    as_ada.post(f"/puzzles/{puzzle.id}/", {"cell": right(puzzle)})
    assert puzzle.id not in html_of(as_ada.get("/"))
    assert lessons.comes_back(ada.pk, puzzle.id) == date(2026, 12, 2)
    on_sunday.move_to(datetime(2026, 12, 2, 12, tzinfo=UTC))
    as_ada.post(f"/puzzles/{puzzle.id}/", {"cell": right(puzzle)})
    assert lessons.comes_back(ada.pk, puzzle.id) is None
    assert as_ada.get("/learn/repeat/").status_code == 200  # which is about exercises alone


def test_the_first_page_counts_exercises_that_come_back(
    as_ada: Client, ada: User, on_sunday: Any
) -> None:
    day = SUNDAY.date()
    marks = {"user_id": ada.pk, "lesson": LESSONS[0].slug, "seed": "1"}
    lessons.mark(**marks, marks={1: False, 2: False}, today=day)
    assert "comes back" not in text_of(as_ada.get("/"))
    on_sunday.move_to(SUNDAY + timedelta(days=1))
    page = as_ada.get("/")
    assert "2 exercises that went wrong come back today." in text_of(page)
    assert 'href="/learn/repeat/"' in html_of(page)


# --- the second board ---


def test_who_has_tried_a_puzzle_of_the_4x4_game_finds_its_board_of_the_day(
    as_ada: Client, on_sunday: Any
) -> None:
    on_sunday.move_to(datetime(2026, 12, 2, 12, tzinfo=UTC))
    assert as_ada.get(URL).context["others"] == []
    assert "/puzzles/today/dstru/" in html_of(as_ada.get("/learn/dstru/play/?step=4&cell=a4"))
    page = as_ada.get("/puzzles/today/dstru/", follow=True)
    puzzle = page.context["puzzle"]
    assert puzzle == calendar.own_board("dstru", date(2026, 12, 2))
    assert "today’s 4×4 board" in html_of(page)
    as_ada.post(f"/puzzles/{puzzle.id}/", {"cell": right(puzzle)})
    page = as_ada.get(URL)
    assert page.context["others"] == [DstruBoard]
    assert 'href="/puzzles/today/dstru/"' in html_of(page)
    assert page.context["record"].streak == Streak(0, 0)  # it counts for none


def test_who_has_played_the_4x4_game_finds_it_too(as_ada: Client, ada: User) -> None:
    Tally.objects.create(user=ada, variant="dstru", seat="Tres", against="person", cell=0)
    assert as_ada.get(URL).context["others"] == [DstruBoard]


def test_who_did_the_first_steps_of_ultimate_finds_its_board_on_saturdays(
    as_ada: Client, on_sunday: Any
) -> None:
    saturday = datetime(2026, 12, 5, 12, tzinfo=UTC)
    on_sunday.move_to(saturday)
    steps = "/learn/ultimate/play/"
    as_ada.post(steps, {"step": "4", "cell": "a1"})
    assert as_ada.get(URL).context["others"] == []
    done = as_ada.post(steps, {"step": "4", "cell": "i1"}, follow=True)
    assert done.redirect_chain == [(f"{steps}?step=4&cell=i1", 302)]
    assert "Saturday’s 9×9 board" in html_of(done)
    page = as_ada.get(URL)
    assert page.context["others"] == [UltimateBoard]
    assert page.context["puzzle"].theme.variant == "classic"
    assert 'href="/puzzles/today/ultimate/"' in html_of(page)
    puzzle = as_ada.get("/puzzles/today/ultimate/", follow=True)
    assert puzzle.context["puzzle"] == calendar.own_board("ultimate", date(2026, 12, 5))
    assert "today’s 9×9 board" in html_of(puzzle)
    on_sunday.move_to(saturday + timedelta(1))
    assert as_ada.get(URL).context["others"] == []
    assert (
        as_ada.get("/puzzles/today/ultimate/")["Location"]
        == f"/puzzles/{puzzle.context['puzzle'].id}/"
    )
    assert as_ada.get("/puzzles/today/classic/").status_code == 404


# --- the days before ---


def test_the_archive_has_a_month_of_boards_with_one_s_own_marks(
    as_ada: Client, ada: User, on_sunday: Any
) -> None:
    for day, is_right in ((18, True), (19, False)):
        on_sunday.move_to(datetime(2026, 11, day, 12, tzinfo=UTC))
        answer_today(ada, right=is_right)
    answer_today(ada)  # the 19th, after a wrong answer
    on_sunday.move_to(SUNDAY)
    puzzle = calendar.daily(date(2026, 11, 17))
    as_ada.post(f"/puzzles/{puzzle.id}/", {"cell": right(puzzle)})
    month = as_ada.get("/puzzles/archive/").context["month"]
    kinds = {card.day.day: card.kind for week in month.weeks for card in week if card}
    assert [kinds[day] for day in (16, 17, 18, 19, 22, 23)] == [
        *("none", "afterwards", "found", "later", "none", ""),
    ]
    assert month.found == 2
    assert record(ada.pk).streak == Streak(0, 2)  # what is played afterwards counts for none
    assert (month.before, month.after) == ("/puzzles/archive/2026-10/", "")


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("2026-11-22", URL),
        ("2026-11-21", f"/puzzles/{calendar.daily(date(2026, 11, 21)).id}/"),
        ("2026-01-01", f"/puzzles/{calendar.daily(date(2026, 1, 1)).id}/"),
    ],
)
def test_a_day_leads_to_its_board(db: None, client: Client, path: str, leads_to: str) -> None:
    assert client.get(f"/puzzles/archive/{path}/").headers["Location"] == leads_to


@pytest.mark.parametrize(
    "path", ["2026-11-23", "2025-12-31", "2026-02-30", "2026-12", "2025-12", "2026-13", "0000-01"]
)
def test_no_board_is_shown_before_its_day(db: None, client: Client, path: str) -> None:
    assert client.get(f"/puzzles/archive/{path}/").status_code == 404


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 min"), (60, "1 min"), (61, "2 min"), (3600, "1 h 0 min"), (86400, "24 h 0 min")],
)
def test_the_time_left_is_said_in_hours_and_minutes(seconds: float, words: str) -> None:
    assert in_hours(seconds) == words


def test_too_many_answers_are_refused(as_ada: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "puzzle_answers": (2, 60)}
    statuses = [as_ada.post(URL, {}).status_code for _ in range(3)]
    assert statuses == [400, 400, 429]


def test_the_pages_ask_the_database_little(
    as_ada: Client, ada: User, django_assert_max_num_queries: Any
) -> None:
    answer_today(ada)
    for path in (URL, "/puzzles/", "/puzzles/archive/", "/puzzles/rush/", "/"):
        with django_assert_max_num_queries(20):
            assert as_ada.get(path).status_code == 200


def test_what_is_no_day_is_quoted_in_part(client: Client, db: Any) -> None:
    response = client.post("/puzzles/today/", {"day": "k" * 3000, "cell": "a1"})
    assert response.status_code == 400
    assert response.context["error"].startswith(f"{'k' * 20!r} is no day of a board.")
