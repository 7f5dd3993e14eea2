"""What takes seconds to make and stays the same as long as no file changes: kept in ``var/tests``.

Test processes share the folder: the first one makes a thing while the others wait.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "var/tests"

DECIDE_ABOUT_STATIC_FILES = (
    *("requirements.lock", "config/settings.py", "config/pages/*.py"),
    *("games/templatetags/oxo.py", "*/static/**/*", "*/templates/**/*", "templates/**/*"),
)
DECIDE_ABOUT_TABLES = ("requirements.lock", "*/migrations/*.py", "config/database/online.py")


def in_memory() -> str | None:
    """Where files are in memory, so that a commit waits for no disk; None without such a place."""
    place = "/dev/shm"
    return place if Path(place).is_dir() and shutil.disk_usage(place).free > 1 << 30 else None


def static_files(environment: Mapping[str, str]) -> None:
    """The hashed and compressed files that production serves, in the ``VAR_DIR`` of a site."""

    def collect(place: Path) -> None:
        with_place = {**environment, "VAR_DIR": str(place)}
        _manage("collectstatic", "--no-input", "-v", "0", environment=with_place)

    place = Path(environment["VAR_DIR"]) / "static"
    with _alone():
        if not place.exists():
            kept = _kept("collected", DECIDE_ABOUT_STATIC_FILES, collect)
            shutil.copytree(kept / "static", place)


def tables(path: Path) -> None:
    """An SQLite database at ``path`` with all tables, and none of what was there before."""

    def migrate(place: Path) -> None:
        database = {"DATABASE_URL": f"sqlite:///{place}/tables.sqlite3", "VAR_DIR": str(place)}
        _manage("migrate", "-v", "0", environment={**os.environ, "DEBUG": "1", **database})

    with _alone():
        kept = _kept("tables", DECIDE_ABOUT_TABLES, migrate)
        for rest in ("-wal", "-shm"):
            path.with_name(path.name + rest).unlink(missing_ok=True)
        shutil.copyfile(kept / "tables.sqlite3", path)
    # Some of what the site does begins a week after an update: these tables are of today.
    with closing(sqlite3.connect(path)) as made, made:
        now = datetime.now(UTC).replace(tzinfo=None)
        made.execute("UPDATE django_migrations SET applied = ?", [now.isoformat(" ")])


@contextmanager
def _alone() -> Iterator[None]:
    """While this is entered, no other process makes or copies anything."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "making").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _kept(name: str, decide: Iterable[str], make: Callable[[Path], None]) -> Path:
    """The folder with what ``make`` makes; made again if a file that ``decide`` names changed."""
    folder = FOLDER / f"{name}-{_state_of(decide)}"
    if not folder.exists():
        new = folder.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        make(new)
        for old in set(FOLDER.glob(f"{name}-*")) - {new}:
            shutil.rmtree(old)
        new.rename(folder)
    return folder


def _state_of(patterns: Iterable[str]) -> str:
    """A name for the names and contents of all these files."""
    found = sha256()
    for path in sorted({path for one in patterns for path in ROOT.glob(one) if path.is_file()}):
        found.update(f"{path.relative_to(ROOT)}".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _manage(*arguments: str, environment: Mapping[str, str]) -> None:
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=ROOT, env=dict(environment), check=True)
