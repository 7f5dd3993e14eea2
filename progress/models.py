"""Which games were attempts at a stage, and what each earned. Totals and locks are derived."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import Q


class Attempt(models.Model):
    """One game played as a stage. ``stars`` is set when the game ends; a stage keeps its best."""

    game = models.OneToOneField("games.Game", models.CASCADE, related_name="attempt")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="attempts")
    level = models.PositiveSmallIntegerField()
    stage = models.PositiveSmallIntegerField()
    stars = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["user", "level", "stage"])]
        constraints = [
            models.CheckConstraint(
                condition=Q(level__range=(1, 3), stage__range=(1, 15)), name="stage_exists"
            ),
            models.CheckConstraint(
                condition=Q(stars__isnull=True) | Q(stars__range=(0, 3)), name="stars_0_to_3"
            ),
        ]

    def __str__(self) -> str:
        earned = "unfinished" if self.stars is None else f"{self.stars} of 3 stars"
        return f"{self.user}: level {self.level}, stage {self.stage}, {earned}"


class PuzzleTry(models.Model):
    """How a person did at a puzzle the first time. ``day`` is set if it was that day's puzzle.

    Counts and streaks are derived from these rows.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_tries")
    puzzle = models.CharField(max_length=80)
    day = models.DateField(null=True, blank=True)
    solved = models.BooleanField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "puzzle tries"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "puzzle"], condition=Q(day__isnull=True), name="one_try_a_puzzle"
            ),
            models.UniqueConstraint(
                fields=["user", "day"], condition=Q(day__isnull=False), name="one_try_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.puzzle}, {'solved' if self.solved else 'failed'}"


class Climber(get_user_model()):  # type: ignore[misc]  # the user model is settled by now
    """A person seen from the campaign: what the admin lists. Adds nothing to the account."""

    class Meta:
        proxy = True
        ordering = ["name"]
        verbose_name = "progress of a player"
        verbose_name_plural = "progress by player"
