"""Tells an outage of the database from an error of ours."""

from __future__ import annotations

import sqlite3

from django.db import InterfaceError, OperationalError

AWAY = "The site cannot answer right now. Every confirmed move is safe. Try again in a moment."
"""What people and programs read meanwhile."""

RETRY_AFTER = 2
"""Seconds after which it is worth asking again."""

PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PROTOCOL,
}
"""SQLite's reasons that lie outside the program. It calls a missing table operational, too."""


def is_outage(error: BaseException | None) -> bool:
    """Whether the database is unreachable, too busy, or has dropped the connection."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return (getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF in PASSING
    return True
