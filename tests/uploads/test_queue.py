"""The queue: fair shares, so many places, and what becomes of files whose process died."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.arena import queue, receive, runner
from games.compute import pool
from games.models import UploadedEngine
from tests.conftest import logged_in
from tests.uploads.conftest import FIRST_FREE


def waiting(author: User, name: str, minutes: int = 0, **fields: Any) -> UploadedEngine:
    when = timezone.now() - timedelta(minutes=minutes)
    return UploadedEngine.objects.create(
        author=author,
        name=name,
        variant="classic",
        source=FIRST_FREE,
        digest=name,
        uploaded_at=when,
        **fields,
    )


def names() -> list[str]:
    order = queue.in_order()
    rows = UploadedEngine.objects.in_bulk(order)
    return [rows[key].name for key in order]


def test_everybodys_first_file_comes_before_anybodys_second(ada: User, grace: User) -> None:
    for number in range(3):
        waiting(ada, f"a{number}", 10 - number)
    waiting(grace, "g0", 1)
    assert names() == ["a0", "g0", "a1", "a2"]


def test_who_has_used_the_grader_more_comes_later(ada: User, grace: User) -> None:
    now = timezone.now()
    waiting(ada, "long", 30, status="graded", started_at=now, seconds=200, graded_at=now)
    waiting(ada, "a", 5)
    waiting(grace, "g", 1)
    assert names() == ["g", "a"]
    UploadedEngine.objects.filter(name="long").update(started_at=now - timedelta(hours=2))
    assert names() == ["a", "g"]


def claimed() -> UploadedEngine:
    row = queue.claim()
    assert row is not None
    return row


def test_two_files_are_graded_at_a_time(ada: User, grace: User, stranger: User) -> None:
    for author in (ada, grace, stranger):
        waiting(author, author.name)
    first, second = claimed(), claimed()
    assert (first.place, second.place) == (1, 0)
    assert queue.claim() is None
    assert queue.finish(first, "grader", grade={})
    third = claimed()
    assert third.place == 1
    assert len({first.pk, second.pk, third.pk}) == 3


def test_nobody_holds_two_places_while_others_wait(ada: User, grace: User) -> None:
    waiting(ada, "a0", 3)
    waiting(ada, "a1", 2)
    waiting(grace, "g", 1)
    assert [claimed().name, claimed().name] == ["a0", "g"]


def test_the_database_gives_a_place_to_one_file(
    ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever two processes that look at the same moment have read."""
    waiting(ada, "a")
    waiting(grace, "g")
    monkeypatch.setattr(queue, "free_places", lambda: [1])
    assert claimed().place == 1
    assert queue.claim() is None


