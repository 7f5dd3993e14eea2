"""The class of the demo, to be entered as its teacher or as a child."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.guests import User
from progress.classes import courses, make, tasks
from progress.models import ClassMember, Classroom

NAME = "Demo class"
PUPILS = ("Mila", "Jonas", "Aylin", "Tom")
COURSE = "first-lesson"
DUE = timedelta(days=14)
"""How long what the class has is due: until then its cards work."""


def open_class(teacher: User) -> ClassMember:
    """Make the class, or find it, and have its first lesson due; return a child of it."""
    classroom = Classroom.objects.filter(teacher=teacher, name=NAME, wiped_at=None).first()
    if classroom is None:
        classroom = make.make_class(teacher=teacher, name=NAME, pupils=PUPILS)
        courses.use(courses.COURSES[COURSE], classroom)
    tasks.give(classroom, 1, timezone.localdate() + DUE)
    with_card = classroom.members.exclude(card="").order_by("pk")
    return with_card.first() or make.add_pupils(classroom, PUPILS)[0]
