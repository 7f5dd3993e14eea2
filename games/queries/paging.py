"""Paginators for long lists that do not count all rows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.db import connection

from games.queries.parsing import whole_number

MOST_COUNTED = 20
"""Pages that are counted; whoever wants to go further narrows the list."""


class CappedPage(Page[Any]):
    """A page that may be followed by uncounted pages; ``onward`` is whether rows follow it."""

    def __init__(self, rows: Any, number: int, paginator: Any, *, onward: bool) -> None:
        super().__init__(rows, number, paginator)
        self._onward = onward

    def has_next(self) -> bool:
        return self._onward

    def next_page_number(self) -> int:
        return self.number + 1

    def previous_page_number(self) -> int:
        return self.number - 1


class CappedPaginator(Paginator):
    """Counts at most ``most`` pages, since a count reads every row that it counts.

    ``more`` is whether there are rows beyond. Later pages can still be asked for by number.
    ``counted`` are rows to count in place of those of the list, where that is cheaper.
    """

    def __init__(
        self, rows: Any, per_page: int, counted: Any = None, most: int = MOST_COUNTED
    ) -> None:
        super().__init__(rows, per_page)
        self._rows = rows if counted is None else counted
        self._most = most

    @cached_property
    def more(self) -> bool:
        return self._counted > self.per_page * self._most

    @cached_property
    def _counted(self) -> int:
        # In the order of the list, or the database reads all rows before it counts the first.
        return int(self._rows[: self.per_page * self._most + 1].count())

    @cached_property
    def count(self) -> int:
        return min(self._counted, self.per_page * self._most)

    def get_page(self, number: Any) -> Page[Any]:
        """The page with this number, or the nearest one that exists."""
        wanted = whole_number(str(number), 6)
        if wanted is not None and wanted > self._most and self.more:
            first = (wanted - 1) * self.per_page
            if rows := list(self.object_list[first : first + self.per_page + 1]):
                onward = len(rows) > self.per_page
                return CappedPage(rows[: self.per_page], wanted, self, onward=onward)
        page: Page[Any] = super().get_page(number)
        return page

    def _get_page(self, rows: Any, number: int, paginator: Any) -> Page[Any]:
        onward = number < self.num_pages or self.more
        return CappedPage(rows, number, paginator, onward=onward)


class EstimatedPaginator(Paginator):
    """For staff: takes PostgreSQL's estimate instead of counting a whole table.

    Filtered lists are counted up to ``MOST_COUNTED`` pages.
    """

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        estimate = 0 if rows.query.where else estimated(rows.model._meta.db_table)
        # In the order of the list, which has an index; else PostgreSQL scans the table.
        return estimate or int(rows[: self.per_page * MOST_COUNTED].count())


def estimated(table: str) -> int:
    """About how many rows a table has; 0 where the database does not know."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass", [table])
        return max(0, int(cursor.fetchone()[0]))
