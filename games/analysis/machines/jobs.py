"""The trainings of this process: one goes on at a time, piece by piece, the others wait.

All who open a training share it, and it rests while nobody looks. One of them who stops it or
begins another leaves it to the rest. Of all processes of a machine one trains at a time. Trainings
are in memory alone: each is a value of its seed and settings, so its address makes it again.
"""

from __future__ import annotations

import fcntl
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic

from django.conf import settings

from games.analysis.machines.trainings import (
    Snapshot,
    TrainingPiece,
    TrainingTask,
    train_piece,
)
from games.compute.pool import LONGEST, Busy, Lost, compute, pool

logger = logging.getLogger(__name__)

KEPT = 12
"""Trainings that are kept, of 3 MB or less; the one that was asked for longest ago goes first."""

MOST_WAITING = 12
"""Trainings that may wait for their turn."""

LOOKED_AT = 15.0
"""Seconds after which somebody who no longer asks counts as gone."""

TRIES = 5
"""How often in a row a piece may fail before its training is given up."""

PAUSE = 0.05
"""Seconds that a piece leaves a worker to others who wait."""


@dataclass(slots=True)
class TrainingRun(Generic[Snapshot]):
    """One training, as far as it is. ``place`` counts those that come before it.

    ``failed`` counts failures in a row. ``shown`` is what pages have drawn of it once it is done.
    """

    key: TrainingTask[Snapshot]
    games: int = 0
    points: list[tuple[int, int]] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    learner: bytes = b""
    done: bool = False
    stopped: bool = False
    place: int = 0
    failed: int = 0
    watchers: dict[str, float] = field(default_factory=dict)
    shown: dict[Any, Any] = field(default_factory=dict)

    def add(self, piece: TrainingPiece[Snapshot]) -> None:
        """Take what a piece brought."""
        self.points += piece.points
        self.snapshots += piece.snapshots
        self.learner, self.games, self.done = piece.learner, piece.games, piece.done


class TrainingQueue:
    """The trainings, and the thread that goes through them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: OrderedDict[TrainingTask[Any], TrainingRun[Any]] = OrderedDict()
        self._waiting: list[TrainingRun[Any]] = []
        self._thread: threading.Thread | None = None

    def watch(
        self, key: TrainingTask[Snapshot], visitor: str, *, resume: bool = True
    ) -> TrainingRun[Snapshot]:
        """The training of ``key``, which goes on while ``visitor`` asks for it.

        Without ``resume`` the visitor leaves it, and it rests where it is unless others look. One
        that ``visitor`` watched before is left; the visitor with no name is everybody, and may
        watch many. Raises Busy if too many wait.
        """
        with self._lock:
            run = self._runs.get(key) or TrainingRun(key)
            for other in self._runs.values():
                if visitor and other is not run:
                    other.watchers.pop(visitor, None)
            run.watchers.pop(visitor, None)
            if resume:
                run.watchers[visitor] = time.monotonic()
            run.stopped = not _is_looked_at(run)
            if not run.done and not run.stopped and run not in self._waiting:
                self._begin(run)
            self._runs[key] = run
            self._runs.move_to_end(key)
            self._forget()
            return run

    def _begin(self, run: TrainingRun[Any]) -> None:
        waiting = sum(map(_is_wanted, self._waiting))
        if waiting > MOST_WAITING:
            raise Busy(f"{waiting} trainings are waiting")
        self._waiting.append(run)
        run.place = len(self._waiting) - 1
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="trainings", daemon=True)
            self._thread.start()

    def _forget(self) -> None:
        resting = [key for key, run in self._runs.items() if run not in self._waiting]
        for key in resting[: max(0, len(self._runs) - KEPT)]:
            del self._runs[key]

    def _work(self) -> None:
        while (run := self._next()) is not None:
            try:
                with alone():
                    piece = compute(train_piece, run.key, run.learner, patience=LONGEST)
            except Busy:
                time.sleep(1)
                continue
            except Exception as error:  # whatever a worker raised: the others go on
                if not isinstance(error, Lost):
                    logger.exception("a training failed")
                run.failed += 1
                if run.failed >= TRIES:
                    with self._lock:
                        run.failed, run.stopped = 0, True
                time.sleep(1)
                continue
            with self._lock:
                run.failed = 0
                run.add(piece)
            while pool().waiting():
                time.sleep(PAUSE)

    def _next(self) -> TrainingRun[Any] | None:
        """The training that goes on now; the thread ends where there is none."""
        with self._lock:
            self._waiting = [run for run in self._waiting if _is_wanted(run)]
            for place, run in enumerate(self._waiting):
                run.place = place
            if self._waiting:
                return self._waiting[0]
            self._thread = None
            return None


def _is_wanted(run: TrainingRun[Any]) -> bool:
    return not run.done and not run.stopped and _is_looked_at(run)


def _is_looked_at(run: TrainingRun[Any]) -> bool:
    since = time.monotonic() - LOOKED_AT
    return any(at > since for at in run.watchers.values())


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process of this machine trains, and let none begin."""
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR_DIR / "training.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


TRAININGS = TrainingQueue()
"""Those of this process."""
