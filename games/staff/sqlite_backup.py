"""SQLite: a copy by its online backup, while everybody plays; and putting a copy in place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from games.staff.backups import BackupError, stamp

PARTS = ("", "-wal", "-shm")
"""The files that make up a database."""


def backup(database: Path, folder: Path) -> Path:
    """Copy ``database`` as it is at one moment into a new file in ``folder``, and check the copy.

    Only its owner can read it, and it has no sessions.

    Nobody waits for it: writers go on in the write-ahead log. What was committed before the call is
    in the copy.
    """
    if not database.exists():
        raise BackupError(f"There is no database {str(database)!r}.")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / f"oxo-{stamp()}.sqlite3"
    partial = target.with_suffix(".partial")
    try:
        partial.touch(mode=0o600)  # SQLite would let everybody read it
        with (
            closing(sqlite3.connect(_to_read(database), uri=True)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            _end_sessions(copy)
        check(partial)
        _flush(partial)
        partial.rename(target)
    except (sqlite3.Error, OSError) as error:
        raise BackupError(
            f"{str(database)!r} cannot be copied to {str(target)!r}: {error}."
        ) from None
    finally:
        partial.unlink(missing_ok=True)
    return target


def restore(copy: Path, database: Path, *, replace: bool) -> Path | None:
    """Put ``copy`` in the place of ``database``; where the old one is now, if there was one.

    All processes have to be stopped before. Raises BackupError for a copy that is no sound database
    of this site, and where there is a database already unless ``replace`` says to set it aside.
    """
    if not copy.is_file():
        raise BackupError(f"There is no backup {str(copy)!r}.")
    check(copy)
    there = database.exists()
    if there and copy.samefile(database):
        raise BackupError(f"{str(copy)!r} is the database itself.")
    if there and not replace:
        raise BackupError(
            f"There is a database {str(database)!r} already. Stop all processes, and add "
            "--replace to set it aside."
        )
    aside = database.with_name(f"{database.name}.before-{stamp()}")
    database.parent.mkdir(parents=True, exist_ok=True)
    with _beside(database) as partial:
        partial.touch(mode=0o600)
        shutil.copyfile(copy, partial)
        _flush(partial)
        for part in PARTS:  # SQLite would play the log of another database into this one
            if (file := database.with_name(database.name + part)).exists():
                file.rename(aside.with_name(aside.name + part))
        partial.rename(database)
    return aside if there else None


def _end_sessions(copy: sqlite3.Connection) -> None:
    """Nobody is logged in by whoever finds a backup: sessions are left out, their bytes too."""
    copy.execute("PRAGMA secure_delete=ON")
    tables = copy.execute("SELECT name FROM sqlite_master WHERE name = 'django_session'")
    if tables.fetchone():
        copy.execute("DELETE FROM django_session")
        copy.commit()


def _to_read(database: Path) -> str:
    """The address of a database that nothing is written to, whatever signs its path has."""
    return f"{database.absolute().as_uri()}?mode=ro"


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    partial = path.with_name(f"{path.name}.partial")
    try:
        yield partial
    finally:
        partial.unlink(missing_ok=True)


def check(copy: Path) -> None:
    """Raise BackupError unless ``copy`` is a sound database of this site."""
    try:
        with closing(sqlite3.connect(_to_read(copy), uri=True)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            connection.execute("SELECT count(*) FROM games_game").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{str(copy)!r} is no backup of this site: {error}.") from None
    if found != "ok":
        raise BackupError(f"{str(copy)!r} is damaged: {found}.")
