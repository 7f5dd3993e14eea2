"""What members of a class do at their tasks, as signals tell it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.guests import User
from games.match import FINISHED, PERSON, Match, points
from games.signals import AnsweredQuestion
from progress.classes import ClassRefused, kinds
from progress.classes.make import note_change
from progress.models import Attempt, ClassTask, SchoolGrade, TaskAttempt

STUCK = 3
"""Wrong answers in a row after which somebody is stuck."""

MOST_TRIES = 60
"""Answers of one attempt that are stored: beyond them the oldest wrong one goes."""

MOST_WRONG = 32_767
"""Wrong answers that are counted: what the column holds."""

LONGEST_ANSWER = 60


def note_answers(
    *, user: User, kind: str, what: str, seed: str, answers: Sequence[AnsweredQuestion], of: int
) -> None:
    """Store answers in a lesson, on a sheet or at a puzzle, where they belong to a task."""
    for task in _given_to(user, ClassTask.Kind.PUZZLES if kind == "puzzle" else kind):
        if not _is_about(task, kind, what, seed):
            continue
        refs = [what if kind == "puzzle" else str(one.number) for one in answers]
        tries = [(one.answer, one.right, ref) for one, ref in zip(answers, refs, strict=True)]
        add_tries(task, user, tries, needed=_needed(task, of))


def _given_to(user: User, kind: str) -> QuerySet[ClassTask]:
    """The tasks of a kind that the classes of a person have."""
    rows = ClassTask.objects.filter(classroom__members__user=user, classroom__wiped_at=None)
    return rows.filter(given_at__isnull=False, kind=kind).select_related("classroom")


def _is_about(task: ClassTask, kind: str, what: str, seed: str) -> bool:
    if kind == "puzzle":
        mine = kinds.puzzles_of(task.what, task.classroom.seed)
        return any(one.id == what for one in mine)
    return task.what == what and (kind == "lesson" or task.classroom.seed == seed)


def _needed(task: ClassTask, of: int) -> int:
    if task.kind == ClassTask.Kind.PUZZLES:
        return int(task.what.partition(":")[2])
    return of


def add_tries(
    task: ClassTask, user: User, tries: Sequence[tuple[str, bool, str]], *, needed: int
) -> None:
    """Add tries, each an answer, whether it was right, and what it answers.

    The attempt is done once ``needed`` different questions are answered: right ones at lessons and
    puzzles, any on a sheet. An exercise that is answered again counts no more.
    """
    now = timezone.now()
    with transaction.atomic():
        member = user.class_memberships.get(classroom=task.classroom_id)
        TaskAttempt.objects.get_or_create(task=task, member=member)
        attempt = TaskAttempt.objects.select_for_update().get(task=task, member=member)
        sheet = task.kind == ClassTask.Kind.SHEET
        for answer, right, ref in tries:
            known = any(one[2] == ref and (sheet or one[1]) for one in attempt.tries)
            if known or attempt.done_at:
                continue
            attempt.tries.append([answer[:LONGEST_ANSWER], right, ref])
            if len(attempt.tries) > MOST_TRIES:  # the oldest wrong one goes
                wrongs = (at for at, one in enumerate(attempt.tries) if not one[1])
                del attempt.tries[next(wrongs, 0)]
            attempt.wrong = min(MOST_WRONG, attempt.wrong + (not right))
            stuck = not right and wrong_in_a_row(attempt) >= STUCK
            attempt.stuck_at = (attempt.stuck_at or now) if stuck else None
            if len({one[2] for one in attempt.tries if sheet or one[1]}) >= needed:
                attempt.done_at, attempt.stuck_at = now, None
        attempt.save()
        if attempt.done_at == now:
            SchoolGrade.objects.filter(attempt=attempt).update(due=now)
        note_change(task.classroom_id)


def wrong_in_a_row(attempt: TaskAttempt) -> int:
    """How many answers were wrong since the last right one."""
    rights = [bool(one[1]) for one in attempt.tries]
    return next((at for at, right in enumerate(reversed(rights)) if right), len(rights))


def note_game(match: Match) -> None:
    """Store how a game ended that was played as a task: a stage, a position, a game in class."""
    if match.status != FINISHED or match.outcome is None:
        return
    for attempt in TaskAttempt.objects.filter(game=match.id).select_related("task", "member__user"):
        seat = match.seat_of(attempt.member.user_id)
        if seat is not None:
            # A full grid of DSTRU-TAC-TOE is Dos's, and neither of the two has lost.
            won, drawn = (points(match, seat) == share for share in (1, 0.5))
            good = won or attempt.task.kind == ClassTask.Kind.GAME
            if drawn and attempt.task.kind == ClassTask.Kind.POSITION:
                good = _draw_counts(attempt.task.what)
            said = "won" if won else "drawn" if drawn else "lost"
            add_tries(attempt.task, attempt.member.user, [(said, good, match.id)], needed=1)


def _draw_counts(what: str) -> bool:
    """Whether a draw was asked for; also of a position whose opponent is no longer there."""
    try:
        return kinds.position_of(what).draw_counts
    except ClassRefused:
        return True


def note_stage(match: Match) -> None:
    """Store what came of a stage, once its stars are counted."""
    person = next((one for one in match.seats if one.kind == PERSON and one.user), None)
    played = Attempt.objects.filter(game=match.id).select_related("user").first()
    if person is None or played is None or not played.user.in_class:
        return
    what = f"{played.level}-{played.stage}"
    for task in _given_to(played.user, ClassTask.Kind.STAGE).filter(what=what):
        stars = played.stars or 0
        said = f"{stars} star{'' if stars == 1 else 's'}" if stars else "not won"
        add_tries(task, played.user, [(said, stars > 0, match.id)], needed=1)


def note_engine(user: User, variant: str, name: str) -> None:
    """Store that somebody has uploaded an engine."""
    for task in _given_to(user, ClassTask.Kind.ENGINE).filter(what=variant):
        add_tries(task, user, [(f"uploaded {name}", True, name)], needed=1)


def withholds(user_id: int | None, lesson: str, seed: str) -> bool:
    """Whether a class's teacher has not released the answers of a sheet yet, to anybody else.

    Pupils could open the sheet of their class without their account, too.
    """
    rows = ClassTask.objects.filter(classroom__seed=seed, classroom__wiped_at=None, locked=True)
    rows = rows.filter(kind=ClassTask.Kind.SHEET, what=lesson)
    return rows.exclude(classroom__teacher=user_id or 0).exists()  # nobody has 0
