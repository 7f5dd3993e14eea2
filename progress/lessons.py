"""What people have done in the course: stored with the answers that they send."""

from __future__ import annotations

from django.db import transaction

from games.signals import LessonResult
from progress.models import LessonTaken


def take(*, user_id: int, lesson: str, right: int | None) -> None:
    """Store that a person has answered a lesson, or had ``right`` exercises of a sheet right."""
    with transaction.atomic():
        rows = LessonTaken.objects.select_for_update()
        row, _ = rows.get_or_create(user_id=user_id, lesson=lesson)
        if right is None:
            row.answered = True
        else:
            row.sheets, row.best = row.sheets + 1, max(row.best, right)
        row.save()


def results(user_id: int) -> dict[str, LessonResult]:
    """What a person has done, by lesson."""
    rows = LessonTaken.objects.filter(user_id=user_id)
    return {row.lesson: LessonResult(row.answered, row.best, row.sheets) for row in rows}


def merge(*, guest_id: int, member_id: int) -> None:
    """Give a member the lessons of the guest they were. To be called inside a transaction."""
    both = LessonTaken.objects.filter(user_id__in=(guest_id, member_id))
    theirs = {row.lesson: row for row in both if row.user_id == member_id}
    for row in both:
        if row.user_id == member_id:
            continue
        if (kept := theirs.get(row.lesson)) is None:
            LessonTaken.objects.filter(pk=row.pk).update(user_id=member_id)
            continue
        kept.answered |= row.answered
        kept.sheets += row.sheets
        kept.best = max(kept.best, row.best)
        kept.save()
        row.delete()
