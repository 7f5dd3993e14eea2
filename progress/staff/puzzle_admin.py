"""The admin of puzzles and lessons, read-only: tries, days, ratings, the rush."""

from __future__ import annotations

from django.contrib import admin

from games.staff.lists import OfPlayer, ReadOnly
from progress.models import LessonTaken, OpenDay, PuzzleRating, PuzzleTry, Rush, SolverRating

PUZZLES = (
    (PuzzleTry, "puzzles"),
    (SolverRating, "puzzle rating"),
    (Rush, "rush"),
    (OpenDay, "open day"),
)
"""What there is of a person, and what the links to it are called."""


@admin.register(PuzzleTry)
class PuzzleTryAdmin(ReadOnly):
    list_display = ("user", "puzzle", "solved", "day", "answers", "found_at", "at")
    list_filter = ("solved",)
    list_select_related = ("user",)
    people_in, ids_in = ("user",), ("puzzle",)
    search_help_text = "A player's name or a puzzle's id"


@admin.register(LessonTaken)
class LessonTakenAdmin(OfPlayer):
    list_display = ("user", "lesson", "answered", "sheets", "best", "at")


@admin.register(SolverRating)
class SolverRatingAdmin(OfPlayer):
    list_display = ("user", "rating", "deviation", "tries", "rated_at")


@admin.register(Rush)
class RushAdmin(OfPlayer):
    list_display = ("user", "best", "best_at", "day", "day_best", "run", "started_at")


@admin.register(OpenDay)
class OpenDayAdmin(OfPlayer):
    list_display = ("user", "day", "opened_at", "closes_at", "zone")


@admin.register(PuzzleRating)
class PuzzleRatingAdmin(ReadOnly):
    list_display = ("puzzle", "rating", "deviation", "tries", "rated_at")
    search_fields = ("puzzle",)
    search_help_text = "A puzzle's id"
    ordering = ("-rating",)
