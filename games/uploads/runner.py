"""The thread that hands files to the grader's worker, one at a time, while there are any.

It is woken by an upload, by everybody who looks at a file that waits and by the sweep, so that a
file whose process died goes on in another.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import msgspec
from django.conf import settings
from django.db import connection

from games.compute import pool
from games.compute.release_files import GRADING, release
from games.compute.turns import Busy
from games.grading import CannotGrade
from games.grading.task import far, grade_file
from games.models import UploadedEngine
from games.storage.outage import is_outage
from games.uploads import queue

logger = logging.getLogger(__name__)

LONGEST = 300.0
"""Seconds after which a grading is given up."""

PULSE = 0.5
"""Seconds between two notes of how far a grading has come."""


class Runner:
    """At most one thread of this process, there only while something waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._again = False

    def wake(self) -> None:
        """See to it that the files that wait are graded."""
        with self._lock:
            self._again = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="grading", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        try:
            while self._is_wanted():
                work_off()
        except Exception as error:
            if not is_outage(error):
                logger.exception("the queue of the grader stopped")
            with self._lock:  # the next who looks wakes another thread
                self._thread = None
        finally:
            connection.close()

    def _is_wanted(self) -> bool:
        with self._lock:
            again, self._again = self._again, False
            if not again:
                self._thread = None
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
    """Grade one file after the other until none is left to claim; how many."""
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
    try:
        future = pool.apart("grading", LONGEST).submit(
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
        queue.give_back(row)
    except Busy:  # this process ends; another takes the file up
        return False
    except Exception:
        logger.exception("engine %s cannot be graded", row.pk)
        queue.give_back(row)
    else:
        queue.finish(row, grader, grade=msgspec.to_builtins(found))
    return True
