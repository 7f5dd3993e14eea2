"""``manage.py backup FOLDER``: the whole database as it is now, while everybody plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection

from games.management.console import path
from games.staff import postgresql_backup, sqlite_backup
from games.staff.backups import BackupError

NOT_ARCHIVED = (
    "PostgreSQL does not archive its log (archive_mode is off): this backup brings back the moment "
    "of its making, and no later one. docs/operations.md says how to turn it on."
)

NOT_OF_A_BACKUP = {"options", "assume_role", "isolation_level"}
"""What a session of the site has: the latter two are Django's own."""


class Command(BaseCommand):
    help = (
        "Make a backup of the whole database in a new file (SQLite) or a new folder (PostgreSQL, a "
        "base backup of the cluster) within FOLDER."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=path)
        parser.add_argument(
            "--url", help="PostgreSQL: the address with a role that may replicate (DATABASE_URL)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = self._made(options["folder"], options["url"])
        except (BackupError, OSError, Error) as error:
            raise CommandError(str(error).strip()) from None
        self.stdout.write(f"Backup: {made}")

    def _made(self, folder: Path, url: str | None) -> Path:
        if connection.vendor == "sqlite":
            if url:
                raise CommandError("--url is for PostgreSQL; the database here is SQLite.")
            return sqlite_backup.backup(Path(str(connection.settings_dict["NAME"])), folder)
        with connection.cursor() as cursor:
            cursor.execute("SHOW archive_mode")
            if cursor.fetchone() == ("off",):
                self.stderr.write(NOT_ARCHIVED)
        return postgresql_backup.backup(self._parameters(url), folder)

    def _parameters(self, url: str | None) -> dict[str, str]:
        try:
            found: Any = dj_database_url.parse(url) if url else connection.settings_dict
        except ValueError:
            raise CommandError("--url: expected postgres://user:password@host:port/name") from None
        names = {"HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
        named = {name: str(found[key]) for key, name in names.items() if found.get(key)}
        return {**_of_libpq(found.get("OPTIONS", {})), **named}


def _of_libpq(options: dict[str, Any]) -> dict[str, str]:
    """Those of a database's OPTIONS that are libpq's, such as ``sslmode``.

    Its ``options`` are of the site's sessions, and a backup has none.
    """
    return {
        name: str(value)
        for name, value in options.items()
        if name not in NOT_OF_A_BACKUP and type(value) in (int, str)
    }
