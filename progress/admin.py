"""Campaign progress for staff: every attempt, and every person's stars. To look at, not to edit."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import Aggregate, Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.acts import Link, act, add_links, export
from games.models import Game
from games.staff import ReadOnly
from progress import catalog, presenters, resets, scoring, selectors
from progress.models import (
    Attempt,
    Climber,
    Meeting,
    ProgressReset,
    Record,
    StageHints,
    Tally,
    Total,
)
from progress.puzzle_admin import PUZZLES


class NumberFilter(admin.SimpleListFilter):
    """A filter by a number whose values are known: Django's own asks all rows which there are."""

    numbers: ClassVar[Iterable[int]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(number), str(number)) for number in self.numbers]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Attempt]) -> QuerySet[Attempt]:
        asked = dict(self.lookup_choices).get(self.value() or "")
        return queryset.filter(**{str(self.parameter_name): int(asked)}) if asked else queryset


class LevelFilter(NumberFilter):
    title = parameter_name = "level"
    numbers = (*scoring.LEVELS, scoring.APART)


class StageFilter(NumberFilter):
    title = parameter_name = "stage"
    numbers = scoring.STAGES


class StarFilter(NumberFilter):
    title = parameter_name = "stars"
    numbers = range(4)


@admin.register(Attempt)
class AttemptAdmin(ReadOnly):
    list_display = ("user", "level", "stage_name", "stars", "status", "ended", "page")
    list_filter = (LevelFilter, StarFilter, StageFilter, "game__status")
    list_select_related = ("user", "game")
    search_fields = ("game__id",)  # get_search_results looks for players, too
    search_help_text = "A player's name or a game's id, in full"
    ordering = ("-pk",)
    fields = ("user", "level", "stage_name", "stars", "status", "ended", "page")
    readonly_fields = fields

    actions = ("export_csv",)
    export_csv = export(("user_id", "game_id", "level", "stage", "stars"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Attempt], search_term: str
    ) -> tuple[QuerySet[Attempt], bool]:
        """One word that names a player or a game: both are found by an index."""
        if not (term := search_term.strip()):
            return queryset, False
        people = get_user_model().objects.named(term).values_list("pk", flat=True)
        found = Q(user__in=list(people)) if people else Q(game=term)
        return queryset.filter(found), False

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


@admin.register(StageHints)
class StageHintsAdmin(ReadOnly):
    list_display = ("user", "level", "stage", "taken", "at")
    list_filter = ("level", "stage")
    list_select_related = ("user",)
    search_fields = ("=user__name",)
    search_help_text = "A player's name"
    ordering = ("-pk",)


@admin.register(Climber)
class ClimberAdmin(ReadOnly):
    list_display = ("name", "total", "cleared", "attempts_made", "all_attempts")
    search_fields = ("name",)
    fields = ("name", "total", "cleared", "attempts_made", "by_level", "all_attempts")
    readonly_fields = fields
    list_per_page = 50
    actions = ("reset_progress",)
    on_page = ("reset_progress",)

    def has_reset_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("progress.change_climber"))

    @act(
        "Reset progress",
        permission="reset",
        says="All attempts and stars are set aside, and the campaign begins anew. "
        "“Undo” at the reset brings them back.",
    )
    def reset_progress(self, request: HttpRequest, person: Climber, reason: str) -> bool:
        return resets.reset(user_id=person.pk, by=request.user.pk, reason=reason)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Climber]:
        made = Attempt.objects.filter(user=OuterRef("pk")).order_by().values("user")
        people: QuerySet[Climber] = super().get_queryset(request).select_related("star_total")
        counted: QuerySet[Climber] = people.annotate(made=_counted(made, Count("pk")))
        return counted

    @admin.display(description="stars", ordering="star_total__stars")
    def total(self, person: Climber) -> str:
        return f"{_total(person).stars} of {catalog.MAXIMUM}"

    @admin.display(description="stages cleared", ordering="star_total__cleared")
    def cleared(self, person: Climber) -> str:
        return f"{_total(person).cleared} of {len(catalog.STAGES)}"

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
        """A row for each level: the best of each stage, a dot where there is none yet."""
        standing = selectors.standing(person.pk)
        head = format_html_join("", "<th>{}</th>", ((number,) for number in scoring.STAGES))
        rows = format_html_join(
            "",
            "<tr><th>Level {}</th>{}</tr>",
            ((level.number, _row(standing.stars, level.number)) for level in catalog.all_levels()),
        )
        return format_html("<table><tr><th></th>{}</tr>{}</table>", head, rows)


