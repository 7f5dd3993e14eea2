"""Grades on their way back to schools' systems: sent by the sweep, and again until they arrive."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import requests
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import F
from django.dispatch import receiver
from django.utils import timezone
from lti_tool.models import LtiDeployment
from pylti1p3.assignments_grades import AssignmentsGradesService
from pylti1p3.exception import LtiException
from pylti1p3.grade import Grade
from pylti1p3.service_connector import ServiceConnector

from games.signals import swept
from progress.classes.lti.launch import Patient
from progress.classes.lti.people import SCORE
from progress.models import ClassTask, SchoolGrade, TaskAttempt

AT_ONCE = 50
"""Grades that are sent in a round of the sweep."""

TRIES = 10
"""After so many, the last a day after the first, a grade is given up."""

logger = logging.getLogger(__name__)
SENDER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="grades")
_sending: Future[None] | None = None


@receiver(swept, dispatch_uid="classes.lti.grades")
def on_sweep(sender: object, **_: object) -> dict[str, int]:
    """Send what is due beside the sweep: a school's system may be slow, and games are not."""
    global _sending
    waiting = SchoolGrade.objects.filter(due__lte=timezone.now())
    if waiting.exists() and (_sending is None or _sending.done()):
        _sending = SENDER.submit(_beside)
    return {}


def _beside() -> None:
    try:
        send_due()
    except Exception:  # the next round may do better
        logger.exception("could not send grades")
    finally:
        connection.close()


MISSHAPEN = (KeyError, TypeError, ValueError)
"""What the library raises for an answer with a token that has none."""


def send_due() -> int:
    """Send the grades that are due, except those whose answers are hidden still; how many."""
    now, sent = timezone.now(), 0
    rows = SchoolGrade.objects.filter(due__lte=now, attempt__task__locked=False)
    course = "attempt__task__classroom__school_course"
    people = "attempt__member__school_pupil"
    lines: dict[int, ServiceConnector] = {}
    for row in rows.select_related(course, people).order_by("due")[:AT_ONCE]:
        later = now + timedelta(minutes=2**row.tries)
        mine = SchoolGrade.objects.filter(pk=row.pk, due=row.due)
        if not mine.update(due=later, tries=F("tries") + 1):
            continue  # another sweep has it
        try:
            _send(row, lines)
        except ObjectDoesNotExist as error:  # the class goes with another course now
            logger.warning("a grade has nowhere to go: %s", error)
            SchoolGrade.objects.filter(pk=row.pk).update(due=None)
        except (LtiException, requests.RequestException, *MISSHAPEN) as error:
            logger.warning("a grade was not taken at %s: %s", row.line, error)
            if row.tries + 1 >= TRIES:
                SchoolGrade.objects.filter(pk=row.pk).update(due=None)
        else:
            SchoolGrade.objects.filter(pk=row.pk, due=later).update(due=None, tries=0)
            sent += 1
    return sent


def _send(row: SchoolGrade, lines: dict[int, ServiceConnector]) -> None:
    attempt: Any = row.attempt
    number = attempt.task.classroom.school_course.deployment
    if number not in lines:
        deployment = LtiDeployment.objects.select_related("registration").get(pk=number)
        lines[number] = ServiceConnector(deployment.registration.to_registration(), Patient())
    grade = Grade().set_score_given(score_of(attempt)).set_score_maximum(1)
    grade.set_activity_progress("Completed").set_grading_progress("FullyGraded")
    grade.set_timestamp(timezone.now().isoformat()).set_user_id(attempt.member.school_pupil.subject)
    where: Any = {"scope": [SCORE], "lineitem": row.line}
    AssignmentsGradesService(lines[number], where).put_grade(grade)


def score_of(attempt: TaskAttempt) -> float:
    """From 0 to 1: the part of a sheet that was right; what else is done is done."""
    if attempt.task.kind != ClassTask.Kind.SHEET:
        return 1.0
    return round(sum(bool(one[1]) for one in attempt.tries) / max(1, len(attempt.tries)), 3)
