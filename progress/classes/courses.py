"""The courses that are ready to teach: plans with durations, and what the class is given."""

from __future__ import annotations

from pathlib import Path

import msgspec
from django.db import transaction

from progress.classes import kinds, tasks
from progress.classes.kinds import Offer
from progress.models import Classroom

FILE = Path(__file__).with_name("courses.toml")


class PlanRow(msgspec.Struct, array_like=True):
    """A part of a lesson, ``starts`` minutes after its beginning. ``given`` names a task."""

    minutes: int
    kind: str
    title: str
    they: str
    say: str
    given: str = ""
    starts: int = 0

    @property
    def offer(self) -> Offer | None:
        """The task of this part, with its title and minutes; None where nothing is given."""
        if not self.given:
            return None
        kind, _, what = self.given.partition(":")
        found = kinds.find_offer(kind, what)
        return found._replace(title=self.title, minutes=self.minutes)


class PlannedLesson(msgspec.Struct):
    title: str
    rows: list[PlanRow]

    minutes: int = 0

    def __post_init__(self) -> None:
        for row in self.rows:
            row.starts, self.minutes = self.minutes, self.minutes + row.minutes


class ReadyCourse(msgspec.Struct):
    title: str
    who: str
    time: str
    face: str
    about: str
    lessons: list[PlannedLesson]
    slug: str = ""


COURSES = msgspec.toml.decode(FILE.read_bytes(), type=dict[str, ReadyCourse])
for _slug, _course in COURSES.items():
    _course.slug = _slug


def use(course: ReadyCourse, classroom: Classroom) -> int:
    """Put the tasks of a course behind those that a class has, lesson by lesson; how many.

    Raises ClassRefused.
    """
    with transaction.atomic():
        last = classroom.tasks.order_by("-lesson").values_list("lesson", flat=True).first() or 0
        lessons = enumerate(course.lessons, last + 1)
        offers = [(row.offer, number) for number, lesson in lessons for row in lesson.rows]
        return len([tasks.add(classroom, one, number) for one, number in offers if one])
