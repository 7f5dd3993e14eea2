"""Ratings of people. ``games.models`` has the games themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Value


class Rating(models.Model):
    """A person's rating at one game (Glicko-2). Without a row there is none yet."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False
    )
    variant = models.CharField("game", max_length=16)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    pairs = models.PositiveIntegerField(default=0, help_text="Rated pairs of games played.")
    rated_at = models.DateTimeField()

    class Meta:
        ordering = ["variant", "-rating"]
        indexes = [
            models.Index(
                "variant",
                (F("rating") - Value(2.0) * F("deviation")).desc(),
                "user",
                name="people_by_sure_rating",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "variant"], name="one_rating_per_game"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.variant}: {self.rating:.0f} ± {self.deviation:.0f}"


class RatingChange(models.Model):
    """How a rated pair changed one player's rating, stored with the pair's second game."""

    game = models.ForeignKey(
        "games.Game", models.CASCADE, related_name="rating_changes", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes", db_index=False
    )
    score = models.FloatField(help_text="Of two games: 0 to 2.")
    before = models.FloatField()
    deviation = models.FloatField(null=True, help_text="Before the pair; so are the next two.")
    volatility = models.FloatField(null=True)
    rated_before = models.DateTimeField(null=True, help_text="When it had last changed.")
    after = models.FloatField()

    class Meta:
        ordering = ["game", "id"]
        indexes = [models.Index(fields=["user", "-id"], name="latest_rating_changes")]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="a_pair_is_rated_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.before:.0f} to {self.after:.0f}"
