"""Whom people follow and block, their files and tokens, and both logs: to read."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import tokens
from accounts.acts import Link, LookOnly, act, add_links
from accounts.models import ApiToken, Block, DataFile, Follow, SecurityEvent, User
from accounts.record import What


@admin.register(Follow)
class FollowAdmin(LookOnly):
    list_display = ("follower", "followed", "since")
    list_select_related = ("follower", "followed")
    people_in = ("follower", "followed")
    search_help_text = "A person's name"


@admin.register(Block)
class BlockAdmin(LookOnly):
    list_display = ("blocker", "blocked", "since")
    list_select_related = ("blocker", "blocked")
    people_in = ("blocker", "blocked")
    search_help_text = "A person's name"


@admin.register(DataFile)
class DataFileAdmin(LookOnly):
    list_display = ("user", "kind", "asked_at", "percent", "done_at")
    list_select_related = ("user",)
    people_in = ("user",)
    search_help_text = "A person's name"


@admin.register(ApiToken)
class ApiTokenAdmin(LookOnly):
    fields = ("user", "name", "scopes", "made_at", "used_at")
    list_display = ("user", "name", "scopes", "made_at", "used_at")
    list_select_related = ("user",)
    people_in = ("user",)
    search_help_text = "A person's name"
    actions = ("revoke",)
    on_page = ("revoke",)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("accounts.deactivate"))

    @act(
        "Revoke",
        permission="revoke",
        says="Programs can no longer use these tokens, and what they have open is closed.",
    )
    def revoke(self, request: HttpRequest, token: ApiToken, reason: str) -> bool:
        return tokens.revoke(token.user, token.pk) is not None


@admin.register(LogEntry)
class LogEntryAdmin(LookOnly):
    """The staff's log: what each did, and why. A row's History is the part about that row."""

    list_display = ("action_time", "user", "content_type", "object_repr", "told")
    list_select_related = ("user", "content_type")
    people_in = ("user",)
    search_help_text = "The name of somebody of the staff"
    sortable_by = ()

    @admin.display(description="what, and why")
    def told(self, entry: LogEntry) -> str:
        return entry.get_change_message()


class WhatFilter(admin.SimpleListFilter):
    title = "what happened"
    parameter_name = "what"

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, str]]:
        return [(what.value, what.value) for what in What]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(what=self.value()) if self.value() in list(What) else queryset


@admin.register(SecurityEvent)
class SecurityEventAdmin(LookOnly):
    """The log of what matters (``accounts.record``), which superusers alone read."""

    list_display = ("at", "what", "person", "by", "place", "about")
    list_filter = (WhatFilter, "at")
    narrowed_by = ("person__exact",)
    sortable_by = ()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


add_links(
    User,
    Link(SecurityEvent, "security events", lambda user: f"?person__exact={user.pk}"),
    Link(ApiToken, "tokens", lambda user: f"?user__id__exact={user.pk}"),
    Link(DataFile, "files with personal data", lambda user: f"?user__id__exact={user.pk}"),
    Link(Follow, "follows", lambda user: f"?follower__id__exact={user.pk}"),
    Link(Block, "blocks", lambda user: f"?blocker__id__exact={user.pk}"),
    Link(Block, "blocked by", lambda user: f"?blocked__id__exact={user.pk}"),
)
