"""Campaign progress for staff: every attempt, and every person's stars. To look at, not to edit."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Aggregate, Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.admin import ReadOnly
from progress import catalog, presenters, scoring, selectors
from progress.models import Attempt, Climber, PuzzleTry


@admin.register(Attempt)
class AttemptAdmin(ReadOnly):
    list_display = ("user", "level", "stage_name", "stars", "status", "ended", "page")
    list_filter = ("level", "stars", "stage", "game__status")
    list_select_related = ("user", "game")
    search_fields = ("user__name", "game__id")
    search_help_text = "A player's name or a game's id"
    date_hierarchy = "game__finished_at"
    ordering = ("-pk",)
    fields = ("user", "level", "stage_name", "stars", "status", "ended", "page")
    readonly_fields = fields

    @admin.display(description="stage", ordering="stage")
    def stage_name(self, attempt: Attempt) -> str:
        return f"{attempt.stage}: {catalog.at(attempt.level, attempt.stage).name}"

    @admin.display(description="game", ordering="game__status")
    def status(self, attempt: Attempt) -> str:
        return attempt.game.get_status_display()

    @admin.display(description="ended", ordering="game__finished_at")
    def ended(self, attempt: Attempt) -> datetime | None:
        return attempt.game.finished_at

    @admin.display(description="page")
    def page(self, attempt: Attempt) -> SafeString:
        address = presenters.play_url(attempt.game_id)
        return format_html('<a href="{}">{}</a>', address, attempt.game_id)


@admin.register(PuzzleTry)
class PuzzleTryAdmin(ReadOnly):
    list_display = ("user", "puzzle", "solved", "day", "at")
    list_filter = ("solved",)
    list_select_related = ("user",)
    search_fields = ("user__name", "puzzle")
    search_help_text = "A player's name or a puzzle's id"
    date_hierarchy = "at"
    ordering = ("-pk",)


@admin.register(Climber)
class ClimberAdmin(ReadOnly):
    list_display = ("name", "total", "cleared", "attempts_made", "all_attempts")
    search_fields = ("name",)
    fields = ("name", "total", "cleared", "attempts_made", "by_level", "all_attempts")
    readonly_fields = fields
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Climber]:
        counted = selectors.best_attempts().filter(user=OuterRef("pk")).order_by().values("user")
        made = Attempt.objects.filter(user=OuterRef("pk")).order_by().values("user")
        people: QuerySet[Climber] = (
            super()
            .get_queryset(request)
            .annotate(
                total_stars=_counted(counted, Sum("stars")),
                cleared_stages=_counted(counted, Count("pk")),
                made=_counted(made, Count("pk")),
            )
        )
        return people

    @admin.display(description="stars", ordering="total_stars")
    def total(self, person: Climber) -> str:
        return f"{person.total_stars} of {catalog.MAXIMUM}"

    @admin.display(description="stages cleared", ordering="cleared_stages")
    def cleared(self, person: Climber) -> str:
        return f"{person.cleared_stages} of {len(catalog.STAGES)}"

    @admin.display(description="attempts", ordering="made")
    def attempts_made(self, person: Climber) -> int:
        made: int = person.made
        return made

    @admin.display(description="")
    def all_attempts(self, person: Climber) -> SafeString:
        address = presenters.attempts_url(person.pk)
        return format_html('<a href="{}">show them</a>', address)

    @admin.display(description="stars by stage")
    def by_level(self, person: Climber) -> SafeString:
        """Three rows of fifteen: the best of each stage, a dot where there is none yet."""
        standing = selectors.standing(person.pk)
        head = format_html_join("", "<th>{}</th>", ((number,) for number in scoring.STAGES))
        rows = format_html_join(
            "",
            "<tr><th>Level {}</th>{}</tr>",
            ((level.number, _row(standing.stars, level.number)) for level in catalog.LEVELS),
        )
        return format_html("<table><tr><th></th>{}</tr>{}</table>", head, rows)


def _row(stars: scoring.Stars, level: int) -> SafeString:
    kept = (stars.get((level, stage), "·") for stage in scoring.STAGES)
    return format_html_join("", "<td>{}</td>", ((best,) for best in kept))


def _counted(rows: QuerySet[Attempt, Any], what: Aggregate) -> Coalesce:
    return Coalesce(Subquery(rows.annotate(counted=what).values("counted")), 0)
