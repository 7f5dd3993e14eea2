"""Uploaded engines at the board: each is an ``Engine`` whose moves are found in a worker process.

A reply may take seconds, so nobody waits for it: ``reply`` says None, and the game goes on once
the move is there. What was found is remembered for a while, so that asking again is answered.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

from django.db import connection

from games.arena.grading import play
from games.arena.grading.table import move_in
from games.arena.report import grade_of, percent, verdict
from games.compute import pool
from games.compute.moves import REMEMBERED, PendingMoves, tell
from games.compute.turns import Busy
from games.engines import Choice, Engine, GivesUp
from games.match import ids
from games.models import UploadedEngine
from games.models.engines import OUTSIDE
from games.rules import Board, board_class

logger = logging.getLogger(__name__)

LONGEST = 3 * play.SECONDS
"""Seconds after which the worker is replaced: a program may be loaded and asked once more."""

FRESH = 10.0
"""Seconds for which a process believes what it read of an engine."""

Found = int | str
"""A cell, or why there is none."""


class OutsideEngine(Engine):
    """A graded engine. It plays the same seats as any rival and does not report why.

    Until it is published only its author can choose it, and its name stays with them: everybody
    with the address of one of its games can read who plays.
    """

    repeatable = False

    def __init__(self, row: UploadedEngine) -> None:
        self._row = row
        grade = grade_of(row)
        self.slug = row.slug
        self.variant = row.variant
        self.owner = row.author_id if row.published_at is None else None
        by = row.author.name
        self.title = f"{row.title} by {by}" if self.owner is None else f"{by}’s engine"
        self.seats = board_class(row.variant).RIVALS
        share = f"{percent(grade.right, grade.asked)} % right"
        proven = grade.never_loses and grade.expected is None
        measured = share if grade.rating is None else verdict(grade).lower()
        self.strength = "never loses, proven" if proven else measured
        self.idea = f"Version {row.version}. {verdict(grade)}."
        self._remembers = grade.remembers
        self._repeats = not grade.by_chance
        self._table = grade.table

    @property
    def too_slow(self) -> str:
        return f"{self.title} is not published any more" if self._row.retired_at else ""

    def reply(self, board: Board, rng: Random, when_known: Callable[[], None]) -> Choice | None:
        if self._table:
            return self._from_table(board)
        key = self._row.pk, board.notation
        if (found := _known.get(key, keep=self._repeats)) is None:
            _ask(self._row, board, self._remembers, when_known)
            return None
        if isinstance(found, str):
            raise GivesUp(found)
        return Choice(found, (found,))

    def _choose(self, board: Any, rng: Random) -> Choice:
        """Wait for the move: for those who play many games in a process of their own."""
        if self._table:
            return self._from_table(board)
        future = _submit(self._row, board, self._remembers)
        found, _ = _read(self._row, future)
        if isinstance(found, str):
            raise GivesUp(found)
        return Choice(found, (found,))

    def _from_table(self, board: Board) -> Choice:
        """What was proven is what plays."""
        cell = move_in(self._table, board)
        return Choice(cell, (cell,))


_known = PendingMoves[Found]()


def _submit(row: UploadedEngine, board: Board, remembers: bool) -> Future[tuple[int, float]]:
    """Raises Busy."""
    return pool.apart("engines", LONGEST).submit(
        play.move, row.digest, row.source.encode(), row.variant, board.notation, remembers
    )


def _ask(
    row: UploadedEngine, board: Board, remembers: bool, when_known: Callable[[], None]
) -> None:
    """Have a move found; ``when_known`` is called afterwards."""
    key = row.pk, board.notation
    if not _known.wait(key, when_known):
        return
    try:
        future = _submit(row, board, remembers)
    except Busy:
        _known.ask_again(key)
        return
    future.add_done_callback(partial(_settle, row, key))


def _settle(row: UploadedEngine, key: tuple[str, str], future: Future[tuple[int, float]]) -> None:
    try:
        found, _ = _read(row, future)
        tell(_known.settle(key, found))
    except Exception:  # whatever it is, those who wait must not wait for ever
        logger.exception("a move of the engine %s is asked for again", row.pk)
        _known.ask_again(key)
    finally:
        if not connection.in_atomic_block:
            connection.close()


def _read(row: UploadedEngine, future: Future[tuple[int, float]]) -> tuple[Found, float]:
    """What came of a question, and the seconds it took; a failure is kept for the author."""
    try:
        return future.result()
    except play.CannotPlay as error:
        said = str(error)
    except (pool.Lost, Busy):
        said = f"It took more than {play.SECONDS:.0f} seconds for a move."
    UploadedEngine.objects.filter(pk=row.pk).update(last_failure=said[:300])
    return said, 0.0


_rows: dict[str, tuple[float, OutsideEngine | None]] = {}


_reader = ThreadPoolExecutor(1, thread_name_prefix="engines")
"""Reads an engine for the event loop, which must not ask the database itself."""


def find(variant: str, slug: str) -> Engine | None:
    """The graded engine called ``slug``, one that new games cannot choose any more included.

    States are drawn on the event loop: there what was read before is good enough, however long ago.
    """
    key = slug.removeprefix(OUTSIDE)
    if key == slug or not ids.is_id(key):
        return None
    until, found = _rows.get(slug, (0.0, None))
    if time.monotonic() >= until and not (slug in _rows and _on_event_loop()):
        found = _reader.submit(_read_apart, key).result() if _on_event_loop() else _read_row(key)
        if len(_rows) > REMEMBERED:
            _rows.clear()
        _rows[slug] = time.monotonic() + FRESH, found
    return found if found is not None and found.variant == variant else None


def _on_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _read_apart(key: str) -> OutsideEngine | None:
    try:
        return _read_row(key)
    finally:
        connection.close()


def forget(slug: str) -> None:
    """Read an engine again: it was published or retired."""
    _rows.pop(slug, None)


def _read_row(key: str) -> OutsideEngine | None:
    rows = UploadedEngine.objects.select_related("author")
    graded = UploadedEngine.Status.GRADED
    row = rows.filter(pk=key, status=graded, author__is_active=True).first()
    return None if row is None else OutsideEngine(row)
