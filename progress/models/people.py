"""What people's games came to: results by opponent, runs of wins, two people's meetings."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Tally(models.Model):
    """How a person's games ended, for each seat, kind of opponent and first cell taken.

    Counts what began on an empty board and had somebody to beat: no stages, no games at one
    screen. ``progress.people.tallies`` keeps it.
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
    """A person's wins in a row, now and at most, and the best win; see ``people.tallies``."""

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
