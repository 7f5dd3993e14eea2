"""The queue in front of the grader: everybody's first file before anybody's second.

One file is graded at a time on the whole site, by whichever process has claimed it: a constraint
of the table allows one row that is being graded. A process that dies lets go of its file after
``LEASE``, and whoever looks at the queue next takes it up again.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Sum
from django.utils import timezone

from games.models import UploadedEngine

LEASE = timedelta(seconds=20)
"""How long a process may be silent about the file that it grades."""

SHARED_OVER = timedelta(hours=1)
"""Over what time people's use of the grader is compared."""

MOST_TRIES = 2
"""How often a file may stop the grader."""

STOPPED = "Grading stopped {} times without a result. Perhaps the file takes too long."

WAITING, GRADING = UploadedEngine.Status.WAITING, UploadedEngine.Status.GRADING
GRADED, REFUSED = UploadedEngine.Status.GRADED, UploadedEngine.Status.REFUSED


def waiting_count() -> int:
    """How many files wait."""
    return UploadedEngine.objects.filter(status=WAITING).count()


def needs_somebody() -> bool:
    """Whether a file waits that no process is grading, or has stopped grading."""
    _free_stale()
    rows = UploadedEngine.objects
    return rows.filter(status=WAITING).exists() and not rows.filter(status=GRADING).exists()


def in_order() -> list[str]:
    """The ids of the files that wait, in the order in which they are graded.

    Everybody's first file comes before anybody's second; among those, the files of people who
    have used the grader least in the last hour, then the oldest.
    """
    waiting = UploadedEngine.objects.filter(status=WAITING).order_by("uploaded_at", "pk")
    rows = list(waiting.values_list("pk", "author_id", "uploaded_at"))
    used = _seconds_used({author for _, author, _ in rows})
    number = Counter[int]()
    keys = {}
    for key, author, when in rows:
        keys[key] = (number[author], used.get(author, 0.0), when)
        number[author] += 1
    return sorted(keys, key=lambda key: keys[key])


def _seconds_used(authors: set[int]) -> dict[int, float]:
    since = timezone.now() - SHARED_OVER
    rows = UploadedEngine.objects.filter(author__in=authors, started_at__gte=since)
    return dict(rows.order_by().values_list("author").annotate(used=Sum("seconds")))


def claim() -> UploadedEngine | None:
    """The file to grade next, claimed by the caller; None if another is graded or none waits."""
    _free_stale()
    for key in in_order():
        now = timezone.now()
        claimed = {"status": GRADING, "started_at": now, "seen_at": now, "done": 0, "of_all": 0}
        try:
            with transaction.atomic():
                rows = UploadedEngine.objects.filter(pk=key, status=WAITING)
                if rows.update(**claimed, tries=F("tries") + 1):
                    return UploadedEngine.objects.get(pk=key)
        except IntegrityError:  # another process grades one
            return None
    return None


def _free_stale() -> None:
    """Let go of the file of a process that has not been heard of."""
    silent = UploadedEngine.objects.filter(
        status=GRADING, seen_at__lt=timezone.now() - LEASE
    ).order_by()
    for row in silent:
        give_back(row)


def give_back(row: UploadedEngine) -> None:
    """Put a file whose grading came to nothing back, or refuse it if that happens again."""
    still = UploadedEngine.objects.filter(pk=row.pk, status=GRADING, started_at=row.started_at)
    used = (timezone.now() - row.started_at).total_seconds() if row.started_at else 0.0
    if row.tries < MOST_TRIES:
        still.update(status=WAITING, seconds=used)
    else:
        error = STOPPED.format(row.tries)
        still.update(status=REFUSED, error=error, seconds=used, seen_at=timezone.now())


def keep(row: UploadedEngine, done: int, of_all: int) -> None:
    """Say that the file is still being graded, and how far."""
    rows = UploadedEngine.objects.filter(pk=row.pk, status=GRADING, started_at=row.started_at)
    rows.update(seen_at=timezone.now(), done=done, of_all=of_all)


def finish(row: UploadedEngine, grader: str, *, grade: object = None, error: str = "") -> bool:
    """Store what came of a file; whether it was still the caller's."""
    rows = UploadedEngine.objects.filter(pk=row.pk, status=GRADING, started_at=row.started_at)
    now = timezone.now()
    began = row.started_at or now
    return bool(
        rows.update(
            status=REFUSED if error else GRADED,
            grade=grade,
            error=error,
            grader=grader,
            graded_at=now,
            seconds=(now - began).total_seconds(),
        )
    )
