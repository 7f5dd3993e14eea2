"""Files with a person's own data, if that is too much for one request: the sweep writes them.

Only the owner can download a file, by a link that expires with it. The processes and the
sweep share ``VAR_DIR``.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import DataFile, User
from accounts.own_data import as_json, as_text
from accounts.signals import data_measured

logger = logging.getLogger(__name__)

LASTS = timedelta(hours=settings.SIZES["data_file_hours"])
"""How long a file is kept, and its link works."""

LARGE = settings.SIZES["large_account"]

PATIENCE = 3.0
"""Seconds after which a round of the sweep leaves the rest of a file to the next."""

NOTED_EVERY = 200
"""Rows after which the progress is noted."""

FORSAKEN = timedelta(minutes=10)
"""A file that nobody has written to for so long is begun again: its writer is gone."""

SALT = "accounts.data_files"

WRITTEN_BY = {DataFile.Kind.EVERYTHING: as_json, DataFile.Kind.GAMES: as_text}
ENDS = {DataFile.Kind.EVERYTHING: "json", DataFile.Kind.GAMES: "txt"}


def rows_of(user: User, most: int | None = None) -> int:
    """About how many rows a person's data have; of each kind at most ``most`` are counted."""
    answers: list[tuple[Any, Any]] = data_measured.send(User, user=user, most=most)
    return sum(count for _, count in answers)


def is_large(user: User) -> bool:
    """Whether a person's data, or their account, are too much for one request."""
    return rows_of(user, LARGE) >= LARGE


def ask(user: User, kind: str) -> DataFile:
    """Have a file written. One in progress continues; a finished one is written again."""
    found = DataFile.objects.filter(user=user, kind=kind).first()
    if found is not None and found.done_at is None:
        return found
    if found is not None:
        found.delete()
    name = f"{secrets.token_hex(16)}.{ENDS[DataFile.Kind(kind)]}"
    asked, _ = DataFile.objects.get_or_create(
        user=user, kind=kind, defaults={"name": name, "total": rows_of(user)}
    )
    return asked


def token_of(file: DataFile) -> str:
    """The signed token of its link, valid for as long as the file is stored."""
    return signing.dumps([file.pk, file.name], salt=SALT)


def file_of(user: User, token: str) -> DataFile | None:
    """The file that a link of ``user`` leads to, or None once it has expired.

    Raises BadSignature for a link that is none, or is somebody else's.
    """
    try:
        key, name = signing.loads(token, salt=SALT, max_age=LASTS)
    except signing.SignatureExpired:
        return None
    found = DataFile.objects.filter(pk=key, name=name, done_at__isnull=False).first()
    if found is not None and found.user_id != user.pk:
        raise signing.BadSignature("the file is another person's")
    if found is None or not path_of(found).exists():
        return None
    assert found.done_at is not None
    return found if found.done_at > timezone.now() - LASTS else None


def read(file: DataFile) -> Iterator[str]:
    """The file's text, in parts."""
    with path_of(file).open(encoding="utf-8") as text:
        while part := text.read(1 << 16):
            yield part


def folder() -> Path:
    return Path(settings.VAR_DIR) / "own-data"


def path_of(file: DataFile) -> Path:
    return folder() / file.name


@receiver(post_delete, sender=DataFile, dispatch_uid="accounts.data_files")
def remove(sender: object, instance: DataFile, **_: object) -> None:
    """Delete a file with its row, and so with its person."""
    path_of(instance).unlink(missing_ok=True)


def _remove_strays() -> None:
    """Delete expired files without a row: a backup that was restored has no rows of them."""
    until = (timezone.now() - LASTS).timestamp()
    old = [path for path in folder().glob("*") if path.stat().st_mtime < until]
    kept = set(DataFile.objects.filter(name__in=[path.name for path in old]).values_list("name"))
    for path in old:
        if (path.name,) not in kept:
            path.unlink()


class DataFileWriter:
    """Writes files in the sweep: for some seconds a round, one file after the other."""

    def __init__(self) -> None:
        self._file: DataFile | None = None
        self._parts: Iterator[str] = iter(())
        self._text: IO[str] | None = None

    def sweep(self) -> dict[str, int]:
        """Continue writing, and delete expired files; return how many were finished and deleted."""
        done, begun = 0, time.monotonic()
        while time.monotonic() - begun < PATIENCE and (self._file or self._begin()):
            try:
                done += self._write_some()
            except Exception:  # whatever it is, the other files and the sweep go on
                logger.exception("a file with personal data cannot be written")
                self._let_go()
        expired = DataFile.objects.filter(done_at__lte=timezone.now() - LASTS)
        old = list(expired)
        for file in old:
            file.delete()
        _remove_strays()
        return {"files": done, "old_files": len(old)}

    def _begin(self) -> bool:
        """Take the file that has waited longest; False if none waits."""
        now = timezone.now()
        free = Q(touched_at=None) | Q(touched_at__lt=now - FORSAKEN)
        file = DataFile.objects.filter(free, done_at=None).order_by("asked_at").first()
        if file is None or not self._is_ours(file, written=0, touched_at=now):
            return False
        folder().mkdir(mode=0o700, exist_ok=True)
        self._file = file
        self._parts = WRITTEN_BY[DataFile.Kind(file.kind)](file.user)
        self._text = path_of(file).open("w", encoding="utf-8")
        path_of(file).chmod(0o600)
        return True

    def _write_some(self) -> int:
        """The next rows of the file that is open; 1 if they were the last."""
        file, text = self._file, self._text
        assert file is not None
        assert text is not None
        for _ in range(NOTED_EVERY):
            if (part := next(self._parts, None)) is None:
                text.close()
                now = timezone.now()
                self._is_ours(file, touched_at=now, done_at=now)
                self._let_go()
                return 1
            text.write(part)
            file.written += 1
        if not self._is_ours(file, written=file.written, touched_at=timezone.now()):
            self._let_go()
            path_of(file).unlink(missing_ok=True)  # its person is gone
        return 0

    def _is_ours(self, file: DataFile, **changes: Any) -> bool:
        """Note ``changes``; False if the row is gone, or another writer was faster."""
        same = DataFile.objects.filter(pk=file.pk, touched_at=file.touched_at)
        for name, value in changes.items():
            setattr(file, name, value)
        return bool(same.update(**changes))

    def _let_go(self) -> None:
        if self._text is not None:
            self._text.close()
        self._file, self._parts, self._text = None, iter(()), None


writer = DataFileWriter()
