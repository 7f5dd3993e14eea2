"""Which games were attempts at a stage, what each earned, and what it comes to for a person."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import Q
from django.utils import timezone

from progress.lesson_models import ExerciseToRepeat, LessonTaken
from progress.puzzle_models import OpenDay, PuzzleRating, Rush, SolverRating

__all__ = ["ExerciseToRepeat", "LessonTaken", "OpenDay", "PuzzleRating", "Rush", "SolverRating"]


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
                | Q(level__range=(5, 7), stage__range=(1, 15)),
                name="stage_of_a_campaign",
            ),
            models.CheckConstraint(
                condition=Q(stars__isnull=True) | Q(stars__range=(0, 3)), name="stars_0_to_3"
            ),
        ]

    def __str__(self) -> str:
        earned = "unfinished" if self.stars is None else f"{self.stars} of 3 stars"
        return f"{self.user}: level {self.level}, stage {self.stage}, {earned}"


class Total(models.Model):
    """A person's stars, counted from the attempts (``progress.totals``).

    ``best`` has a character for each of the 45 stages, level by level: the best stars, or a dot.
    ``apart`` and ``plain`` have the same for the stages of level 4 and for those of the plain
    campaign, up to the last one finished. They count apart: they are in no other column.
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


class Tally(models.Model):
    """How a person's games ended, for each seat, kind of opponent and first cell taken.

    Counts what began on an empty board and had somebody to beat: no stages, no games at one
    screen. ``progress.tallies`` keeps it.
    """

    PEOPLE, COMPUTERS = "people", "computers"
    NO_MOVE = -1

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tallies", db_index=False
    )
    variant = models.CharField("game", max_length=16)
    seat = models.CharField(max_length=8)
    against = models.CharField(max_length=9)
    cell = models.SmallIntegerField("first cell", help_text="-1: the game ended before.")
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    third = models.PositiveIntegerField(
        "won by the third seat",
        default=0,
        db_default=0,  # processes of the version before insert rows without it
    )

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "variant", "seat", "against", "cell"], name="one_tally_a_beginning"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.won}-{self.drawn}-{self.lost} as {self.seat}"


class Record(models.Model):
    """A person's wins in a row, now and at most, and the best win; see ``progress.tallies``."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="record"
    )
    wins = models.PositiveIntegerField(default=0, help_text="In a row, now.")
    most_wins = models.PositiveIntegerField(default=0, help_text="In a row, ever.")
    best_game = models.ForeignKey(
        "games.Game", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    best_strength = models.IntegerField(default=-1, help_text="Of the opponent beaten there.")

    def __str__(self) -> str:
        return f"{self.user}: {self.wins} wins in a row, {self.most_wins} at most"


class Meeting(models.Model):
    """A game that two people have finished against each other, as one of them saw it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="meetings", db_index=False
    )
    rival = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="met")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", db_index=False)
    variant = models.CharField("game", max_length=16)
    seat = models.CharField(max_length=8)
    result = models.CharField(max_length=1, help_text="w, d or l; t if a third seat won.")
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["user", "rival", "-ended_at"], name="meetings_of_two"),
            models.Index(fields=["user", "-ended_at"], name="latest_meetings"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "user", "rival"], name="one_meeting_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.user} and {self.rival}: {self.result}, {self.ended_at:%Y-%m-%d}"


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


class ProgressReset(models.Model):
    """The attempts that staff took from a person's progress; ``progress.resets`` can undo it."""

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


class Day(models.Model):
    """What happened on one day, as the staff's first page draws it; the sweep writes it."""

    day = models.DateField(primary_key=True)
    games = models.PositiveIntegerField(default=0, help_text="Begun on the day.")
    signed_up = models.PositiveIntegerField(default=0, help_text="New accounts, without guests.")
    players = models.PositiveIntegerField(default=0, help_text="People with a seat in a game.")
    returning = models.PositiveIntegerField(default=0, help_text="Of those, not new on the day.")
    endings = models.JSONField(default=dict, help_text="How many games ended for which reason.")
    sweep_lag = models.FloatField(default=0, help_text="The worst of the day, in seconds.")
    written_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.day}: {self.games} games"


class Climber(get_user_model()):  # type: ignore[misc]  # the user model is settled by now
    """A person seen from the campaign: what the admin lists. Adds nothing to the account."""

    class Meta:
        proxy = True
        ordering = ["name"]
        verbose_name = "progress of a player"
        verbose_name_plural = "progress by player"
