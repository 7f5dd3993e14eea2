"""The tables of games and seats. Only ``games.storage`` writes them."""

from __future__ import annotations

from typing import Protocol

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games.match import FORMER_GUEST, FORMER_PLAYER, enums, ids


def former_name(was_guest: bool) -> str:
    """The name to show for a person who no longer exists."""
    return FORMER_GUEST if was_guest else FORMER_PLAYER


class Seeded(Protocol):
    """The columns of a game's row that have its seed."""

    @property
    def secret(self) -> bytes | memoryview: ...
    @property
    def seed(self) -> int: ...


def seed_of(row: Seeded) -> int:
    """What all random choices of a game come from; older games have it in the column ``seed``."""
    return int.from_bytes(row.secret, "big") if row.secret else row.seed


class Game(models.Model):
    class Kind(models.TextChoices):
        ENGINE = enums.Kind.ENGINE, "against an engine"
        FRIEND = enums.Kind.FRIEND, "by invitation"
        LOBBY = enums.Kind.LOBBY, "from the lobby"
        LOCAL = enums.Kind.LOCAL, "at one screen"
        CAMPAIGN = enums.Kind.CAMPAIGN, "campaign stage"

    class Status(models.TextChoices):
        OPEN = enums.Status.OPEN, "open"
        ACTIVE = enums.Status.ACTIVE, "in play"
        FINISHED = enums.Status.FINISHED, "finished"
        ABORTED = enums.Status.ABORTED, "aborted"

    id = models.CharField(
        primary_key=True, max_length=ids.LENGTH, default=ids.new_id, editable=False
    )
    variant = models.CharField("game", max_length=16)
    exact = models.BooleanField(
        "optional rule", default=False, help_text="Whether the optional rule of the game is played."
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    event = models.CharField(max_length=80, blank=True, help_text="What the game was part of.")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)
    position = models.CharField(max_length=96)
    opening = models.PositiveSmallIntegerField(default=0, help_text="Moves made before play began.")
    winner = models.CharField(max_length=8, blank=True, help_text="A seat; empty for none.")
    reason = models.CharField(max_length=16, blank=True)
    rated = models.BooleanField(default=False)
    base_ms = models.PositiveIntegerField(null=True, blank=True)
    increment_ms = models.PositiveIntegerField(null=True, blank=True)
    log = models.BinaryField(db_default=b"", help_text="All that happened: games.storage.log.")
    table = models.JSONField(default=dict, blank=True, help_text="Clock and offers.")
    secret = models.BinaryField(db_default=b"", help_text="The seed.")
    seed = models.BigIntegerField(
        default=0, db_default=0, help_text="The seed where there is no secret."
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="games_created"
    )
    due_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When the server looks at a game in play by itself: never later than it must.",
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

    class Meta:
        ordering = ["-created_at"]
        # No index contains a column that every move changes: on PostgreSQL a move updates none.
        indexes = [
            models.Index(fields=["-created_at"], name="games_newest_first"),
            models.Index(
                fields=["created_at"], condition=Q(status="open"), name="open_games_oldest_first"
            ),
            models.Index(
                fields=["created_by"], condition=Q(status="open"), name="open_games_of_a_person"
            ),
            models.Index(
                fields=["variant", "base_ms", "increment_ms", "rated", "created_at"],
                condition=Q(status="open", kind="lobby"),
                name="offers_by_terms",
            ),
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="games_by_next_look"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["open", "active", "finished", "aborted"]),
                name="game_status_is_known",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["finished", "aborted"], finished_at__isnull=False)
                | Q(status__in=["open", "active"], finished_at__isnull=True),
                name="game_has_an_end_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.variant}, {self.get_status_display()})"

    def get_absolute_url(self) -> str:
        return reverse("games:game", args=[self.id])


class Seat(models.Model):
    class Kind(models.TextChoices):
        PERSON = enums.SeatKind.PERSON, "person"
        ENGINE = enums.SeatKind.ENGINE, "engine"
        NEUTRAL = enums.SeatKind.NEUTRAL, "neutral"
        EMPTY = enums.SeatKind.EMPTY, "free"

    class Result(models.TextChoices):
        """The result of a game for a person; of a person's several seats only the first has one."""

        WON = "w", "won"
        LOST = "l", "lost"
        DRAWN = "d", "drawn"
        THIRD = "t", "won by the third seat"
        SHARED = "s", "decided at one screen"
        ABORTED = "a", "cancelled"

    # The constraints below begin with the game, so their indexes also find its seats.
    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    name = models.CharField(max_length=8)
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.EMPTY)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
    )
    engine = models.CharField(
        max_length=120, blank=True, help_text="Its canonical name: slug and switches."
    )
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    was_guest = models.BooleanField(
        default=False,
        db_default=False,  # processes of the version before insert rows without it
        help_text="The person who sat here played without an account and is gone.",
    )
    ended_at = models.DateTimeField(
        null=True, blank=True, help_text="When the game ended, on the seats of people."
    )
    result = models.CharField(
        max_length=1,
        blank=True,
        choices=Result.choices,
        default="",
        db_default="",  # processes of the version before insert rows without it
    )

    class Meta:
        ordering = ["game", "index"]
        indexes = [
            # For a person's history, newest first and by result, and for games in play (no end).
            models.Index(
                fields=["user", "ended_at", "result"],
                condition=Q(user__isnull=False),
                name="seats_of_a_person",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "name"], name="seat_once_per_game"),
            models.UniqueConstraint(fields=["game", "index"], name="seat_order_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.user or self.engine or self.get_kind_display()}"

    @property
    def person_name(self) -> str:
        """What to call the person who holds this seat, or held it."""
        if self.user is not None:
            return str(self.user.name)
        return former_name(self.was_guest)


class IdempotencyKey(models.Model):
    """The idempotency key of a request for a new game, and the game that it opened."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="idempotency_keys", db_index=False
    )
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64, help_text="SHA-256 of what was asked for.")
    game = models.ForeignKey(Game, models.CASCADE, related_name="idempotency_keys")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="a_key_opens_one_game"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"


class Maintenance(models.Model):
    """One row while no game may begin (``manage.py maintenance``); none otherwise."""

    text = models.CharField(max_length=300, help_text="What people read.")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "maintenance"

    def __str__(self) -> str:
        return f"since {self.since:%Y-%m-%d %H:%M}"
