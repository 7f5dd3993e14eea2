"""What a person has done in the course."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class LessonTaken(models.Model):
    """A lesson that a person has answered, or whose exercises they have checked."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lessons_taken", db_index=False
    )
    lesson = models.CharField(max_length=40)
    answered = models.BooleanField(default=False, help_text="The lesson's own question.")
    sheets = models.PositiveIntegerField(default=0, help_text="Sheets of exercises checked.")
    best = models.PositiveSmallIntegerField(default=0, help_text="Most right on one sheet.")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "lesson taken"
        verbose_name_plural = "lessons taken"
        constraints = [
            models.UniqueConstraint(fields=["user", "lesson"], name="lesson_once_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.lesson}, {self.sheets} sheets, {self.best} right at best"


class ExerciseToRepeat(models.Model):
    """An exercise that a person answered wrong and that comes back."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="repeats", db_index=False
    )
    lesson = models.CharField(max_length=40)
    seed = models.CharField(max_length=24, help_text="The sheet of the lesson.")
    number = models.PositiveSmallIntegerField(help_text="The exercise on that sheet.")
    step = models.PositiveSmallIntegerField(help_text="Right answers since it was wrong.")
    due = models.DateField(help_text="The day on which it is asked again.")

    class Meta:
        verbose_name = "exercise to repeat"
        verbose_name_plural = "exercises to repeat"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "lesson", "seed", "number"], name="repeat_once_per_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.lesson} {self.seed} {self.number}, due {self.due}"
