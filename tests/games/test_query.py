"""Numbers as addresses and forms write them."""

from __future__ import annotations

import pytest

from games.queries.parsing import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("042", 42),
        ("999", 999),
        ("1000", None),
        ("", None),
        ("-1", None),
        ("+1", None),
        ("1.5", None),
        (" 1", None),
        ("1_0", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_only_so_many_plain_digits_are_a_number(text: str, number: int | None) -> None:
    assert whole_number(text, 3) == number
