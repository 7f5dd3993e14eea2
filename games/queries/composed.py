"""Queries that Django composes once, for what many pages ask.

Composing a query takes Django ten times as long as running it. ``Composed`` stores the SQL of a
queryset and runs it again with other values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, QuerySet
from django.db.models.expressions import Expression


class _Slot(NamedTuple):
    """The place of a value in the statement."""

    name: str


class Given(Expression):
    """A placeholder in a queryset for the value called ``name``, which each call gives."""

    def __init__(self, name: str, field: Field[Any, Any]) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", (_Slot(self.name),)


class _Statement(NamedTuple):
    sql: str
    values: tuple[Any, ...]
    converters: dict[int, tuple[list[Callable[..., Any]], Any]]


class Composed:
    """``build`` makes a queryset of ``values_list`` rows, with ``Given`` where values differ.

    It is called once, at the first query. Rows of mere columns are fetched without Django's
    objects.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self._build = build

    def rows(self, **values: object) -> list[tuple[Any, ...]]:
        """All rows for these values."""
        statement = self._statement
        given: list[Any] = [
            _adapted(values[one.name]) if isinstance(one, _Slot) else one
            for one in statement.values
        ]
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, given)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return _converted(rows, statement) if statement.converters else rows

    def column(self, **values: object) -> list[Any]:
        """The first column of all rows."""
        return [row[0] for row in self.rows(**values)]

    @cached_property
    def _statement(self) -> _Statement:
        compiler = self._build().query.get_compiler(DEFAULT_DB_ALIAS)
        sql, values = compiler.as_sql()
        columns = [column for column, _, _ in compiler.select]
        return _Statement(sql, tuple(values), compiler.get_converters(columns))


def _adapted(value: object) -> object:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


def _converted(rows: Sequence[tuple[Any, ...]], statement: _Statement) -> list[tuple[Any, ...]]:
    found = [list(row) for row in rows]
    for at, (converters, expression) in statement.converters.items():
        for row in found:
            for convert in converters:
                row[at] = convert(row[at], expression, connection)
    return [tuple(row) for row in found]
