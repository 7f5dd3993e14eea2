"""Backups of the whole database, and bringing one back: ``manage.py backup`` and ``restore``.

It imports Django alone; only the commands import it.
"""

from __future__ import annotations

from datetime import UTC, datetime


class BackupError(Exception):
    """A backup that cannot be made or restored; the text says why."""


def stamp(now: datetime | None = None) -> str:
    """A moment as part of a name, in UTC: names in their order are moments in their order."""
    return (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%SZ")
