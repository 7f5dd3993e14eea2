"""What the course remembers of somebody: the lessons done, and the exercises that come back.

People and guests are remembered by ``progress``, which hears of it by signals. Where no guest can
be made, what comes back is kept in the visitor's session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import NamedTuple, cast

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils import timezone

from accounts.guests import TooOften, playing
from accounts.limits import address, over_limit
from games.analysis.learn.first_steps import steps_slug
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.repeats import Repeat, in_order, updated
from games.signals import (
    AnsweredQuestion,
    LessonResult,
    answer_given,
    answers_withheld,
    exercises_marked,
    lesson_taken,
    lessons_asked,
    repeats_asked,
)

SESSION = "exercises_to_repeat"


class Marked(NamedTuple):
    """Exercises of a sheet by number, whether each was right."""

    seed: str
    right: Mapping[int, bool]


def keep(
    request: HttpRequest,
    lesson: Lesson,
    *,
    answered: bool = False,
    right: int | None = None,
    marked: Marked | None = None,
) -> None:
    """Remember that somebody has ``answered`` a lesson, or exercises of a sheet, ``right`` of them.

    A visitor becomes a guest. Raises TooOften, but not where too many guests come from one
    address: the answer counts all the same. Nothing is kept of a sheet whose answers are withheld,
    since what comes back tells what was wrong.
    """
    _count_answer(request)
    if marked is not None and is_withheld(request.user.pk, lesson, marked.seed):
        return
    stranger = request.user.pk is None and not answered and right is None
    if not (stranger and not _is_wrong(marked)):
        try:
            with playing(request) as user:
                _send(user.pk, lesson, answered=answered, right=right, marked=marked)
        except TooOften:
            if marked is not None:
                _keep_in_session(request.session, lesson.slug, marked)
            return
    if marked is not None and SESSION in request.session:
        known = {one.key for one in _in_session(request.session)}
        right_of = marked.right.items()
        here = {n: good for n, good in right_of if (lesson.slug, marked.seed, n) in known}
        _keep_in_session(request.session, lesson.slug, Marked(marked.seed, here))


def _send(
    user_id: int, lesson: Lesson, *, answered: bool, right: int | None, marked: Marked | None
) -> None:
    if answered:
        lesson_taken.send(Lesson, user_id=user_id, lesson=lesson.slug, right=None)
    if right is not None:
        lesson_taken.send(Lesson, user_id=user_id, lesson=lesson.slug, right=right)
    if marked is not None:
        exercises_marked.send(
            Lesson,
            user_id=user_id,
            lesson=lesson.slug,
            seed=marked.seed,
            marks=dict(marked.right),
            today=timezone.localdate(),
        )


def keep_steps(request: HttpRequest, variant: str) -> None:
    """Remember that somebody has done the first steps of a game. Raises TooOften as ``keep``."""
    _count_answer(request)
    with suppress(TooOften), playing(request) as user:
        lesson_taken.send(Lesson, user_id=user.pk, lesson=steps_slug(variant), right=None)


def _count_answer(request: HttpRequest) -> None:
    who = request.user.pk or address(request)
    if who is not None and (wait := over_limit("lesson_answers", who)):
        raise TooOften("Too many answers at once.", wait)


def tell_class(
    request: HttpRequest,
    kind: str,
    lesson: Lesson,
    answers: Sequence[AnsweredQuestion],
    *,
    seed: str = "",
    of: int = 1,
) -> None:
    """Tell the class of somebody, if they are in one, what they answered."""
    user = request.user
    if user.is_authenticated and user.in_class and answers:
        told = {"user": user, "kind": kind, "what": lesson.slug, "seed": seed}
        answer_given.send(Lesson, **told, answers=answers, of=of)


def is_withheld(user_id: int | None, lesson: Lesson, seed: str) -> bool:
    """Whether a teacher shows the answers of a sheet later; to visitors, too."""
    told = answers_withheld.send(Lesson, user_id=user_id, lesson=lesson.slug, seed=seed)
    return any(withheld for _, withheld in told)


def results(request: HttpRequest) -> dict[str, LessonResult]:
    """What the person of ``request`` has done, by lesson; nothing for visitors."""
    if request.user.pk is None:
        return {}
    found: dict[str, LessonResult] = {}
    for _, some in lessons_asked.send(Lesson, user_id=request.user.pk):
        found.update(cast("dict[str, LessonResult]", some))
    return found


def repeats(request: HttpRequest) -> list[Repeat]:
    """The exercises that come back to the person of ``request``, those that are due first."""
    found = {one.key: one for one in _in_session(request.session)}
    if request.user.pk is not None:
        for _, some in repeats_asked.send(Lesson, user_id=request.user.pk):
            found.update((one.key, one) for one in cast("list[Repeat]", some))
    return in_order(found.values())


def _is_wrong(marked: Marked | None) -> bool:
    return marked is not None and not all(marked.right.values())


def _in_session(session: SessionBase) -> list[Repeat]:
    rows = session.get(SESSION, [])
    return [
        Repeat(lesson, seed, number, step, date.fromisoformat(due))
        for lesson, seed, number, step, due in rows
    ]


def _keep_in_session(session: SessionBase, lesson: str, marked: Marked) -> None:
    today = timezone.localdate()
    kept = updated(_in_session(session), lesson, marked.seed, dict(marked.right), today)
    session[SESSION] = [[*one.key, one.step, one.due.isoformat()] for one in kept]
