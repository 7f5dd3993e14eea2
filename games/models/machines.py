"""The machine of matchboxes that everybody teaches: the games that it has learned from."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class CommonGame(models.Model):
    """One of its games, by number. Nobody is named: the machine is the sum of its games.

    ``cells`` are the moves in order, ``result`` is 1, 0 or -1 for the machine, and ``ways`` in how
    many games it could still be beaten afterwards.
    """

    number = models.PositiveIntegerField(primary_key=True)
    cells = models.CharField(max_length=9)
    result = models.SmallIntegerField()
    ways = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        verbose_name = "game of the common machine"
        verbose_name_plural = "games of the common machine"

    def __str__(self) -> str:
        return f"game {self.number}: {self.cells}"