@admin.register(ProgressReset)
class ProgressResetAdmin(ReadOnly):
    list_display = ("user", "kept", "reason", "by", "at", "undone_at")
    list_select_related = ("user", "by")
    search_fields = ("=user__name",)
    search_help_text = "A player's name"
    ordering = ("-pk",)
    actions = ("undo",)
    on_page = ("undo",)

    @admin.display(description="attempts")
    def kept(self, row: ProgressReset) -> int:
        return len(row.attempts)

    def has_undo_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("progress.change_progressreset"))

    @act("Undo", permission="undo", says="The attempts count again, beside those made since.")
    def undo(self, request: HttpRequest, row: ProgressReset, reason: str) -> bool:
        return resets.undo(reset_id=row.pk)


@admin.register(Tally)
class TallyAdmin(ReadOnly):
    list_display = ("user", "variant", "seat", "against", "cell", "won", "drawn", "lost")
    list_filter = ("variant", "against")
    list_select_related = ("user",)
    search_fields = ("=user__name",)
    search_help_text = "A player's name"
    ordering = ("-pk",)


@admin.register(Record)
class RecordAdmin(ReadOnly):
    list_display = ("user", "wins", "most_wins", "best_game", "best_strength")
    list_select_related = ("user", "best_game")
    search_fields = ("=user__name",)
    search_help_text = "A player's name"
    ordering = ("-pk",)


@admin.register(Meeting)
class MeetingAdmin(ReadOnly):
    list_display = ("user", "rival", "variant", "seat", "result", "ended_at", "game_id")
    list_filter = ("variant", "result")
    list_select_related = ("user", "rival")
    search_fields = ("=user__name",)
    search_help_text = "A player's name"
    ordering = ("-pk",)


def _of(user_id: int) -> str:
    return f"?user__id__exact={user_id}"


USER = get_user_model()
PEOPLE = (
    Link(Attempt, "attempts", lambda person: _of(person.pk)),
    *(Link(model, name, lambda person: _of(person.pk)) for model, name in PUZZLES),
    Link(StageHints, "hints", lambda person: _of(person.pk)),
    Link(ProgressReset, "resets of progress", lambda person: _of(person.pk)),
    Link(Tally, "results", lambda person: _of(person.pk)),
    Link(Record, "record", lambda person: _of(person.pk)),
    Link(Meeting, "meetings", lambda person: _of(person.pk)),
)
add_links(USER, Link(Climber, "progress", lambda user: f"?id__exact={user.pk}"), *PEOPLE)
add_links(Climber, Link(USER, "account", lambda row: f"?kind=all&id__exact={row.pk}"), *PEOPLE)
add_links(Game, Link(Attempt, "attempt", lambda game: f"?game__id__exact={game.pk}"))
add_links(
    Attempt,
    Link(Game, "game", lambda row: f"?id__exact={row.game_id}"),
    Link(USER, "player", lambda row: f"?kind=all&id__exact={row.user_id}"),
    Link(Climber, "progress", lambda row: f"?id__exact={row.user_id}"),
)
add_links(ProgressReset, Link(Climber, "progress", lambda row: f"?id__exact={row.user_id}"))


def _total(person: Climber) -> Total:
    """What a person has; nothing yet without a row."""
    total: Total = getattr(person, "star_total", None) or Total()
    return total


def _row(stars: scoring.Stars, level: int) -> SafeString:
    kept = (stars.get((level, stage), "·") for stage in scoring.stages_of(level))
    return format_html_join("", "<td>{}</td>", ((best,) for best in kept))


def _counted(rows: QuerySet[Attempt, Any], what: Aggregate) -> Coalesce:
    return Coalesce(Subquery(rows.annotate(counted=what).values("counted")), 0)
