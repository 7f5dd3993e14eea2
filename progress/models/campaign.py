"""Which games were attempts at a stage, what each earned, and what it comes to for a person."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Attempt(models.Model):
    """One game played as a stage. ``stars`` is set when the game ends; a stage keeps its best."""

    game = models.OneToOneField("games.Game", models.CASCADE, related_name="attempt")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="attempts", db_index=False
    )
    level = models.PositiveSmallIntegerField()
    stage = models.PositiveSmallIntegerField()
    stars = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["user", "level", "stage"]),
            models.Index(
                fields=["user"], condition=Q(stars__isnull=True), name="attempts_still_played"
            ),
            models.Index(
                fields=["user", "level", "stage"],
                condition=Q(stars=0),
                name="attempts_without_a_star",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(level__range=(1, 3), stage__range=(1, 15))
                | Q(level=4, stage__range=(1, 10))
                | Q(level__range=(5, 7), stage__range=(1, 15))
                | Q(level=8, stage__range=(1, 10)),
                name="stage_of_one_of_the_campaigns",
            ),
            models.CheckConstraint(
                condition=Q(stars__isnull=True) | Q(stars__range=(0, 3)), name="stars_0_to_3"
            ),
        ]

    def __str__(self) -> str:
        earned = "unfinished" if self.stars is None else f"{self.stars} of 3 stars"
        return f"{self.user}: level {self.level}, stage {self.stage}, {earned}"


class Total(models.Model):
    """A person's stars, counted from the attempts (``progress.campaign.totals``).

    ``best`` has a character for each of the 45 stages, level by level: the best stars, or a dot.
    ``apart`` and ``plain`` have the same for the stages of levels 4 and 8 and for those of the
    plain campaign, up to the last one finished. They count apart: they are in no other column.
    """

    NOT_FINISHED = "."

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="star_total"
    )
    best = models.CharField(max_length=45)
    apart = models.CharField(max_length=45, default="", db_default="", blank=True)
    plain = models.CharField(max_length=45, default="", db_default="", blank=True)
    stars = models.PositiveSmallIntegerField(default=0)
    cleared = models.PositiveSmallIntegerField(default=0, help_text="Stages with a star.")
    since = models.DateTimeField(null=True, blank=True, help_text="When the last star came.")
    listed = models.BooleanField(default=False, help_text="A member whose account is open.")

    class Meta:
        indexes = [
            models.Index(
                fields=["-stars", "since", "user"],
                condition=Q(listed=True, stars__gt=0),
                name="people_by_stars",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.stars} stars"


class StageHints(models.Model):
    """The hints that a person asked for at a stage.

    ``taken`` counts their steps, which cost nothing; ``step`` is the last one given for
    ``position``, which a page goes on showing.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="stage_hints", db_index=False
    )
    level = models.PositiveSmallIntegerField()
    stage = models.PositiveSmallIntegerField()
    taken = models.PositiveIntegerField(default=0)
    position = models.CharField(max_length=90, help_text="In notation.")
    step = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = verbose_name_plural = "hints at a stage"
        constraints = [
            models.UniqueConstraint(fields=["user", "level", "stage"], name="hints_once_per_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: level {self.level}, stage {self.stage}, {self.taken} steps"


class ProgressReset(models.Model):
    """The attempts that staff took from a person's progress; ``campaign.resets`` can undo it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="resets")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="resets_made"
    )
    reason = models.CharField(max_length=500)
    attempts = models.JSONField(help_text="Of each the game, level, stage and stars.")
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "reset of progress"
        verbose_name_plural = "resets of progress"

    def __str__(self) -> str:
        return f"{self.user}: {len(self.attempts)} attempts, {self.at:%Y-%m-%d}"


class Climber(get_user_model()):  # type: ignore[misc]  # the user model is settled by now
    """A person seen from the campaign: what the admin lists. Adds nothing to the account."""

    class Meta:
        proxy = True
        ordering = ["name"]
        verbose_name = "progress of a player"
        verbose_name_plural = "progress by player"
