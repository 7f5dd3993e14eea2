"""Who comes from a course of a school's system: into which class, and as whom."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.guests import User
from games.queries.parsing import whole_number
from progress.classes import ClassRefused, make
from progress.classes.lti.launch import Claims, SchoolLaunch
from progress.classes.names import read_names
from progress.models import (
    ClassMember,
    Classroom,
    ClassTask,
    SchoolCourse,
    SchoolGrade,
    SchoolPupil,
    SchoolTeacher,
    TaskAttempt,
)

SCORE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"


def class_of(deployment: int, course: str) -> Classroom | None:
    """The class whose people come from a course."""
    rows = Classroom.objects.filter(school_course__deployment=deployment)
    return rows.filter(school_course__course=course).first()


def connect(classroom: Classroom, deployment: int, course: str) -> None:
    """Let the people of a course into a class, and those of no other."""
    fields = {"deployment": deployment, "course": course}
    with transaction.atomic():
        before = SchoolCourse.objects.filter(pk=classroom.pk).first()
        if before is not None and before.deployment != deployment:  # numbers of other people
            SchoolPupil.objects.filter(member__classroom=classroom).delete()
        SchoolCourse.objects.filter(**fields).exclude(pk=classroom.pk).delete()
        SchoolCourse.objects.update_or_create(classroom=classroom, defaults=fields)


def teacher_of(launch: SchoolLaunch) -> User | None:
    """The account that a teacher logs in to from there, once they have said which."""
    ways = SchoolTeacher.objects.filter(platform=launch.registration.pk, subject=launch.claims.sub)
    found = ways.select_related("user").first()
    return found.user if found else None


def may_come_by_school(user: User) -> bool:
    """Whether a school's word is enough: not where more than a password is asked, nor of staff."""
    return user.is_active and not user.is_staff and not user.factors.exists()


def pupil_of(launch: SchoolLaunch, classroom: Classroom) -> ClassMember:
    """The member that a pupil is, made at the first time. Raises ClassRefused."""
    if classroom.is_closed:
        raise ClassRefused("The class is closed.")
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=classroom.pk)
        rows = classroom.members.filter(school_pupil__subject=launch.claims.sub)
        member = rows.select_related("user").first()
        if member is None:
            (member,) = make.add_pupils(classroom, [_name(launch.claims)])
            SchoolPupil.objects.create(member=member, subject=launch.claims.sub)
    return member


def _name(claims: Claims) -> str:
    """What the teacher reads; nothing where the school's system says none."""
    try:
        return read_names(" ".join((claims.name or claims.given_name).split())).names[0]
    except ClassRefused:
        return ""


def task_of(launch: SchoolLaunch, classroom: Classroom) -> ClassTask | None:
    """The task that a link leads to. Raises ClassRefused."""
    text = str(launch.claims.custom.get("task", ""))
    if not text:
        return None
    number = whole_number(text, 15)
    found = None if number is None else classroom.tasks.filter(pk=number).first()
    if found is None:
        raise ClassRefused(f"{classroom.name} has no task {text[:20]!r} any more.")
    return found


def note_line(launch: SchoolLaunch, attempt: TaskAttempt) -> None:
    """Remember where the grade of an attempt belongs; one that is done is sent."""
    grading = launch.claims.grading
    if grading.lineitem and SCORE in grading.scope:
        due = timezone.now() if attempt.done_at else None
        fields = {"line": grading.lineitem, "due": due, "tries": 0}
        SchoolGrade.objects.update_or_create(attempt=attempt, defaults=fields)
