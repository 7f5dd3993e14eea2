"""The queue: fair shares, one file at a time, and what becomes of files whose process died."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.compute import pool
from games.models import UploadedEngine
from games.uploads import queue, runner
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


def test_one_file_is_graded_at_a_time(ada: User, grace: User) -> None:
    waiting(ada, "a")
    waiting(grace, "g")
    first = queue.claim()
    assert first is not None
    assert queue.claim() is None
    assert queue.finish(first, "grader", grade={})
    second = queue.claim()
    assert second is not None
    assert second.pk != first.pk


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
    assert queue.claim() is not None
    waiting(ada, "b")
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
    assert (row.done, row.of_all) == (50, 100)


def test_a_grader_that_is_lost_is_tried_twice(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dies:
        def submit(self, *_: Any) -> Any:
            raise pool.Lost("gone")

    monkeypatch.setitem(pool._apart, "grading", Dies())
    waiting(ada, "a")
    assert runner.work_off() == 2
    assert UploadedEngine.objects.get().status == "refused"


def test_a_process_that_ends_leaves_the_file_to_others(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def submit(self, *_: Any) -> Any:
            raise pool.Busy("closed")

    monkeypatch.setitem(pool._apart, "grading", Full())
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
