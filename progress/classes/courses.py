"""The courses that are ready to teach: plans with durations, and what the class is given."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from django.db import transaction

from progress.classes import kinds, tasks
from progress.classes.kinds import Offer
from progress.models import Classroom

FILE = Path(__file__).with_name("courses.toml")


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A part of a lesson: ``starts`` minutes after its beginning. ``given`` names a task."""

    starts: int
    minutes: int
    kind: str
    title: str
    they: str
    say: str
    given: str = ""

    @property
    def offer(self) -> Offer | None:
        """The task of this part, with its title and minutes; None where nothing is given."""
        if not self.given:
            return None
        kind, _, what = self.given.partition(":")
        found = kinds.find_offer(kind, what)
        return replace(found, title=self.title, minutes=self.minutes)


@dataclass(frozen=True, slots=True)
class PlannedLesson:
    title: str
    rows: tuple[PlanRow, ...]

    @property
    def minutes(self) -> int:
        return sum(row.minutes for row in self.rows)


@dataclass(frozen=True, slots=True)
class ReadyCourse:
    slug: str
    title: str
    who: str
    time: str
    face: str
    about: str
    lessons: tuple[PlannedLesson, ...]


def _rows(rows: list[list[int | str]]) -> tuple[PlanRow, ...]:
    found, starts = [], 0
    for minutes, *words in rows:
        found.append(PlanRow(starts, int(minutes), *map(str, words)))
        starts += int(minutes)
    return tuple(found)


def _read() -> dict[str, ReadyCourse]:
    return {
        slug: ReadyCourse(
            slug=slug,
            title=one["title"],
            who=one["who"],
            time=one["time"],
            face=one["face"],
            about=one["about"],
            lessons=tuple(
                PlannedLesson(part["title"], _rows(part["rows"])) for part in one["lessons"]
            ),
        )
        for slug, one in tomllib.loads(FILE.read_text()).items()
    }


COURSES = _read()


def use(course: ReadyCourse, classroom: Classroom) -> int:
    """Put the tasks of a course behind those that a class has, lesson by lesson; how many.

    Raises TaskRefused.
    """
    with transaction.atomic():
        last = classroom.tasks.order_by("-lesson").values_list("lesson", flat=True).first() or 0
        added = 0
        for number, lesson in enumerate(course.lessons, last + 1):
            for row in lesson.rows:
                if row.offer is not None:
                    tasks.add(classroom, row.offer, number)
                    added += 1
    return added
