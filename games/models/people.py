"""Challenges, remarks and reports. ``games.models`` has the games themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.match import ids
from games.match.enums import PHRASE_WORDS


class Challenge(models.Model):
    """One person asks another for a game; ``games.services.challenges`` writes it."""

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"
        EXPIRED = "expired", "expired"

    id = models.CharField(
        primary_key=True, max_length=ids.LENGTH, default=ids.new_id, editable=False
    )
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_sent"
    )
    challenged = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_received"
    )
    variant = models.CharField("game", max_length=16)
    seat = models.CharField(max_length=8, help_text="The challenger's; or random.")
    base_ms = models.PositiveIntegerField(null=True, blank=True)
    increment_ms = models.PositiveIntegerField(null=True, blank=True)
    rated = models.BooleanField(default=False)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    game = models.OneToOneField(
        "games.Game", models.SET_NULL, null=True, blank=True, related_name="challenge"
    )

    class Meta:
        ordering = ["-made_at"]
        indexes = [
            models.Index(
                fields=["expires_at"], condition=Q(status="waiting"), name="challenges_by_expiry"
            ),
            models.Index(fields=["made_at"], name="challenges_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["challenger", "challenged"],
                condition=Q(status="waiting"),
                name="one_challenge_at_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(challenger=F("challenged")), name="nobody_challenges_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenger} to {self.challenged}: {self.variant}, {self.status}"

    @property
    def is_waiting(self) -> bool:
        """Whether it can still be answered; an expired one may not have been swept yet."""
        return self.status == self.Status.WAITING and self.expires_at > timezone.now()


class Remark(models.Model):
    """A remark of a player in a game: the code of a set phrase or sign."""

    # The constraint begins with the game: it serves for looking up what was said in it.
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="remarks", db_index=False)
    seat = models.CharField(max_length=8)
    number = models.PositiveSmallIntegerField(help_text="Counts what this seat says, from 1.")
    code = models.CharField(
        max_length=16, choices=[(one.value, words) for one, words in PHRASE_WORDS.items()]
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat", "number"], name="remarks_are_counted"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.code}"


class Report(models.Model):
    """A player's report about another one in a game, which staff take and close."""

    class Reason(models.TextChoices):
        STALLING = "stalling", "Lets the time run or leaves on purpose"
        HELP = "help", "Plays with the help of a computer"
        LOSING = "losing", "Loses on purpose"
        PHRASES = "phrases", "Pesters with phrases, challenges or offers"
        NAME = "name", "Has an offensive name"
        OTHER = "other", "Something else"

    class Status(models.TextChoices):
        OPEN = "open", "open"
        TAKEN = "taken", "taken"
        CLOSED = "closed", "closed"

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_made", db_index=False
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_against"
    )
    game = models.ForeignKey("games.Game", models.SET_NULL, null=True, related_name="reports")
    reason = models.CharField(max_length=8, choices=Reason.choices)
    text = models.CharField(max_length=500, blank=True, help_text="In the reporter's words.")
    status = models.CharField(max_length=6, choices=Status.choices, default=Status.OPEN)
    made_at = models.DateTimeField(default=timezone.now)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports_taken",
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=500, blank=True, help_text="What came of it.")

    class Meta:
        ordering = ["made_at"]
        indexes = [
            models.Index(
                fields=["made_at"], condition=~Q(status="closed"), name="reports_to_work_off"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "reported", "game"], name="reported_once_a_game"
            ),
            models.CheckConstraint(
                condition=~Q(reporter=F("reported")), name="nobody_reports_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reported}: {self.get_reason_display().lower()}"
