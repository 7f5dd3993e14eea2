"""``manage.py restore BACKUP``: bring back what ``manage.py backup`` made."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.management.console import path
from games.staff import postgresql_backup, sqlite_backup
from games.staff.backups import BackupError


def moment(text: str) -> datetime:
    """A moment with its time zone."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected a moment with its time zone, like 2026-01-31T14:05:00+00:00"
        )
    return found


class Command(BaseCommand):
    help = (
        "Bring back a backup. SQLite: puts the file in the place of the database. PostgreSQL: lays "
        "out a new cluster in --data, which recovers itself when it is started."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", type=path)
        parser.add_argument(
            "--replace", action="store_true", help="SQLite: set the database that is there aside"
        )
        parser.add_argument("--data", type=path, help="PostgreSQL: the folder of the new cluster")
        parser.add_argument("--wal", type=path, help="PostgreSQL: the folder of the archived log")
        parser.add_argument(
            "--until", type=moment, help="PostgreSQL: the moment to go back to; else the latest"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._restore(options)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from None

    def _restore(self, options: dict[str, Any]) -> None:
        data, archive, until = options["data"], options["wal"], options["until"]
        if data is None and connection.vendor == "sqlite":
            if archive or until:
                raise CommandError("--wal and --until are for PostgreSQL; the database is SQLite.")
            database = Path(str(connection.settings_dict["NAME"]))
            connection.close()
            aside = sqlite_backup.restore(options["backup"], database, replace=options["replace"])
            self.stdout.write(f"Restored: {database}" + (f"; before: {aside}" if aside else ""))
        else:
            if data is None or archive is None:
                raise CommandError("PostgreSQL needs --data and --wal.")
            postgresql_backup.restore(options["backup"], data, archive, until)
            self.stdout.write(f"Ready to be started: {data}")
        self.stdout.write("Then check every game: manage.py verify --all")
