"""Take a file that somebody uploads: check it, give it its version, put it into the queue."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from accounts.guests import User
from accounts.limits import one_at_a_time
from games.arena.grading.program import MOST_BYTES
from games.arena.queue import waiting_count
from games.compute.release_files import GRADING, release
from games.models import UploadedEngine

MOST = settings.SIZES["uploaded_engines"]
MOST_WAITING = settings.SIZES["waiting_engines"]
LONGEST_QUEUE = settings.SIZES["grading_queue"]

OF_GUESTS = 0.75
"""What part of the queue guests may fill: the rest is kept for members."""

TRIES = 3
"""How often a version is numbered, if another request takes the number."""


class CannotUpload(Exception):
    """Why a file is not taken, in a sentence for the person who sent it."""


class TooMany(CannotUpload):
    """Not because of the file: so many are here already."""


def upload(
    *,
    user: User,
    name: str,
    variant: str,
    data: bytes,
    origin: UploadedEngine | None = None,
) -> UploadedEngine:
    """Store a file and return its row; a file graded before has its grade at once.

    ``origin`` is the published engine that it was made from, if it was.

    Raises CannotUpload.
    """
    source = _text(data)
    own = UploadedEngine.objects.filter(author=user.pk)
    digest = hashlib.sha256(data).hexdigest()
    same = own.filter(variant=variant, name=name, digest=digest).first()
    if same is not None:
        return same
    known = graded_before(digest, variant)
    row = UploadedEngine(
        author_id=user.pk, name=name, variant=variant, source=source, digest=digest
    )
    row.forked_from = origin
    if known is not None:
        row.status, row.grade, row.error = known.status, known.grade, known.error
        row.grader, row.graded_at = known.grader, timezone.now()
    with one_at_a_time(user.pk):
        if own.count() >= MOST:
            raise TooMany(f"You have {MOST} engines here. Delete one first.")
        if known is None:
            _require_place(user)
        return _numbered(row)


def _require_place(user: User) -> None:
    """Raise CannotUpload where no further file can wait to be graded."""
    own = UploadedEngine.objects.filter(author=user.pk)
    if own.filter(status=UploadedEngine.Status.WAITING).count() >= MOST_WAITING:
        raise TooMany(f"{MOST_WAITING} of your engines wait to be graded. Wait for one.")
    most = OF_GUESTS * LONGEST_QUEUE if user.is_guest else LONGEST_QUEUE
    if waiting_count() >= most:
        raise TooMany("The queue is full. Try again in some minutes.")


def graded_before(digest: str, variant: str) -> UploadedEngine | None:
    """A file with the same content that the same grader has graded, whosever it is."""
    rows = UploadedEngine.objects.filter(digest=digest, variant=variant, graded_at__isnull=False)
    return rows.filter(grader=release(GRADING)).first()


def _numbered(row: UploadedEngine) -> UploadedEngine:
    """Store ``row`` as the next version of the engine of its name."""
    for _ in range(TRIES):
        row.version = next_version(row.author_id, row.variant, row.name)
        try:
            with transaction.atomic():
                row.save(force_insert=True)
                return row
        except IntegrityError:  # another tab sent one at the same moment
            continue
    raise CannotUpload("Another upload of this engine is under way. Try again.")


def next_version(author: int, variant: str, name: str) -> int:
    """The number of the next file of this name."""
    rows = UploadedEngine.objects.filter(author=author, variant=variant, name=name)
    return (rows.aggregate(last=Max("version"))["last"] or 0) + 1


def _text(data: bytes) -> str:
    if not data.strip():
        raise CannotUpload("The file is empty.")
    if len(data) > MOST_BYTES:
        most = f"{MOST_BYTES >> 10} KB"
        raise CannotUpload(f"The file has {len(data):,} bytes, and at most {most} are taken.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad = data[error.start]
        raise CannotUpload(
            f"This is no Python file: byte {error.start:,} ({bad:#04x}) is not UTF-8."
        ) from None
    if "\0" in text:
        raise CannotUpload(
            f"This is no Python file: byte {data.index(0):,} is zero, as in a program or a picture."
        )
    return text