class TakesItsTime:
    """A worker that is lost after ``seconds``."""

    def __init__(self, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds, self.now = seconds, 0.0
        monkeypatch.setattr(runner, "monotonic", lambda: self.now)

    def submit(self, *_: Any) -> Any:
        self.now += self.seconds
        raise pool.Lost("too slow")


@pytest.mark.long
def test_a_file_that_takes_long_waits_for_the_first_place(
    ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pool._apart, "grading-1", TakesItsTime(queue.BRIEF, monkeypatch))
    waiting(ada, "long")
    assert runner.work_off() == 2, "it is graded in the first place, where it may take longer"
    row = UploadedEngine.objects.get()
    assert (row.status, row.slow, row.tries, row.place) == ("graded", True, 1, None)


def test_running_out_of_time_in_the_first_place_earns_no_second_try(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pool._apart, "grading-0", TakesItsTime(queue.LONGEST, monkeypatch))
    waiting(ada, "endless", slow=True)
    assert runner.work_off() == 1
    row = UploadedEngine.objects.get()
    assert (row.status, row.tries, row.place) == ("refused", 1, None)
    assert row.error == "Grading took more than 300 seconds, which is the limit."


def test_of_first_files_those_of_members_come_first(ada: User) -> None:
    for number in range(3):
        waiting(guests.create(), f"guest {number}", minutes=9)
    waiting(ada, "first")
    waiting(ada, "second")
    assert names()[0] == "first"
    assert names()[-1] == "second"


def test_guests_leave_a_part_of_the_queue_to_members(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive, "LONGEST_QUEUE", 4)
    for number in range(3):
        waiting(guests.create(), str(number))
    sent: Any = {"name": "New", "variant": "classic", "data": b"def choose(p): return 0"}
    with pytest.raises(receive.TooMany, match="The queue is full"):
        receive.upload(user=guests.create(), **sent)
    assert receive.upload(user=ada, **sent).status == "waiting"


def test_files_that_use_every_limit_hold_one_place(
    ada: User, grace: User, stranger: User, staff: User
) -> None:
    for author in (ada, grace, stranger):
        waiting(author, author.name, slow=True, minutes=5)
    assert claimed().place == queue.FIRST
    assert queue.claim() is None, "the other place is not for them"
    assert not queue.needs_somebody()
    waiting(staff, "quick")
    assert queue.needs_somebody()
    quick = claimed()
    assert (quick.name, quick.place) == ("quick", 1)


def test_a_worker_that_dies_soon_is_no_slow_file(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pool._apart, "grading-1", TakesItsTime(queue.BRIEF / 2, monkeypatch))
    waiting(ada, "a")
    assert runner.work_off() == 2
    row = UploadedEngine.objects.get()
    assert (row.status, row.slow, row.tries) == ("refused", False, 2)


def test_a_file_whose_process_died_is_taken_up_again_once(ada: User) -> None:
    waiting(ada, "a")
    first = queue.claim()
    assert first is not None
    UploadedEngine.objects.update(seen_at=timezone.now() - 2 * queue.LEASE)
    again = queue.claim()
    assert again is not None
    assert (again.pk, again.tries) == (first.pk, 2)
    assert not queue.finish(first, "grader", grade={})
    UploadedEngine.objects.update(seen_at=timezone.now() - 2 * queue.LEASE)
    assert queue.claim() is None
    row = UploadedEngine.objects.get()
    assert row.status == "refused"
    assert row.error.startswith("Grading stopped 2 times")


def test_somebody_is_needed_where_a_file_waits_and_no_process_grades(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[bool] = []
    monkeypatch.setattr(runner, "wake", lambda: woken.append(True))

    def needed() -> bool:
        woken.clear()
        runner.wake_if_needed()
        return bool(woken)

    assert not needed()
    waiting(ada, "a")
    assert needed()
    waiting(ada, "b")
    assert [claimed().name, claimed().name] == ["a", "b"]
    waiting(ada, "c")
    assert not needed()
    UploadedEngine.objects.update(seen_at=timezone.now() - 2 * queue.LEASE)
    assert needed()


def test_progress_keeps_the_claim(ada: User) -> None:
    waiting(ada, "a")
    row = queue.claim()
    assert row is not None
    UploadedEngine.objects.update(seen_at=timezone.now() - 2 * queue.LEASE)
    queue.keep(row, 50, 100)
    assert queue.claim() is None
    row.refresh_from_db()
    assert (row.done, row.of_all, row.all_asked) == (50, 100, False)
    queue.keep(row, 100, 100)
    page = logged_in(ada).get(f"/engines/{row.pk}/").text
    assert "So far, it never loses." in page
    assert "This is provisional." in page


def test_a_grader_that_is_lost_is_tried_twice(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dies:
        def submit(self, *_: Any) -> Any:
            raise pool.Lost("gone")

    monkeypatch.setitem(pool._apart, "grading-1", Dies())
    waiting(ada, "a")
    assert runner.work_off() == 2
    assert UploadedEngine.objects.get().status == "refused"


def test_a_process_that_ends_leaves_the_file_to_others(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def submit(self, *_: Any) -> Any:
            raise pool.Busy("closed")

    monkeypatch.setitem(pool._apart, "grading-1", Full())
    waiting(ada, "a")
    assert runner.work_off() == 0
    assert UploadedEngine.objects.get().status == "grading"


def test_a_file_that_is_deleted_while_it_is_graded_leaves_nothing(ada: User) -> None:
    row = waiting(ada, "a")
    claimed = queue.claim()
    assert claimed is not None
    row.delete()
    assert not queue.finish(claimed, "grader", grade={})
    assert queue.claim() is None
