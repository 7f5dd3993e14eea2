"""Reads of uploaded engines."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models.engines import UploadedEngine


def published_engines(variant: str) -> QuerySet[UploadedEngine]:
    """The uploaded engines that new games can be played against, the newest first."""
    rows = UploadedEngine.objects.filter(
        variant=variant, published_at__isnull=False, retired_at__isnull=True
    )
    rows = rows.filter(author__is_active=True).order_by("-published_at")
    return rows.select_related("author").defer("source", "error")
