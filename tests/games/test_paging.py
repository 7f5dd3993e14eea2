"""Pages of lists that are counted only so far."""

from __future__ import annotations

from typing import Any

import pytest

from games.queries.paging import CappedPaginator


class Rows(list):  # type: ignore[type-arg]
    """Rows as a query gives them, whose slices can be counted."""

    def __getitem__(self, which: Any) -> Any:
        found = super().__getitem__(which)
        return Rows(found) if isinstance(which, slice) else found

    def count(self) -> int:  # type: ignore[override]
        return len(self)


def pages(rows: int) -> CappedPaginator:
    return CappedPaginator(Rows(range(rows)), 2, most=3)


@pytest.mark.parametrize(
    ("number", "shown", "first", "before", "onward"),
    [
        (1, [0, 1], 1, False, True),
        (3, [4, 5], 5, True, True),
        (4, [6, 7], 7, True, True),
        (5, [8], 9, True, False),
    ],
)
def test_pages_lead_on_past_those_that_are_counted(
    number: int, shown: list[int], first: int, before: bool, onward: bool
) -> None:
    page = pages(9).get_page(str(number))
    assert (list(page), page.start_index(), page.number) == (shown, first, number)
    assert (page.has_previous(), page.has_next()) == (before, onward)
    if onward:
        assert page.next_page_number() == number + 1
    if before:
        assert page.previous_page_number() == number - 1


def test_without_rows_beyond_the_last_counted_page_leads_nowhere() -> None:
    paginator = pages(6)
    assert not paginator.more
    assert not paginator.get_page("3").has_next()
    assert paginator.get_page("4").number == 3


@pytest.mark.parametrize("number", ["6", "999999", "1000000", "x", "-1", "²", None])
def test_a_page_that_is_none_is_the_nearest_counted_one(number: str | None) -> None:
    assert pages(9).get_page(number).number in (1, 3)
