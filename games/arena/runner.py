"""The threads that hand files to the grader's workers while there are any: one for each place.

They are woken by an upload, by everybody who looks at a file that waits and by the sweep, so that a
file whose process died goes on in another.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from time import monotonic

import msgspec
from django.conf import settings
from django.db import connection

from games.arena import queue
from games.arena.grading.program import CannotGrade
from games.arena.grading.task import far, grade_file
from games.compute import pool
from games.compute.release_files import GRADING, release
from games.compute.turns import Busy
from games.models import UploadedEngine
from games.storage.outage import is_outage

logger = logging.getLogger(__name__)

PULSE = 0.5
"""Seconds between two notes of how far a grading has come."""


class Runner:
    """At most ``PLACES`` threads of this process, there only while something waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._threads = 0
        self._again = False

    def wake(self) -> None:
        """See to it that the files that wait are graded."""
        with self._lock:
            self._again = True
            if self._threads < queue.PLACES:
                self._threads += 1
                threading.Thread(target=self._run, name="grading", daemon=True).start()

    def _run(self) -> None:
        try:
            while self._is_wanted():
                work_off()
        except Exception as error:
            if not is_outage(error):
                logger.exception("the queue of the grader stopped")
            with self._lock:  # the next who looks wakes another thread
                self._threads -= 1
        finally:
            connection.close()

    def _is_wanted(self) -> bool:
        """Whether somebody woke the threads since one of them last asked; if not, this one ends."""
        with self._lock:
            again, self._again = self._again, False
            if not again:
                self._threads -= 1
            return again


_runner = Runner()


def wake() -> None:
    """Have this process grade what waits, if no other does."""
    _runner.wake()


def wake_if_needed() -> None:
    """Take up what waits and nobody grades."""
    if queue.needs_somebody():
        wake()


def work_off() -> int:
    """Grade one file after the other until none can be claimed; how many."""
    count = 0
    while (row := queue.claim()) is not None:
        if not _grade(row):
            break
        count += 1
    return count


def _grade(row: UploadedEngine) -> bool:
    """Grade one file; False if this process cannot go on."""
    progress: Path = settings.VAR_DIR / "grading" / row.pk
    grader = release(GRADING)
    assert row.place is not None, "a claimed file holds a place"
    began, seconds = monotonic(), queue.seconds_in(row.place)
    try:
        future = pool.apart(f"grading-{row.place}", seconds).submit(
            grade_file, row.source.encode(), row.variant, progress
        )
        while True:
            try:
                found = future.result(PULSE)
                break
            except TimeoutError:
                if future.done():
                    raise
                queue.keep(row, *far(progress))
    except CannotGrade as refused:
        queue.finish(row, grader, error=str(refused))
    except (pool.Lost, TimeoutError):
        if monotonic() - began < seconds:
            queue.give_back(row)
        elif row.place == queue.FIRST:
            queue.give_up(row)
        else:
            queue.leave_to_the_first(row)
    except Busy:  # this process ends; another takes the file up
        return False
    except Exception:
        logger.exception("engine %s cannot be graded", row.pk)
        queue.give_back(row)
    else:
        queue.finish(row, grader, grade=msgspec.to_builtins(found))
    return True
