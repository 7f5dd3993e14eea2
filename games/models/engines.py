"""Engines that people upload: one row a file, with the result of its grading."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.urls import reverse
from django.utils import timezone

from games.match import ids

OUTSIDE = "outside-"
"""How the names of published engines begin, as seats have them."""


LONGEST_SOURCE = 65_536
"""Characters of a file."""

LONGEST_ERROR = 500
"""Characters of why a file cannot be graded."""


class UploadedEngine(models.Model):
    """One file for one game. A file of the same name by the same person is its next version."""

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting"
        GRADING = "grading", "being graded"
        GRADED = "graded", "graded"
        REFUSED = "refused", "cannot be graded"

    id = models.CharField(
        primary_key=True, max_length=ids.LENGTH, default=ids.new_id, editable=False
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="uploaded_engines",
        db_index=False,
    )
    name = models.CharField(max_length=30)
    version = models.PositiveSmallIntegerField(default=1)
    variant = models.CharField("game", max_length=16)
    source = models.TextField(max_length=LONGEST_SOURCE)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the file.")
    uploaded_at = models.DateTimeField(default=timezone.now)
    shared = models.BooleanField(
        default=False, help_text="Whether everybody who has its address can read the report."
    )

    published_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when everybody can play it and read the file."
    )
    retired_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when no new games begin against it."
    )
    forked_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="forks"
    )
    last_failure = models.CharField(
        max_length=300, blank=True, help_text="Why it gave up a game last."
    )

    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    started_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(
        null=True, blank=True, help_text="When the process that grades it last said so."
    )
    place = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Which of the grader's places it holds."
    )
    slow = models.BooleanField(
        default=False,
        db_default=False,  # processes of the version before insert rows without it
        help_text="It has run for too long for any place but the first.",
    )
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0, help_text="Answers so far.")
    of_all = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0, help_text="How long the grading took.")
    graded_at = models.DateTimeField(null=True, blank=True)
    grader = models.CharField(
        max_length=16, blank=True, help_text="A hash of the code that graded it."
    )
    grade = models.JSONField(null=True, blank=True)
    error = models.TextField(
        blank=True, max_length=LONGEST_ERROR, help_text="Why it cannot be graded."
    )

    class Meta:
        ordering = ["-uploaded_at"]
        indexes = [
            models.Index(fields=["author", "-uploaded_at"], name="engines_of_a_person"),
            models.Index(
                fields=["uploaded_at"], condition=Q(status="waiting"), name="engines_to_grade"
            ),
            models.Index(
                fields=["variant", "-published_at"],
                condition=Q(published_at__isnull=False, retired_at__isnull=True),
                name="engines_that_play",
            ),
            models.Index(
                fields=["digest", "variant"],
                condition=Q(graded_at__isnull=False),
                name="engines_by_file",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["author", "variant", "name"],
                condition=Q(published_at__isnull=False, retired_at__isnull=True),
                name="one_version_plays",
            ),
            models.UniqueConstraint(
                fields=["author", "variant", "name", "version"], name="one_engine_per_version"
            ),
            models.UniqueConstraint(
                fields=["place"], condition=Q(place__isnull=False), name="one_engine_a_place"
            ),
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("source"), LONGEST_SOURCE),
                name="engine_source_has_an_end",
            ),
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("error"), LONGEST_ERROR),
                name="engine_error_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.variant}, {self.get_status_display()})"

    def get_absolute_url(self) -> str:
        return reverse("engines:report", args=[self.id])

    @property
    def all_asked(self) -> bool:
        """Whether a verdict stands for the time being: all was asked once, and nothing loses."""
        return self.status == self.Status.GRADING and 0 < self.of_all == self.done

    @property
    def is_done(self) -> bool:
        """Whether grading has ended, with a grade or a reason why there is none."""
        return self.status in (self.Status.GRADED, self.Status.REFUSED)

    @property
    def plays(self) -> bool:
        """Whether new games can begin against it."""
        return self.published_at is not None and self.retired_at is None

    @property
    def slug(self) -> str:
        """Its name as an engine, in seats, forms and the protocol."""
        return f"{OUTSIDE}{self.id}"

    @property
    def title(self) -> str:
        """Its name for people; from the second version on with the version."""
        return self.name if self.version == 1 else f"{self.name} {self.version}"


class EngineGame(models.Model):
    """A finished game of an uploaded engine, for its author to look at."""

    class Result(models.TextChoices):
        WON = "w", "won"
        LOST = "l", "lost"
        DRAWN = "d", "drawn"

    engine = models.ForeignKey(UploadedEngine, models.CASCADE, related_name="games", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="outside_engines")
    seat = models.CharField(max_length=8)
    result = models.CharField(max_length=1, choices=Result.choices)
    gave_up = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["engine", "result", "-id"], name="games_of_an_engine")]

    def __str__(self) -> str:
        return f"{self.engine_id}, {self.seat}: {self.get_result_display()}"


class Contestant(models.Model):
    """An engine on the ladder of its game, built in or published, with its results."""

    variant = models.CharField("game", max_length=16)
    engine = models.CharField(max_length=40, help_text="Its slug, as seats have it.")
    uploaded = models.OneToOneField(
        UploadedEngine, models.CASCADE, null=True, blank=True, related_name="contestant"
    )
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    weak_games = models.PositiveIntegerField(
        default=0, help_text="Games against characters that make mistakes."
    )
    weak_points = models.FloatField(default=0.0, help_text="Points of those games.")
    moves = models.PositiveBigIntegerField(default=0)
    nodes = models.PositiveBigIntegerField(default=0, help_text="Positions it has read.")
    seconds = models.FloatField(default=0.0, help_text="What its moves took.")
    retired = models.BooleanField(default=False)

    class Meta:
        ordering = ["variant", "-rating"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "engine"], name="once_on_the_ladder"),
        ]

    def __str__(self) -> str:
        return f"{self.engine} ({self.variant}): {self.rating:.0f} ± {2 * self.deviation:.0f}"


class Pairing(models.Model):
    """The results of two contestants from the side of ``one``, which has the lower id."""

    one = models.ForeignKey(
        Contestant, models.CASCADE, related_name="pairings_as_one", db_index=False
    )
    two = models.ForeignKey(Contestant, models.CASCADE, related_name="pairings_as_two")
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    latest = models.ForeignKey("games.Game", models.SET_NULL, null=True, related_name="pairings")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "two"], name="a_pair_once"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} – {self.two_id}: {self.won}, {self.drawn}, {self.lost}"

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost
