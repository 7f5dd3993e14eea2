"""Reads of uploaded engines."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game
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


def public_games(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of ``games`` in which no engine played that is not published."""
    private = EngineGame.objects.filter(game=OuterRef("pk"), engine__published_at__isnull=True)
    return games.exclude(Exists(private))
