"""A row for each day of the site, for the staff's first page."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


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
