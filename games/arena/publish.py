"""Publish an engine, so that everybody can play it and read its file, and take it back."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.arena import playing
from games.arena.report import grade_of
from games.models.engines import UploadedEngine

NEEDS_ACCOUNT = "Publishing needs an account. Sign up, and your engines come along."
NOT_LEGAL = "Only an engine that answers every position with a legal move can be published."


class CannotPublish(Exception):
    """Why an engine is not published, in a sentence for its author."""


def why_not(row: UploadedEngine) -> str:
    """What keeps an engine from being published; empty if nothing does."""
    if row.author.is_guest:
        return NEEDS_ACCOUNT
    if row.status != UploadedEngine.Status.GRADED:
        return NOT_LEGAL
    grade = grade_of(row)
    return NOT_LEGAL if grade.illegal or grade.crashes else ""


def publish(row: UploadedEngine) -> None:
    """Let everybody play ``row``; the version of this name before it retires.

    Raises CannotPublish.
    """
    if said := why_not(row):
        raise CannotPublish(said)
    now = timezone.now()
    before = UploadedEngine.objects.filter(
        author=row.author_id, variant=row.variant, name=row.name, published_at__isnull=False
    ).exclude(pk=row.pk)
    try:
        with transaction.atomic():
            before.filter(retired_at__isnull=True).update(retired_at=now)
            row.published_at, row.retired_at, row.shared = row.published_at or now, None, True
            row.save(update_fields=["published_at", "retired_at", "shared"])
    except IntegrityError:
        raise CannotPublish("Another version is being published. Try again.") from None
    for one in (row, *before):
        playing.forget(one.slug)


def retire(row: UploadedEngine) -> None:
    """Unpublish ``row``: no new games begin against it, those that are played go on."""
    if row.plays:
        row.retired_at = timezone.now()
        row.save(update_fields=["retired_at"])
        playing.forget(row.slug)
