"""A restore rehearsed on PostgreSQL: a cluster of the test's own is destroyed in mid-play.

Brought back is a moment between two moves. Nothing acknowledged before it may be missing, and
nothing that came after may be there.
"""

from __future__ import annotations

import os
import tarfile
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from games.staff import postgresql_backup
from games.staff.backups import BackupError
from tests.operations.cluster import Cluster
from tests.operations.conftest import Installation, moves_in
from tests.wire import free_port

pytestmark = pytest.mark.slow


def test_a_moment_is_brought_back(folder: Path) -> None:
    archive = folder / "wal"
    lost, found = Cluster(folder / "lost", free_port()), Cluster(folder / "found", free_port())
    lost.make(archive=archive)
    try:
        lost.start()
        site = Installation(folder, lost.url)
        site.manage("migrate", "-v0")
        with site.playing() as play:
            play.hear(30)
            base = site.manage("backup", str(folder / "backups")).removeprefix("Backup: ").strip()
            play.hear_since(time.time(), 30)
            moment = time.time()
            play.hear_since(moment, 30)
            ((wanted,),) = lost.ask("SELECT pg_walfile_name(pg_switch_wal())")
            lost.wait_for(
                f"SELECT coalesce(last_archived_wal, '') >= '{wanted}' FROM pg_stat_archiver", True
            )
            lost.destroy()
        until = datetime.fromtimestamp(moment, UTC).isoformat()
        places = ("--data", str(found.data), "--wal", str(archive))
        site.manage("restore", base, *places, "--until", until)
        configuration = found.data / "postgresql.conf"
        configuration.write_text(
            configuration.read_text().replace(f"port = {lost.port}", f"port = {found.port}")
        )
        found.start()
        found.wait_for("SELECT pg_is_in_recovery()", False)
        kept = moves_in(found.ask("SELECT id, log FROM games_game"))
        before = {move.row for move in play.moves if move.acknowledged < moment}
        after = {move.row for move in play.moves if move.asked > moment}
        assert len(before) >= 60
        assert len(after) >= 30
        assert before - kept == set()
        assert after & kept == set()
        site.environment["DATABASE_URL"] = found.url
        games = found.ask("SELECT count(*) FROM games_game")[0][0]
        assert site.manage("verify", "--all") == f"Sound: {games}\n"
    finally:
        for cluster in (lost, found):
            cluster.stop()


def test_without_a_moment_that_of_a_restore_before_does_not_count() -> None:
    until = datetime(2026, 1, 31, 14, 5, tzinfo=UTC)
    said = [postgresql_backup.recovery_settings(Path("/wal"), one)[-1] for one in (until, None)]
    assert said == [
        "recovery_target_time = '2026-01-31T14:05:00+00:00'",
        "recovery_target_time = ''",
    ]


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("backup_manifest", "is no base backup: it has no backup_manifest."),
        ("wal", "There is no folder"),
        ("", "is not empty: give the new cluster a folder of its own."),
    ],
)
def test_what_cannot_be_restored_is_said(tmp_path: Path, missing: str, said: str) -> None:
    base, data, archive = tmp_path / "base", tmp_path / "data", tmp_path / "wal"
    for folder in (base, data, archive):
        folder.mkdir()
    for name in ("base.tar.gz", "pg_wal.tar.gz", "backup_manifest"):
        (base / name).touch()
    (data / "something").touch()
    if missing == "wal":
        archive.rmdir()
    elif missing:
        (base / missing).unlink()
    with pytest.raises(BackupError, match=said):
        postgresql_backup.restore(base, data, archive, None)


@pytest.mark.parametrize("kept", [0, 10, 300])
def test_of_a_damaged_base_backup_the_file_is_named_and_nothing_left(
    tmp_path: Path, kept: int
) -> None:
    base, data, archive = tmp_path / "base", tmp_path / "data", tmp_path / "wal"
    for folder in (base, data, archive):
        folder.mkdir()
    (base / "backup_manifest").touch()
    (base / "noise").write_bytes(Random(1).randbytes(1_000))
    for name in ("base.tar.gz", "pg_wal.tar.gz"):
        with tarfile.open(base / name, "w:gz") as packed:
            packed.add(base / "noise", "noise")
    os.truncate(base / "pg_wal.tar.gz", kept)
    with pytest.raises(BackupError, match=r"pg_wal\.tar\.gz' cannot be unpacked: "):
        postgresql_backup.restore(base, data, archive, None)
    assert list(data.iterdir()) == []
