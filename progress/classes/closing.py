"""The end of a class: a file of everything, seven days to bring it back, and its deletion."""

from __future__ import annotations

import logging
from collections import defaultdict
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format

from accounts.guests import User
from accounts.signals import data_collected, games_written
from progress.classes.door import shut_door
from progress.models import ClassMember, Classroom, TaskAttempt
from progress.models.classes import CLOSES_SOON

LETTER = "progress/mail/class_closes"
TO_BRING_BACK = timedelta(days=7)
AT_ONCE = 2
"""Classes that a round of the sweep closes or deletes, each forty accounts, and letters of it."""

TRIED_AGAIN = 60 * 60
"""Seconds after which a letter that a mail server wants later is sent again."""

REFUSED_FOR_GOOD = 500
"""From this answer on a mail server has nobody of that name; below it wants a letter later."""

logger = logging.getLogger(__name__)


def wipe(classroom: Classroom) -> None:
    """Close a class: nobody comes in or stays in, and in seven days it is deleted."""
    with transaction.atomic():
        shut_door(classroom)
        Classroom.objects.filter(pk=classroom.pk).update(wiped_at=timezone.now(), showing=None)
        pupils = list(_owned(classroom))
        for one in pupils:
            one.set_unusable_password()  # a new one, which ends every session
        User.objects.bulk_update(pupils, ["password"])


def bring_back(classroom: Classroom) -> None:
    """Open a closed class again, with everything."""
    with transaction.atomic():
        today = timezone.localdate()
        late = {"closes_on": today + timedelta(days=30)} if classroom.closes_on <= today else {}
        Classroom.objects.filter(pk=classroom.pk).update(wiped_at=None, warned_at=None, **late)


def delete_accounts(classroom: Classroom) -> None:
    """Delete the accounts that a class made, and let the others go."""
    joined = [one.user_id for one in classroom.members.filter(card="")]
    for user in _owned(classroom):
        user.delete()  # one by one: each leaves games
    still = ClassMember.objects.filter(user__in=joined).exclude(classroom=classroom)
    kept = set(still.values_list("user_id", flat=True))
    User.objects.filter(pk__in=set(joined) - kept).update(in_class=False)


def write_letters() -> int:
    """Write to the teachers whose classes close within a week, once for each class; how many."""
    soon = timezone.localdate() + CLOSES_SOON
    rows = Classroom.objects.filter(wiped_at=None, warned_at=None, closes_on__lte=soon)
    tried = written = 0
    for classroom in rows.exclude(teacher__email="").select_related("teacher").order_by("pk"):
        if tried >= AT_ONCE:
            break
        if cache.get(later := f"class-letter:{classroom.pk}"):
            continue
        mine = Classroom.objects.filter(pk=classroom.pk, warned_at=None)
        if not settings.SITE_URL or not mine.update(warned_at=timezone.now()):
            continue
        tried += 1
        last = date_format(classroom.closes_on, "j F")
        context = {"classroom": classroom, "site": settings.SITE_URL, "last": last}
        text, page = (render_to_string(f"{LETTER}.{kind}", context) for kind in ("txt", "html"))
        name = " ".join(classroom.name.split())  # a subject is one line
        subject = f"{name} closes on {last}"
        try:
            send_mail(subject, text, None, [classroom.teacher.email], html_message=page)
        except (SMTPRecipientsRefused, SMTPDataError) as error:  # another letter may arrive
            logger.warning("no letter about class %s: %s", classroom.pk, error)
            if isinstance(error, SMTPDataError) or all(
                code < REFUSED_FOR_GOOD for code, _ in error.recipients.values()
            ):
                Classroom.objects.filter(pk=classroom.pk).update(warned_at=None)
                cache.set(later, True, TRIED_AGAIN)
            continue
        except OSError as error:  # of the mail server: a later round may reach it
            logger.warning("no letter about class %s: %s", classroom.pk, error)
            Classroom.objects.filter(pk=classroom.pk).update(warned_at=None)
            break
        written += 1
    return written


def sweep() -> int:
    """Close the classes whose last day is over, delete those closed long ago; how many are gone."""
    today, now = timezone.localdate(), timezone.now()
    for classroom in Classroom.objects.filter(wiped_at=None, closes_on__lt=today)[:AT_ONCE]:
        wipe(classroom)
    old = Classroom.objects.filter(wiped_at__lt=now - TO_BRING_BACK)
    gone = 0
    for number in list(old.values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():  # its teacher may have brought it back just now
            if (one := old.select_for_update().filter(pk=number).first()) is not None:
                one.delete()  # a receiver of it deletes the accounts that the class made
                gone += 1
    return gone


def export(classroom: Classroom) -> dict[str, Any]:
    """Everything that is stored of a class, for its teacher."""
    attempts = TaskAttempt.objects.filter(task__classroom=classroom).order_by("pk")
    done: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in attempts.values(
        *("member", "task", "begun_at", "done_at", "wrong", "tries", "game")
    ):
        done[row.pop("member")].append(row)
    tasks = classroom.tasks.values(
        *("id", "lesson", "number", "kind", "what", "title", "minutes", "due", "locked")
    )
    members = classroom.members.select_related("user").order_by("pk")
    return {
        "class": classroom.name,
        "made_at": classroom.made_at,
        "closes_on": classroom.closes_on,
        "tasks": list(tasks),
        "members": [
            {
                "picture": one.alias,
                "name": one.name,
                "account": one.user.name,
                "own_account": not one.is_owned,
                "came_at": one.came_at,
                "attempts": done[one.pk],
                **(_stored(one.user) if one.is_owned else {}),
            }
            for one in members
        ],
    }


def _stored(pupil: User) -> dict[str, Any]:
    """What else the site stores of a pupil, and the games as text."""
    told: list[tuple[Any, Any]] = data_collected.send(User, user=pupil)
    written: list[tuple[Any, Any]] = games_written.send(User, user=pupil)
    lists = {name: list(rows) for _, found in told for name, rows in found.items()}
    lists.pop("class_answers", None)  # these have no names, for the teacher neither
    texts = [text for _, found in written for text in found]
    return {"stored": {name: rows for name, rows in lists.items() if rows}, "games": texts}


def _owned(classroom: Classroom) -> Any:
    return User.objects.filter(is_pupil=True, class_memberships__classroom=classroom)
