"""Steps of migrations that lock nobody out while the site runs.

PostgreSQL builds and drops an index beside reads and writes only outside of a transaction: a
migration that uses these sets ``atomic = False``. SQLite has one writer anyway and does it the
usual way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
)
from django.db.migrations import AddConstraint, AddIndex, RemoveIndex
from django.db.migrations.operations.base import Operation

STEP = 20_000
"""Rows that one statement of ``in_steps`` goes through, and locks until it is done."""


def _on_postgresql(schema_editor: Any) -> bool:
    return bool(schema_editor.connection.vendor == "postgresql")


class _Online(Operation):
    """Does as ``concurrent`` does on PostgreSQL, and as ``plain`` elsewhere."""

    concurrent: ClassVar[type[Operation]]
    plain: ClassVar[type[Operation]]

    def database_forwards(self, label: str, editor: Any, before: Any, after: Any) -> None:
        usual = self.concurrent if _on_postgresql(editor) else self.plain
        usual.database_forwards(self, label, editor, before, after)

    def database_backwards(self, label: str, editor: Any, before: Any, after: Any) -> None:
        usual = self.concurrent if _on_postgresql(editor) else self.plain
        usual.database_backwards(self, label, editor, before, after)


class AddIndexOnline(_Online, AddIndexConcurrently):
    """``AddIndex`` beside reads and writes."""

    concurrent, plain = AddIndexConcurrently, AddIndex


class RemoveIndexOnline(_Online, RemoveIndexConcurrently):
    """``RemoveIndex`` beside reads and writes."""

    concurrent, plain = RemoveIndexConcurrently, RemoveIndex


class AddCheckOnline(_Online, AddConstraintNotValid):
    """``AddConstraint`` for a check, beside reads and writes: rows that are there are not read.

    For a check that lets through all that the one before it did.
    """

    concurrent, plain = AddConstraintNotValid, AddConstraint


def drop_indexes(*columns: tuple[str, str]) -> Callable[[Any, Any], None]:
    """Code for ``RunPython``: drop what Django made by itself for single columns of tables.

    That is the index of a foreign key, where another index begins with the same column, and the
    twin of a text column for ``LIKE``. Unique ones stay, and those that a model declares.
    """

    def drop(apps: Any, schema_editor: Any) -> None:
        connection = schema_editor.connection
        how = "CONCURRENTLY IF EXISTS" if _on_postgresql(schema_editor) else "IF EXISTS"
        declared = {index.name for model in apps.get_models() for index in model._meta.indexes}
        with connection.cursor() as cursor:
            for table, column in columns:
                found = connection.introspection.get_constraints(cursor, table)
                for name, index in found.items():
                    own = name not in declared and _is_plain(index)
                    if own and index["columns"] == [column]:
                        quoted = schema_editor.quote_name(name)
                        cursor.execute(f"DROP INDEX {how} {quoted}")

    return drop


def add_prefix_index(name: str, table: str, column: str) -> Callable[[Any, Any], None]:
    """Code for ``RunPython``: an index that finds the beginning of a text in any case.

    PostgreSQL needs one besides that of the values unless it sorts by bytes; others do not.
    """

    def add(apps: Any, schema_editor: Any) -> None:
        if _on_postgresql(schema_editor):
            with schema_editor.connection.cursor() as cursor:
                columns = f"(lower({column}) text_pattern_ops)"
                cursor.execute(f"CREATE INDEX CONCURRENTLY {name} ON {table} {columns}")

    return add


def drop_prefix_index(name: str) -> Callable[[Any, Any], None]:
    """Code for ``RunPython``: undo ``add_prefix_index``."""

    def drop(apps: Any, schema_editor: Any) -> None:
        if _on_postgresql(schema_editor):
            with schema_editor.connection.cursor() as cursor:
                cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")

    return drop


def add_unique_index(sql: str) -> Callable[[Any, Any], None]:
    """Code for ``RunPython``: ``CREATE UNIQUE INDEX`` and then ``sql``: name, table, what."""

    def add(apps: Any, schema_editor: Any) -> None:
        how = "CONCURRENTLY" if _on_postgresql(schema_editor) else ""
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(f"CREATE UNIQUE INDEX {how} {sql}")

    return add


def drop_index(name: str) -> Callable[[Any, Any], None]:
    """Code for ``RunPython``: take back what ``add_unique_index`` made."""

    def drop(apps: Any, schema_editor: Any) -> None:
        how = "CONCURRENTLY IF EXISTS" if _on_postgresql(schema_editor) else "IF EXISTS"
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {how} {name}")

    return drop


def _is_plain(index: dict[str, Any]) -> bool:
    return bool(index["index"] and not (index["unique"] or index["primary_key"]))


def in_steps(table: str, statement: str) -> Callable[[Any, Any], None]:
    """Code for ``RunPython``: run ``statement``, which takes the first id of a step and the
    first after it, over all rows of ``table``, a step at a time."""

    def run(apps: Any, schema_editor: Any) -> None:
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(f"SELECT min(id), max(id) FROM {table}")  # noqa: S608  a table's name
            first, last = cursor.fetchone()
            for begin in range(first or 0, (last or -1) + 1, STEP):
                cursor.execute(statement, [begin, begin + STEP])

    return run
