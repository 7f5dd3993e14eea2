"""The queue in front of the grader: everybody's first file before anybody's second.

The whole site has ``PLACES`` for files that are being graded, whichever process has claimed them: a
constraint of the table allows one row a place. A process that dies lets go of its files after
``LEASE``, and whoever looks at the queue next takes them up again.

Only a file in the ``FIRST`` place may use every limit. In the others a file has ``BRIEF`` seconds;
what takes longer waits for the first. So files that use every limit hold one place, however many
they are.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from games.models import UploadedEngine
from games.models.engines import LONGEST_ERROR

PLACES = settings.SIZES["grading_places"]
"""How many files are graded at a time."""

FIRST = 0

BRIEF = 30.0
"""Seconds that a file may take in any place but the first: several times what a usual one takes."""

LONGEST = 300.0
"""Seconds after which a grading is given up."""

LEASE = timedelta(seconds=20)
"""How long a process may be silent about a file that it grades."""

SHARED_OVER = timedelta(hours=1)
"""Over what time people's use of the grader is compared."""

MOST_TRIES = 2
"""How often a file may stop the grader."""

STOPPED = "Grading stopped {} times without a result. Perhaps the file takes too long."

TOO_LONG = "Grading took more than {:.0f} seconds, which is the limit."

WAITING, GRADING = UploadedEngine.Status.WAITING, UploadedEngine.Status.GRADING
GRADED, REFUSED = UploadedEngine.Status.GRADED, UploadedEngine.Status.REFUSED


def waiting_count() -> int:
    """How many files wait."""
    return UploadedEngine.objects.filter(status=WAITING).count()


def needs_somebody() -> bool:
    """Whether a file waits for which a place is free."""
    _free_stale()
    waiting = UploadedEngine.objects.filter(status=WAITING)
    return any(
        (waiting if place == FIRST else waiting.filter(slow=False)).exists()
        for place in free_places()
    )


def free_places() -> list[int]:
    """The places that no file holds, the first one last: it serves every file."""
    held = set(UploadedEngine.objects.filter(status=GRADING).values_list("place", flat=True))
    return [place for place in reversed(range(PLACES)) if place not in held]


def seconds_in(place: int) -> float:
    """How long a file may take there."""
    return LONGEST if place == FIRST else BRIEF


def in_order() -> list[str]:
    """The ids of the files that wait, in the order in which they are graded.

    Everybody's first file comes before anybody's second, those that are being graded counted;
    among those, members' before guests', then the files of people who have used the grader least
    in the last hour, then the oldest.
    """
    waiting = UploadedEngine.objects.filter(status=WAITING).order_by("uploaded_at", "pk")
    rows = list(waiting.values_list("pk", "author_id", "author__is_guest", "uploaded_at"))
    used = _seconds_used({author for _, author, _, _ in rows})
    graded = UploadedEngine.objects.filter(status=GRADING).order_by()
    number = Counter(graded.values_list("author_id", flat=True))
    keys = {}
    for key, author, guest, when in rows:
        keys[key] = (number[author], guest, used.get(author, 0.0), when)
        number[author] += 1
    return sorted(keys, key=lambda key: keys[key])


def _seconds_used(authors: set[int]) -> dict[int, float]:
    since = timezone.now() - SHARED_OVER
    rows = UploadedEngine.objects.filter(author__in=authors, started_at__gte=since)
    return dict(rows.order_by().values_list("author").annotate(used=Sum("seconds")))


def claim() -> UploadedEngine | None:
    """The file to grade next, claimed by the caller; None if no place is free for one that waits.

    The place that it holds is its ``place``.
    """
    _free_stale()
    slow = set(
        UploadedEngine.objects.filter(status=WAITING, slow=True).values_list("pk", flat=True)
    )
    order = in_order()
    for place in free_places():
        for key in order:
            if place != FIRST and key in slow:
                continue
            try:
                if (row := _claimed(key, place)) is not None:
                    return row
            except IntegrityError:  # another process has taken the place
                break
    return None


def _claimed(key: str, place: int) -> UploadedEngine | None:
    """The file ``key`` in ``place``, None if it no longer waits. Raises IntegrityError."""
    now = timezone.now()
    with transaction.atomic():
        rows = UploadedEngine.objects.filter(pk=key, status=WAITING)
        if not rows.update(
            status=GRADING,
            place=place,
            started_at=now,
            seen_at=now,
            done=0,
            of_all=0,
            tries=F("tries") + 1,
        ):
            return None
    return UploadedEngine.objects.get(pk=key)


def _free_stale() -> None:
    """Let go of the file of a process that has not been heard of."""
    silent = UploadedEngine.objects.filter(
        status=GRADING, seen_at__lt=timezone.now() - LEASE
    ).order_by()
    for row in silent:
        give_back(row)


def give_back(row: UploadedEngine) -> None:
    """Put a file whose grading came to nothing back, or refuse it if that happens again."""
    still = _still_of(row)
    used = (timezone.now() - row.started_at).total_seconds() if row.started_at else 0.0
    if row.tries < MOST_TRIES:
        still.update(status=WAITING, place=None, seconds=used)
    else:
        error = STOPPED.format(row.tries)
        still.update(status=REFUSED, place=None, error=error, seconds=used, seen_at=timezone.now())


def give_up(row: UploadedEngine) -> None:
    """Refuse a file that has used up the time of the first place: more of it changes nothing."""
    finish(row, "", error=TOO_LONG.format(LONGEST))


def leave_to_the_first(row: UploadedEngine) -> None:
    """Let a file that takes longer than ``BRIEF`` wait for the first place; this was no try."""
    _still_of(row).update(status=WAITING, place=None, slow=True, tries=F("tries") - 1)


def _still_of(row: UploadedEngine) -> QuerySet[UploadedEngine]:
    """The row, as long as it is this claim's."""
    return UploadedEngine.objects.filter(pk=row.pk, status=GRADING, started_at=row.started_at)


def keep(row: UploadedEngine, done: int, of_all: int) -> None:
    """Say that the file is still being graded, and how far."""
    _still_of(row).update(seen_at=timezone.now(), done=done, of_all=of_all)


def finish(row: UploadedEngine, grader: str, *, grade: object = None, error: str = "") -> bool:
    """Store what came of a file; whether it was still the caller's."""
    now = timezone.now()
    began = row.started_at or now
    return bool(
        _still_of(row).update(
            status=REFUSED if error else GRADED,
            place=None,
            grade=grade,
            error=error[:LONGEST_ERROR],
            grader=grader,
            graded_at=now,
            seconds=(now - began).total_seconds(),
        )
    )
