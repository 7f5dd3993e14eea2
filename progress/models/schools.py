"""Courses of schools' systems that come in over LTI: which class each is, who is who, and grades.

Platforms and deployments are numbers: their tables are those of ``lti_tool``, which may be absent.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from progress.models.classes import ClassMember, Classroom, TaskAttempt


class SchoolCourse(models.Model):
    """The course of a school's system whose people come into a class."""

    classroom = models.OneToOneField(
        Classroom, models.CASCADE, primary_key=True, related_name="school_course"
    )
    deployment = models.PositiveIntegerField(help_text="The row in lti_tool.")
    course = models.CharField(max_length=255, help_text="What the school’s system calls it.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deployment", "course"], name="one_class_of_a_course"),
        ]

    def __str__(self) -> str:
        return f"{self.classroom}: {self.course}"


class SchoolTeacher(models.Model):
    """A teacher of a school's system, and the account that they log in to from there."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="school_ways")
    platform = models.PositiveIntegerField(help_text="The registration in lti_tool.")
    subject = models.CharField(max_length=255, help_text="Their number there.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["platform", "subject"], name="teacher_once_a_platform"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.subject}"


class SchoolPupil(models.Model):
    """A member of a class who came from a school's system."""

    member = models.OneToOneField(
        ClassMember, models.CASCADE, primary_key=True, related_name="school_pupil"
    )
    subject = models.CharField(max_length=255, help_text="Their number there.")

    def __str__(self) -> str:
        return f"{self.member}, {self.subject}"


class SchoolGrade(models.Model):
    """Where the grade of an attempt belongs; ``due`` is when to send it next, if at all."""

    attempt = models.OneToOneField(
        TaskAttempt, models.CASCADE, primary_key=True, related_name="school_grade"
    )
    line = models.CharField(max_length=1000, help_text="The address of its column there.")
    due = models.DateTimeField(null=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.attempt}: {self.due}"
