"""What people have done in the course, and what comes back: stored with the answers they send."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from games.analysis.learn.repeats import Repeat, due, puzzle_key, updated
from games.signals import LessonResult
from progress.models import ExerciseToRepeat, LessonTaken


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


def repeats(user_id: int) -> list[Repeat]:
    """The exercises that come back to a person."""
    rows = ExerciseToRepeat.objects.filter(user_id=user_id)
    return [Repeat(row.lesson, row.seed, row.number, row.step, row.due) for row in rows]


def mark(*, user_id: int, lesson: str, seed: str, marks: dict[int, bool], today: date) -> None:
    """Store which exercises of a sheet come back to a person, and when."""
    with transaction.atomic():
        list(ExerciseToRepeat.objects.select_for_update().filter(user_id=user_id))
        before = {one.key: one for one in repeats(user_id)}
        after = {one.key: one for one in updated(before.values(), lesson, seed, marks, today)}
        for one in before.values():
            if after.get(one.key) != one:
                own = ExerciseToRepeat.objects.filter(user_id=user_id)
                own.filter(lesson=one.lesson, seed=one.seed, number=one.number).delete()
        new = [one for one in after.values() if before.get(one.key) != one]
        ExerciseToRepeat.objects.bulk_create(_row(user_id, one) for one in new)


def mark_puzzle(*, user_id: int, puzzle_id: str, right: bool, today: date) -> None:
    """Store whether a puzzle comes back to a person, and when."""
    lesson, seed, number = puzzle_key(puzzle_id)
    mark(user_id=user_id, lesson=lesson, seed=seed, marks={number: right}, today=today)


def puzzles_due(user_id: int | None, today: date) -> list[str]:
    """The puzzles that are asked again ``today``, by id, those due first in front. One query."""
    return [one.puzzle for one in due(repeats(user_id), today) if one.puzzle] if user_id else []


def comes_back(user_id: int | None, puzzle_id: str) -> date | None:
    """When a puzzle is asked again; None if it is not. One query."""
    if user_id is None:
        return None
    lesson, seed, number = puzzle_key(puzzle_id)
    rows = ExerciseToRepeat.objects.filter(user_id=user_id, lesson=lesson, seed=seed, number=number)
    return rows.values_list("due", flat=True).first()


def _row(user_id: int, one: Repeat) -> ExerciseToRepeat:
    return ExerciseToRepeat(
        user_id=user_id,
        lesson=one.lesson,
        seed=one.seed,
        number=one.number,
        step=one.step,
        due=one.due,
    )


def merge(*, guest_id: int, member_id: int) -> None:
    """Give a member the lessons of the guest they were. To be called inside a transaction."""
    known = {one.key for one in repeats(member_id)}
    for one in repeats(guest_id):
        if one.key not in known:
            _row(member_id, one).save()
    ExerciseToRepeat.objects.filter(user_id=guest_id).delete()
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
