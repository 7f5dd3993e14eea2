"""Engines that people brought, as staff see them: all but the file, which is its author's."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth import get_user_model

from accounts.acts import Link, add_links
from games.models import UploadedEngine
from games.models.engines import Contestant
from games.staff.lists import ReadOnly


@admin.register(UploadedEngine)
class UploadedEngineAdmin(ReadOnly):
    list_display = ("name", "version", "author", "variant", "status", "seconds", "uploaded_at")
    list_filter = ("status", "variant")
    list_select_related = ("author",)
    search_fields = ("=author__name", "=name", "=digest")
    narrowed_by = ("author__id__exact",)
    search_help_text = "A person's name, an engine's name, or the SHA-256 of a file"
    ordering = ("-uploaded_at",)


@admin.register(Contestant)
class ContestantAdmin(ReadOnly):
    list_display = ("engine", "variant", "rating", "deviation", "games", "retired")
    list_filter = ("variant", "retired")
    search_fields = ("=engine",)
    search_help_text = "The slug of an engine"
    ordering = ("variant", "-rating")


add_links(
    get_user_model(),
    Link(UploadedEngine, "engines", lambda user: f"?author__id__exact={user.pk}"),
)
