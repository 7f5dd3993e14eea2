"""Tables that are kept for weeks are as good as new ones."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests import kept


def applied(path: Path) -> datetime:
    with closing(sqlite3.connect(path)) as database:
        (found,) = database.execute("SELECT applied FROM django_migrations").fetchone()
    return datetime.fromisoformat(found).replace(tzinfo=UTC)


def test_kept_tables_count_as_migrated_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as old, old:
        old.execute("CREATE TABLE django_migrations (applied datetime)")
        old.execute("INSERT INTO django_migrations VALUES ('2020-02-29 12:00:00')")
    monkeypatch.setattr(kept, "_kept", lambda *_: tmp_path)
    began = datetime.now(UTC) - timedelta(seconds=1)
    kept.tables(tmp_path / "copy.sqlite3")
    assert applied(tmp_path / "copy.sqlite3") >= began
    assert applied(tmp_path / "tables.sqlite3").year == 2020
