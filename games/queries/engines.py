"""Reads of uploaded engines."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from games.models.engines import EngineGame, UploadedEngine


def published_engines(variant: str) -> QuerySet[UploadedEngine]:
    """The uploaded engines that new games can be played against, the newest first."""
    rows = UploadedEngine.objects.filter(
        variant=variant, published_at__isnull=False, retired_at__isnull=True
    )
    rows = rows.filter(author__is_active=True).order_by("-published_at")
    return rows.select_related("author").defer("source", "error")


def unpublished_engines(variant: str, user_id: int) -> QuerySet[UploadedEngine]:
    """The graded engines of a person that only they can play, the newest first."""
    rows = UploadedEngine.objects.filter(
        variant=variant,
        author=user_id,
        status=UploadedEngine.Status.GRADED,
        published_at__isnull=True,
    )
    return rows.order_by("-uploaded_at").defer("source", "error")


def private_games(game_ids: Collection[str]) -> set[str]:
    """Those of the finished games in which an engine played that is not published."""
    rows = EngineGame.objects.filter(game__in=game_ids, engine__published_at__isnull=True)
    return set(rows.order_by().values_list("game_id", flat=True))
