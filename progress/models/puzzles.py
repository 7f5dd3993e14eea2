"""What is stored of people at puzzles: their day, ratings, and the rush."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.match import glicko


class OpenDay(models.Model):
    """The day that is open to a person, as ``progress.puzzles.day_clock`` works it out.

    No row: the person has played no day's puzzle since people have time zones.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="open_day"
    )
    day = models.DateField()
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    zone = models.CharField(max_length=64, blank=True, help_text="Of the days after it.")
    short = models.JSONField(default=list, help_text="Days that nobody has to have played.")

    def __str__(self) -> str:
        return f"{self.user}: {self.day} until {self.closes_at:%Y-%m-%d %H:%M} UTC"


class Rated(models.Model):
    """A Glicko-2 rating, moved by first tries."""

    rating = models.FloatField(default=glicko.CENTRE)
    deviation = models.FloatField(default=glicko.WIDEST)
    volatility = models.FloatField(default=0.06)
    tries = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField()

    class Meta:
        abstract = True

    @property
    def glicko(self) -> glicko.GlickoRating:
        return glicko.GlickoRating(self.rating, self.deviation, self.volatility)


class SolverRating(Rated):
    """How well a person solves puzzles. No row: nobody has measured yet."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="solver_rating"
    )

    def __str__(self) -> str:
        return f"{self.user}: {self.rating:.0f} ± {self.deviation:.0f}"


class PuzzleRating(Rated):
    """How hard a puzzle is for people. No row: nobody has tried it, its difficulty is computed."""

    puzzle = models.CharField(max_length=80, primary_key=True)

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.rating:.0f} ± {self.deviation:.0f}"


class Rush(models.Model):
    """A person's latest rush and their best ones. ``progress.puzzles.rush`` has the rules.

    ``run`` counts rushes, ``step`` the puzzles of this one, of which ``puzzle`` is at hand and
    ``line`` the moves made in it. ``last`` says how the last answer went. ``day_best`` is the best
    of ``day``, a day of the person's own.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="rush"
    )
    run = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    step = models.PositiveSmallIntegerField(default=0)
    puzzle = models.CharField(max_length=80, blank=True)
    line = models.CharField(max_length=120, blank=True)
    last = models.CharField(max_length=120, blank=True)
    solved = models.PositiveSmallIntegerField(default=0)
    missed = models.JSONField(default=list, help_text="The puzzles that went wrong.")
    best = models.PositiveSmallIntegerField(default=0)
    best_at = models.DateTimeField(null=True)
    day = models.DateField(null=True)
    day_best = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "rushes"
        indexes = [
            models.Index(
                fields=["day", "-day_best"], condition=Q(day_best__gt=0), name="rushes_of_a_day"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: best {self.best}, {self.run} rushes"


class PuzzleTry(models.Model):
    """How a person did at a puzzle the first time. ``day`` is set if it was that day's puzzle.

    Counts and streaks are derived from these rows. Of a day's puzzle all ``answers`` are stored, as
    names of cells joined by "-"; ``solved`` is None while they are right and not yet all.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_tries")
    puzzle = models.CharField(max_length=80)
    day = models.DateField(null=True, blank=True)
    solved = models.BooleanField(null=True, help_text="At the first try.")
    at = models.DateTimeField(auto_now_add=True)
    answers = models.CharField(
        max_length=240, blank=True, default="", db_default="", help_text="On its day."
    )
    found_at = models.DateTimeField(null=True, blank=True, help_text="Solved on its day.")

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
        result = {True: "solved", False: "failed", None: "begun"}[self.solved]
        return f"{self.user}: {self.puzzle}, {result}"
