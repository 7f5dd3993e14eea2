"""The admin of challenges, remarks and reports."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.acts import Link, act, add_links
from games import services
from games.models import Challenge, Game, Remark, Report
from games.staff.lists import ReadOnly


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly):
    list_display = ("challenger", "challenged", "variant", "rated", "status", "made_at", "game_id")
    list_filter = ("status",)
    list_select_related = ("challenger", "challenged")
    people_in = ("challenger", "challenged")
    search_help_text = "A person's name"
    ordering = ("-made_at",)


@admin.register(Remark)
class RemarkAdmin(ReadOnly):
    list_display = ("game_id", "seat", "code", "at")
    ids_in = ("game",)
    search_help_text = "A game's id"


class ReportStatusFilter(admin.SimpleListFilter):
    """Filters reports by status; by default it shows those that are not closed."""

    title = "status"
    parameter_name = "status"

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, str]]:
        return [("all", "all"), *Report.Status.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        if self.value() == "all":
            return queryset
        if self.value() in Report.Status.values:
            return queryset.filter(status=self.value())
        return queryset.exclude(status=Report.Status.CLOSED)

    def choices(self, changelist: Any) -> Any:
        """Django's choices, of which the first one means reports that are not closed."""
        for number, choice in enumerate(super().choices(changelist)):
            yield {**choice, "display": "open"} if number == 0 else choice


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("made_at", "status", "reason", "reported", "reporter", "game_id", "taken_by")
    list_filter = (ReportStatusFilter, "reason")
    list_select_related = ("reporter", "reported", "taken_by")
    people_in, ids_in = ("reported", "reporter"), ("game",)
    search_help_text = "A person's name or a game's id"
    ordering = ("made_at",)
    actions = ("take", "close")
    on_page = ("take", "close")
    everything = "?status=all"
    fieldsets = (
        (None, {"fields": ("status", "reason", "text", "board", "made_at")}),
        ("People", {"fields": ("against", "told_by")}),
        ("What came of it", {"fields": ("taken_by", "closed_at", "note")}),
    )
    readonly_fields = ("board", "against", "told_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """All but those about whoever asks, superusers included."""
        return super().get_queryset(request).exclude(reported=request.user.pk)

    @admin.display(description="game")
    def board(self, row: Report) -> SafeString | str:
        """To the moves with their boards, one step at a time, and to the page that players see."""
        if row.game_id is None:
            return "The game is deleted."
        return format_html(
            '<a href="{}">Step through {}</a> · <a href="{}">the page of the game</a>',
            reverse("admin:games_game_change", args=[row.game_id]),
            row.game_id,
            reverse("games:game", args=[row.game_id]),
        )

    @admin.display(description="reported")
    def against(self, row: Report) -> SafeString:
        return _person(row.reported)

    @admin.display(description="reporter")
    def told_by(self, row: Report) -> SafeString:
        return _person(row.reporter)

    def has_work_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("games.change_report"))

    @act("Take", permission="work", says="The list says that you work on these reports.")
    def take(self, request: HttpRequest, row: Report, reason: str) -> bool:
        assert request.user.pk is not None  # staff are logged in
        return services.take_report(report_id=row.pk, by=request.user.pk)

    @act(
        "Close",
        permission="work",
        says="The reports leave the list. Your reason is kept with each as what came of it; "
        "neither person is told.",
    )
    def close(self, request: HttpRequest, row: Report, reason: str) -> bool:
        assert request.user.pk is not None
        return services.close_report(report_id=row.pk, by=request.user.pk, note=reason)


def _person(user: Any) -> SafeString:
    page = reverse("admin:accounts_user_change", args=[user.pk])
    return format_html('<a href="{}">{}</a>', page, user)


add_links(
    get_user_model(),
    Link(Challenge, "challenges sent", lambda user: f"?challenger__id__exact={user.pk}"),
    Link(Challenge, "challenges received", lambda user: f"?challenged__id__exact={user.pk}"),
    Link(Report, "reports against", lambda user: f"?status=all&reported__id__exact={user.pk}"),
    Link(Report, "reports made", lambda user: f"?status=all&reporter__id__exact={user.pk}"),
)
add_links(
    Game,
    Link(Report, "reports", lambda game: f"?status=all&game__id__exact={game.pk}"),
    Link(Remark, "remarks", lambda game: f"?game__id__exact={game.pk}"),
)
