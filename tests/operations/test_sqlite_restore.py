"""A restore rehearsed on SQLite: the database is destroyed in mid-play and brought back."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from games.staff import sqlite_backup
from games.staff.backups import BackupError
from tests.operations.conftest import Installation, moves_in


@pytest.mark.slow  # six processes
def test_every_move_acknowledged_before_the_backup_is_there_after_the_restore(
    tmp_path: Path,
) -> None:
    database = tmp_path / "oxo.sqlite3"
    site = Installation(tmp_path, f"sqlite:///{database}")
    site.manage("migrate", "-v0")
    with site.playing() as play:
        play.hear(30)
        moment = time.time()
        said = site.manage("backup", str(tmp_path / "backups"))
        play.hear_since(time.time(), 5)
    copy = Path(said.removeprefix("Backup: ").strip())
    for part in sqlite_backup.PARTS:
        Path(f"{database}{part}").unlink(missing_ok=True)
    database.write_bytes(b"not a database any more")
    assert "--replace to set it aside." in site.refused("restore", str(copy))
    assert f"Restored: {database}; before: " in site.manage("restore", "--replace", str(copy))
    with closing(sqlite3.connect(database)) as connection:
        kept = moves_in(connection.execute("SELECT id, log FROM games_game"))
        games = connection.execute("SELECT count(*) FROM games_game").fetchone()[0]
    before = {move.row for move in play.moves if move.acknowledged < moment}
    assert len(before) >= 30
    assert before - kept == set()
    assert play.moves[-1].row not in kept  # it was made after the backup
    assert site.manage("verify", "--all") == f"Sound: {games}\n"


def test_a_copy_has_what_was_committed_and_a_restore_sets_the_rest_aside(tmp_path: Path) -> None:
    database = tmp_path / "oxo.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE games_game (id)")
        connection.execute("INSERT INTO games_game VALUES ('first')")
        connection.commit()
        connection.execute("INSERT INTO games_game VALUES ('not committed')")
        copy = sqlite_backup.backup(database, tmp_path / "backups")
        connection.commit()
    aside = sqlite_backup.restore(copy, database, replace=True)
    assert aside is not None
    assert games_in(database) == ["first"]
    assert games_in(aside) == ["first", "not committed"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup with the game ``first``."""
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as connection:
        connection.execute("CREATE TABLE games_game (id)")
        connection.execute("INSERT INTO games_game VALUES ('first')")
        connection.commit()
    return sqlite_backup.backup(tmp_path / "other.sqlite3", tmp_path / "backups")


def test_a_log_without_its_database_is_set_aside(tmp_path: Path, copy: Path) -> None:
    database, log = tmp_path / "oxo.sqlite3", tmp_path / "oxo.sqlite3-wal"
    log.write_bytes(b"of another database")
    assert sqlite_backup.restore(copy, database, replace=False) is None
    assert not log.exists()
    (aside,) = tmp_path.glob("oxo.sqlite3.before-*-wal")
    assert aside.read_bytes() == b"of another database"
    assert games_in(database) == ["first"]


def test_where_the_disk_is_full_the_database_stays_in_its_place(
    tmp_path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*paths: Path) -> None:
        raise OSError("No space left on device")

    database = tmp_path / "oxo.sqlite3"
    database.write_bytes(b"the site")
    monkeypatch.setattr(sqlite_backup.shutil, "copyfile", full)
    with pytest.raises(OSError, match="No space left"):
        sqlite_backup.restore(copy, database, replace=True)
    assert database.read_bytes() == b"the site"
    assert not list(tmp_path.glob("oxo.sqlite3.*"))


def test_the_database_is_not_restored_from_itself(copy: Path) -> None:
    with pytest.raises(BackupError, match="is the database itself"):
        sqlite_backup.restore(copy, copy, replace=True)
    assert games_in(copy) == ["first"]


def test_a_copy_is_its_owners_and_has_no_sessions(tmp_path: Path) -> None:
    database = tmp_path / "oxo.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE games_game (id)")
        connection.execute("CREATE TABLE django_session (session_key, session_data)")
        connection.execute("INSERT INTO django_session VALUES ('a-live-key', 'of somebody')")
        connection.commit()
    copy = sqlite_backup.backup(database, tmp_path / "backups")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.parent.stat().st_mode & 0o777 == 0o700
    assert b"a-live-key" in database.read_bytes()
    assert b"a-live-key" not in copy.read_bytes()
    sqlite_backup.restore(copy, database, replace=True)
    assert database.stat().st_mode & 0o777 == 0o600


def test_a_path_may_have_any_signs(tmp_path: Path, copy: Path) -> None:
    folder = tmp_path / "C# 100%?mode=rwc"
    folder.mkdir()
    shutil.copy(copy, folder / "oxo.sqlite3")
    again = sqlite_backup.backup(folder / "oxo.sqlite3", folder / "backups")
    sqlite_backup.restore(again, folder / "oxo.sqlite3", replace=True)
    assert games_in(folder / "oxo.sqlite3") == ["first"]


def games_in(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM games_game ORDER BY rowid")]


def test_what_is_no_backup_is_refused_and_nothing_changed(tmp_path: Path) -> None:
    database, wrong = tmp_path / "oxo.sqlite3", tmp_path / "wrong"
    database.write_bytes(b"the site")
    wrong.write_bytes(b"no database" * 1000)
    with pytest.raises(BackupError, match="is no backup of this site: file is not a database"):
        sqlite_backup.restore(wrong, database, replace=True)
    with pytest.raises(BackupError, match="There is no backup '/nowhere'"):
        sqlite_backup.restore(Path("/nowhere"), database, replace=True)
    with pytest.raises(BackupError, match="There is no database"):
        sqlite_backup.backup(tmp_path / "none", tmp_path / "backups")
    sqlite3.connect(tmp_path / "empty").close()
    with pytest.raises(BackupError, match="no such table: games_game"):
        sqlite_backup.restore(tmp_path / "empty", database, replace=True)
    assert database.read_bytes() == b"the site"
    assert not list(tmp_path.glob("*.partial"))
