"""The tasks of a class: add, order, give, release, copy; and the way from a task to the site."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.guests import User
from games import presenters, services
from games.match import ABORTED, ACTIVE, ENGINE, FRIEND, NEUTRAL, PERSON, Kind, Seat
from games.queries import selectors
from games.rules import board_class
from progress.campaign import presenters as campaign
from progress.campaign.services import start_stage
from progress.classes import ClassRefused, kinds
from progress.classes.kinds import Offer
from progress.classes.make import note_change
from progress.models import ClassMember, Classroom, ClassTask, TaskAttempt

MOST = settings.SIZES["tasks_of_class"]
MOST_LESSONS = 20


def add(classroom: Classroom, offer: Offer, lesson: int = 1) -> ClassTask:
    """Add a task at the end of a lesson. Raises ClassRefused."""
    if not 0 < lesson <= MOST_LESSONS:
        raise ClassRefused(f"{lesson} is no lesson: expected 1 to {MOST_LESSONS}.")
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=classroom.pk)
        if classroom.tasks.count() >= MOST:
            raise ClassRefused(f"A class has {MOST} tasks at most. Take some out first.")
        last = classroom.tasks.filter(lesson=lesson).aggregate(last=Max("number"))["last"] or 0
        task = ClassTask(classroom=classroom, lesson=lesson, number=last + 1, kind=offer.kind)
        task.what, task.title, task.minutes = offer.what, offer.title[:60], offer.minutes
        task.locked = offer.kind == ClassTask.Kind.SHEET
        task.save()
    return task


def move(task: ClassTask, by: int = 0, *, to: int | None = None) -> None:
    """Move a task up (-1) or down (1) among those of its lesson, or to a place counted from 1."""
    with transaction.atomic():
        rows = list(task.classroom.tasks.filter(lesson=task.lesson).select_for_update())
        at = next((place for place, one in enumerate(rows) if one.pk == task.pk), None)
        if at is None:  # another tab has taken it out
            return
        place = at + by if to is None else to - 1
        rows.insert(max(0, min(len(rows) - 1, place)), rows.pop(at))
        for number, one in enumerate(rows, 1):
            one.number = number
        ClassTask.objects.bulk_update(rows, ["number"])
    note_change(task.classroom_id, for_all=True)


def take_out(task: ClassTask) -> None:
    """Take a task out, with what members did at it."""
    classroom_id = task.classroom_id
    task.delete()
    note_change(classroom_id, for_all=True)


def give(classroom: Classroom, lesson: int, due: date | None) -> int:
    """Give the tasks of a lesson to the class, until ``due``; how many."""
    now = timezone.now()
    rows = classroom.tasks.filter(lesson=lesson)
    rows.filter(given_at=None).update(given_at=now)
    count = rows.update(due=due)
    note_change(classroom.pk, for_all=True)
    return count


def lock(task: ClassTask, *, locked: bool) -> None:
    """Hide the answers of a task, or release them."""
    ClassTask.objects.filter(pk=task.pk).update(locked=locked)
    note_change(task.classroom_id, for_all=True)


def copy(classroom: Classroom, other: Classroom) -> int:
    """Copy all tasks to another class, as new ones without dates; how many.

    Raises ClassRefused.
    """
    rows = list(classroom.tasks.all())
    if not rows:
        raise ClassRefused(f"{classroom.name} has no tasks to copy.")
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=other.pk)
        if other.tasks.count() + len(rows) > MOST:
            raise ClassRefused(f"{other.name} would have more than {MOST} tasks.")
        before = other.tasks.aggregate(last=Max("lesson"))["last"] or 0
        if before + max((one.lesson for one in rows), default=0) > MOST_LESSONS:
            raise ClassRefused(f"{other.name} would have more than {MOST_LESSONS} lessons.")
        for one in rows:
            one.pk, one.classroom, one.due, one.given_at = None, other, None, None
            one.lesson += before
            one.locked = one.kind == ClassTask.Kind.SHEET
        ClassTask.objects.bulk_create(rows)
    return len(rows)


def given(classroom: Classroom) -> QuerySet[ClassTask]:
    """The tasks that the class has, in order."""
    return classroom.tasks.filter(given_at__isnull=False)


def begin(task: ClassTask, member: ClassMember) -> TaskAttempt:
    """The attempt of a member at a task, from now on if it is the first time."""
    attempt, new = TaskAttempt.objects.get_or_create(task=task, member=member)
    if new:
        note_change(task.classroom_id)
    return attempt


def way_to(task: ClassTask, member: ClassMember) -> str:
    """Begin a task, or go on with it: the address on the site where it is done.

    Raises ClassRefused, and Refused where no game can begin.
    """
    attempt = begin(task, member)
    if task.kind == kinds.Kind.LESSON:
        return reverse("analysis:lesson", args=[task.what])
    if task.kind == kinds.Kind.SHEET:
        page = reverse("analysis:exercises", args=[task.what])
        return f"{page}?seed={member.classroom.seed}"
    if task.kind == kinds.Kind.ENGINE:
        return reverse("engines:mine")
    return _PLAYED[kinds.Kind(task.kind)](attempt, member.user)


def _stage(attempt: TaskAttempt, user: User) -> str:
    stage = kinds.stage_of(attempt.task.what)
    if attempt.done_at:
        return campaign.stage_url(stage)
    return campaign.play_url(
        start_stage(user_id=user.pk, level=stage.level, number=stage.number, assigned=True)
    )


def _puzzles(attempt: TaskAttempt, user: User) -> str:
    them = kinds.puzzles_of(attempt.task.what, attempt.task.classroom.seed)
    solved = {ref for _, right, ref in attempt.tries if right}
    next_one = next((one.id for one in them if one.id not in solved), them[0].id)
    return reverse("progress:puzzle", args=[next_one])


def _position(attempt: TaskAttempt, user: User) -> str:
    running = attempt.game_id and selectors.match(attempt.game_id).status == ACTIVE
    if running or attempt.done_at:
        return presenters.game_url(attempt.game_id) if attempt.game_id else reverse("classes:mine")
    found = kinds.position_of(attempt.task.what)
    slug = found.opponent.partition(":")[2]
    me, board = found.board.to_move, found.board
    seats = {name: Seat(name, NEUTRAL) for name in board.SEATS}
    seats |= {name: Seat(name, ENGINE, engine=slug) for name in board.RIVALS}
    seats[me] = Seat(me, PERSON, user.pk, user.get_username())
    setup = services.GameSetup(
        by=user.pk,
        variant=board.VARIANT,
        kind=Kind.ENGINE,
        seats=seats,
        opening=found.opening,
        event=attempt.task.title,
    )
    match = services.open_game(setup)
    TaskAttempt.objects.filter(pk=attempt.pk).update(game=match.id)
    return presenters.game_url(match.id)


def _game(attempt: TaskAttempt, user: User) -> str:
    """The game with somebody in the class who waits for one; else one waits."""
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=attempt.task.classroom_id)
        cancelled = TaskAttempt.objects.filter(task=attempt.task, done_at=None)
        cancelled.filter(game__status=ABORTED).update(game=None)
        attempt.refresh_from_db(fields=["game"])
        if attempt.game_id:
            return presenters.game_url(attempt.game_id)
        waiting = TaskAttempt.objects.filter(task=attempt.task, game=None, done_at=None)
        waiting = waiting.exclude(pk=attempt.pk).select_related("member__user")
        other = waiting.order_by("begun_at").first()
        if other is None:
            return f"{reverse('classes:mine')}?waits={attempt.task_id}"
        game_id = open_between(attempt.task.what, other.member.user, user, event=attempt.task.title)
        TaskAttempt.objects.filter(pk__in=(attempt.pk, other.pk)).update(game=game_id)
    note_change(attempt.task.classroom_id, for_all=True)
    return presenters.game_url(game_id)


def open_between(
    variant: str,
    first: User,
    second: User,
    *,
    event: str,
    clock: tuple[int, int] | None = None,
) -> str:
    """A game between two people of a class; its id. Chance holds a third seat."""
    board = board_class(variant)
    seats = {name: Seat(name, NEUTRAL) for name in board.SEATS}
    for name, one in zip(board.RIVALS, (first, second), strict=True):
        seats[name] = Seat(name, PERSON, one.pk, one.get_username())
    setup = services.GameSetup(
        by=first.pk, variant=variant, kind=FRIEND, seats=seats, event=event, clock=clock
    )
    return services.open_game(setup).id


_PLAYED = {
    kinds.Kind.STAGE: _stage,
    kinds.Kind.PUZZLES: _puzzles,
    kinds.Kind.POSITION: _position,
    kinds.Kind.GAME: _game,
}
