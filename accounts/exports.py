"""Streams rows as a file, reading a page of rows at a time."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import QuerySet
from django.http import StreamingHttpResponse

AT_ONCE = 1_000
"""Rows read by one query."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would compute."""


def pages(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    """All ``rows`` by their key, in pages: each a short query, however many there are."""
    found = list(rows.order_by("pk")[:AT_ONCE])
    while found:
        yield found
        found = list(rows.order_by("pk").filter(pk__gt=found[-1].pk)[:AT_ONCE])


Computed = Mapping[str, Callable[[Any], object]]
"""How columns that no attribute has are computed of a row."""


def as_csv(
    rows: QuerySet[Any], columns: Sequence[str], name: str, computed: Computed | None = None
) -> StreamingHttpResponse:
    """The ``columns`` of ``rows``: each ``computed``, an attribute, or a dotted path to one."""
    read = {column: (computed or {}).get(column) or attrgetter(column) for column in columns}

    def parts() -> Iterator[str]:
        yield _lines([columns])
        for page in pages(rows):
            yield _lines([[csv_cell(of(row)) for of in read.values()] for row in page])

    return streamed(parts(), name, "text/csv; charset=utf-8")


def streamed(parts: Iterator[str], name: str, kind: str) -> StreamingHttpResponse:
    """A streamed response that the browser saves as the file ``name``."""
    response = StreamingHttpResponse(_in_a_thread(parts), content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


async def _in_a_thread(parts: Iterator[str]) -> AsyncIterator[str]:
    following = sync_to_async(lambda: next(parts, None))
    while (part := await following()) is not None:
        yield part


def csv_cell(value: Any) -> str:
    """A value as text that no spreadsheet computes."""
    text = "" if value is None else str(value() if callable(value) else value)
    return f"'{text}" if text.startswith(FORMULA) else text


def _lines(rows: Sequence[Sequence[str]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue()
