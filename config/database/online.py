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
)
from django.db.migrations import AddConstraint, AddIndex
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


class AddCheckOnline(_Online, AddConstraintNotValid):
    """``AddConstraint`` for a check, beside reads and writes: rows that are there are not read.

    For a check that lets through all that the one before it did.
    """

    concurrent, plain = AddConstraintNotValid, AddConstraint


def on_postgresql(*statements: str) -> Callable[[Any, Any], None]:
    """Code for ``RunPython``: run the statements on PostgreSQL, each by itself."""

    def run(apps: Any, schema_editor: Any) -> None:
        if _on_postgresql(schema_editor):
            for statement in statements:
                schema_editor.execute(statement)

    return run


def without_like(*columns: tuple[str, str]) -> Callable[[Any, Any], None]:
    """Code for ``RunPython``: leave out the indexes for ``LIKE`` on columns made just before.

    Django makes one on PostgreSQL beside each key that is a text. It does so at the end of the
    migration, so this takes back what it has in mind.
    """

    def leave_out(apps: Any, schema_editor: Any) -> None:
        schema_editor.deferred_sql = [
            statement
            for statement in schema_editor.deferred_sql
            if "_pattern_ops" not in str(statement)
            or not any(statement.references_column(*column) for column in columns)
        ]

    return leave_out


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
