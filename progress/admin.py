"""The admin of campaign progress, read-only: every attempt, and every person's stars."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import Aggregate, Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.acts import Link, act, add_links, export
from games.models import Game
from games.staff.lists import OfLateFilter, OfPlayer, ReadOnly, ValueFilter, VariantFilter
from progress.campaign import catalog, presenters, resets, scoring, selectors
from progress.models import (
    Attempt,
    ClassMember,
    Classroom,
    Climber,
    LessonTaken,
    Meeting,
    ProgressReset,
    Record,
    StageHints,
    Tally,
    Total,
)
from progress.people.tallies import COUNTED, COUNTS
from progress.staff.puzzle_admin import PUZZLES


class LevelFilter(OfLateFilter):
    title, parameter_name = "level (latest rows)", "level"
    values: ClassVar = {str(level.number): level.title for level in catalog.all_levels()}


class StageFilter(OfLateFilter):
    title, parameter_name = "stage (latest rows)", "stage"
    values: ClassVar = {str(number): str(number) for number in scoring.STAGES}


class StarFilter(OfLateFilter):
    title, parameter_name = "stars (latest rows)", "stars"
    values: ClassVar = {str(number): str(number) for number in range(4)}


class AgainstFilter(ValueFilter):
    title = parameter_name = "against"
    values: ClassVar = {name: name for name in (Tally.PEOPLE, Tally.COMPUTERS)}


class MeetingResultFilter(ValueFilter):
    title = parameter_name = "result"
    values: ClassVar = {str(one): one.label for one in COUNTED}


class OnLevel(ReadOnly):
    """Rows about a stage: the title of its level tells which campaign it belongs to."""

    @admin.display(description="level", ordering="level")
    def level_title(self, row: Attempt | StageHints) -> str:
        return catalog.level(row.level).title


@admin.register(Attempt)
class AttemptAdmin(OnLevel):
    list_display = ("user", "level_title", "stage_name", "stars", "status", "ended", "page")
    list_filter = (LevelFilter, StarFilter, StageFilter, "game__status")
    list_select_related = ("user", "game")
    people_in, ids_in = ("user",), ("game",)
    search_help_text = "A player's name or a game's id, in full"
    fields = ("user", "level_title", "stage_name", "stars", "status", "ended", "page")
    readonly_fields = fields

    actions = ("export_csv",)
    export_csv = export(("user_id", "game_id", "level", "stage", "stars"))

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
class StageHintsAdmin(OnLevel):
    list_display = ("user", "level_title", "stage", "taken", "at")
    list_filter = (LevelFilter, StageFilter)
    list_select_related = ("user",)
    people_in = ("user",)
    search_help_text = "A player's name"


@admin.register(Climber)
class ClimberAdmin(ReadOnly):
    list_display = ("name", "total", "cleared", "attempts_made", "all_attempts")
    people_in = ("pk",)
    search_help_text = "A person's name"
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
            "<tr><th>{}</th>{}</tr>",
            ((level.title, _row(standing.stars, level.number)) for level in catalog.all_levels()),
        )
        return format_html("<table><tr><th></th>{}</tr>{}</table>", head, rows)


@admin.register(ProgressReset)
class ProgressResetAdmin(OfPlayer):
    list_display = ("user", "kept", "reason", "by", "at", "undone_at")
    list_select_related = ("user", "by")
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
class TallyAdmin(OfPlayer):
    list_display = ("user", "variant", "seat", "against", "cell", *COUNTS)
    list_filter = (VariantFilter, AgainstFilter)


@admin.register(Record)
class RecordAdmin(OfPlayer):
    list_display = ("user", "wins", "most_wins", "best_game", "best_strength")
    list_select_related = ("user", "best_game")


@admin.register(Meeting)
class MeetingAdmin(OfPlayer):
    list_display = ("user", "rival", "variant", "seat", "result", "ended_at", "game_id")
    list_filter = (VariantFilter, MeetingResultFilter)
    list_select_related = ("user", "rival")


@admin.register(Classroom)
class ClassroomAdmin(ReadOnly):
    """Classes without what is the teacher's alone: names, words and boards of doors."""

    list_display = ("id", "teacher", "members_count", "made_at", "closes_on", "wiped_at")
    list_select_related = ("teacher",)
    people_in = ("teacher",)
    search_help_text = "A teacher's name"
    fields = (*list_display, "outside", "takes_accounts")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Classroom]:
        rows: QuerySet[Classroom] = super().get_queryset(request)
        return rows.annotate(counted=Count("members"))

    @admin.display(description="members")
    def members_count(self, row: Any) -> int:
        return int(row.counted)


@admin.register(ClassMember)
class ClassMemberAdmin(ReadOnly):
    list_display = ("user", "classroom_id", "picture", "own_account", "came_at")
    list_select_related = ("user",)
    people_in = ("user",)
    search_help_text = "An account's name"
    fields = list_display

    @admin.display(description="own account", boolean=True)
    def own_account(self, row: ClassMember) -> bool:
        return not row.is_owned


def _of(user_id: int) -> str:
    return f"?user__id__exact={user_id}"


USER = get_user_model()
PEOPLE = (
    Link(Attempt, "attempts", lambda person: _of(person.pk)),
    *(Link(model, name, lambda person: _of(person.pk)) for model, name in PUZZLES),
    Link(StageHints, "hints", lambda person: _of(person.pk)),
    Link(LessonTaken, "lessons", lambda person: _of(person.pk)),
    Link(ProgressReset, "resets of progress", lambda person: _of(person.pk)),
    Link(Tally, "results", lambda person: _of(person.pk)),
    Link(Record, "record", lambda person: _of(person.pk)),
    Link(Meeting, "meetings", lambda person: _of(person.pk)),
    Link(ClassMember, "classes", lambda person: _of(person.pk)),
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
