"""The test database: begun with tables that are kept, emptied where a test left rows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections

from tests import kept

FILLED_BY_MIGRATE = {one._meta.db_table for one in (ContentType, Permission)}


def put_tables() -> bool:
    """Put all tables in place where the database is a file; whether it is one."""
    found = connections["default"]
    if found.vendor == "sqlite":
        kept.tables(Path(found.settings_dict["TEST"]["NAME"]))
    return found.vendor == "sqlite"


def emptied_quickly() -> Callable[[Any], None]:
    """What may take the place of ``TransactionTestCase._fixture_teardown``.

    That empties all tables after a test that commits, and fills some of them again as ``migrate``
    does. Most tests leave rows in a few tables and change nothing in those that are filled.
    """
    at_first = {alias: _rows(alias, FILLED_BY_MIGRATE) for alias in connections}

    def after(case: Any) -> None:
        for alias in case._databases_names(include_mirrors=False):
            if _rows(alias, FILLED_BY_MIGRATE) == at_first[alias]:
                _empty(alias)
            else:
                call_command("flush", "-v", "0", "--no-input", "--database", alias)

    return after


def _rows(alias: str, tables: set[str]) -> dict[str, int]:
    """How many rows each table has."""
    connection = connections[alias]
    name = connection.ops.quote_name
    counts = ", ".join(f"(SELECT count(*) FROM {name(table)})" for table in sorted(tables))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counts}")
        return dict(zip(sorted(tables), cursor.fetchone(), strict=True))


def _empty(alias: str) -> None:
    connection = connections[alias]
    tables = set(connection.introspection.django_table_names(include_views=False))
    filled = [table for table, rows in _rows(alias, tables - FILLED_BY_MIGRATE).items() if rows]
    delete = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in filled]
    with connection.constraint_checks_disabled():
        connection.ops.execute_sql_flush(delete)
