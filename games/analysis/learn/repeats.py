"""Exercises that come back: what was answered wrong is asked again after 1, 3 and 7 days.

Puzzles come back as exercises do, after 3 and 7 days. Pure: who keeps the list, and where, is not
known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

DAYS = (1, 3, 7)
"""Days until an exercise is asked for the first, second and third time."""

PUZZLE = "puzzle:"
"""What stands before a puzzle's theme where an exercise has its lesson."""

MOST = 200
"""Exercises that are kept for one person; of more, those that are due last are dropped."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """An exercise of a sheet, ``step`` times answered right since it was wrong, and when it is
    ``due`` again."""

    lesson: str
    seed: str
    number: int
    step: int
    due: date

    @property
    def key(self) -> tuple[str, str, int]:
        """What names the exercise."""
        return self.lesson, self.seed, self.number

    @property
    def puzzle(self) -> str:
        """The id of the puzzle that comes back; empty for an exercise of a lesson."""
        return f"{self.lesson[len(PUZZLE) :]}-{self.seed}" if self.lesson.startswith(PUZZLE) else ""


def puzzle_key(puzzle_id: str) -> tuple[str, str, int]:
    """What names a puzzle among exercises."""
    theme, _, position = puzzle_id.partition("-")
    return PUZZLE + theme, position, 0


def again(
    known: Repeat | None, key: tuple[str, str, int], today: date, *, right: bool
) -> Repeat | None:
    """What becomes of an exercise that is answered ``today``; None if it need not come back.

    A right answer before the day counts for nothing: the exercise stays as it is.
    """
    if not right:
        step = int(key[0].startswith(PUZZLE))
        return Repeat(*key, step, today + timedelta(DAYS[step]))
    if known is None or known.due > today:
        return known
    step = known.step + 1
    return Repeat(*key, step, today + timedelta(DAYS[step])) if step < len(DAYS) else None


def updated(
    kept: Iterable[Repeat], lesson: str, seed: str, marks: dict[int, bool], today: date
) -> list[Repeat]:
    """The list after the exercises of a sheet were answered: by number, whether right."""
    by_key = {one.key: one for one in kept}
    for number, right in marks.items():
        key = lesson, seed, number
        found = again(by_key.pop(key, None), key, today, right=right)
        if found is not None:
            by_key[key] = found
    return in_order(by_key.values())[:MOST]


def in_order(kept: Iterable[Repeat]) -> list[Repeat]:
    """Those that are due first come first."""
    return sorted(kept, key=lambda one: (one.due, one.key))


def due(kept: Iterable[Repeat], today: date) -> list[Repeat]:
    """Those that are to be asked today."""
    return [one for one in in_order(kept) if one.due <= today]


def later(kept: Sequence[Repeat], today: date) -> list[tuple[date, int]]:
    """How many come back on each day after today."""
    days = sorted({one.due for one in kept if one.due > today})
    return [(day, sum(one.due == day for one in kept)) for day in days]
