"""What the site stores of a person's campaign, puzzles and results, for them to take away."""

from __future__ import annotations

from collections.abc import Iterator

from django.dispatch import receiver

from accounts.guests import User
from accounts.signals import Sections, data_collected, data_measured
from progress.models import (
    Attempt,
    ClassMember,
    ClassPlayer,
    Classroom,
    ExerciseToRepeat,
    LessonTaken,
    LookAnswer,
    Meeting,
    OpenDay,
    ProgressReset,
    PuzzleTry,
    Record,
    Rush,
    SchoolTeacher,
    SolverRating,
    StageHints,
    Tally,
    TaskAttempt,
    Total,
)


@receiver(data_collected, dispatch_uid="progress.own_data")
def collect(sender: object, user: User, **_: object) -> Sections:
    attempts = Attempt.objects.filter(user=user.pk).order_by("pk")
    puzzles = PuzzleTry.objects.filter(user=user.pk).order_by("pk")
    resets = ProgressReset.objects.filter(user=user.pk).order_by("pk")
    made = ProgressReset.objects.filter(by=user.pk).order_by("pk")
    hints = StageHints.objects.filter(user=user.pk).order_by("pk")
    lessons = LessonTaken.objects.filter(user=user.pk).order_by("pk")
    repeated = ExerciseToRepeat.objects.filter(user=user.pk).order_by("pk")
    stars = Total.objects.filter(user=user.pk)
    results = Tally.objects.filter(user=user.pk).order_by("pk")
    record = Record.objects.filter(user=user.pk)
    meetings = Meeting.objects.filter(user=user.pk).order_by("pk")
    taught = Classroom.objects.filter(teacher=user.pk).order_by("pk")
    classes = ClassMember.objects.filter(user=user.pk).order_by("pk")
    ways = SchoolTeacher.objects.filter(user=user.pk).order_by("pk")
    looks = LookAnswer.objects.filter(member__user=user.pk).order_by("pk")
    players = ClassPlayer.objects.filter(member__user=user.pk).order_by("pk")
    counts = ("variant", "seat", "against", "cell", "won", "drawn", "lost", "third")
    met = ("game_id", "rival__name", "seat", "result", "ended_at")
    tried = ("puzzle", "day", "solved", "at", "answers", "found_at")
    return {
        "stars": stars.values("stars", "cleared", "since", "apart", "plain").iterator(),
        "attempts": attempts.values("game_id", "level", "stage", "stars").iterator(),
        "hints": hints.values("level", "stage", "taken", "position", "step", "at").iterator(),
        "puzzles": puzzles.values(*tried).iterator(),
        "resets": resets.values("at", "reason", "attempts", "undone_at").iterator(),
        "results": results.values(*counts).iterator(),
        "records": record.values("wins", "most_wins", "best_game_id").iterator(),
        "meetings": meetings.values(*met).iterator(),
        "open_day": _all_of(OpenDay, user),
        "puzzle_rating": _all_of(SolverRating, user),
        "rush": _all_of(Rush, user),
        "lessons": lessons.values("lesson", "answered", "sheets", "best", "at").iterator(),
        "exercises_to_repeat": repeated.values(
            "lesson", "seed", "number", "step", "due"
        ).iterator(),
        "classes_taught": taught.values("name", "made_at", "closes_on").iterator(),
        "school_log_ins": ways.values("platform", "subject").iterator(),
        "classes": classes.values(
            *("classroom__name", "picture", "came_at", "school_pupil__subject")
        ).iterator(),
        "class_tasks": _class_tasks(user),
        "class_answers": looks.values("member__classroom__name", "answer").iterator(),
        "class_games": players.values(
            *("member__classroom__name", "points", "streak", "games", "sheet", "ready_at")
        ).iterator(),
        "resets_made_as_staff": made.values("at", "reason").iterator(),
    }


def _class_tasks(user: User) -> Iterator[dict[str, object]]:
    """What a person did at the tasks of classes; not yet how right it was, where that is locked."""
    rows = TaskAttempt.objects.filter(member__user=user.pk).order_by("pk")
    names = ("task__classroom__name", "task__title", "task__locked", "game_id", "hint")
    for row in rows.values(*names, "begun_at", "stuck_at", "done_at", "wrong", "tries").iterator():
        if row.pop("task__locked"):
            row["tries"] = [one[0] for one in row["tries"]]
            del row["wrong"], row["done_at"]
        yield row


def _all_of(model: type[OpenDay | SolverRating | Rush], user: User) -> Iterator[dict[str, object]]:
    """The row of a person, all of it but whose it is."""
    fields = (field.name for field in model._meta.concrete_fields)
    names = [name for name in fields if name != "user"]
    yield from model._default_manager.filter(user=user.pk).values(*names)


@receiver(data_measured, dispatch_uid="progress.own_data_measured")
def measure(sender: object, user: User, most: int | None, **_: object) -> int:
    rows = (Attempt.objects.filter(user=user.pk), PuzzleTry.objects.filter(user=user.pk))
    return sum(found.order_by()[:most].count() for found in rows)
