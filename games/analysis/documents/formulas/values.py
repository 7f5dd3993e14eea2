"""The values that the live examples read from the address: one a formula, ``f1`` to ``f15``."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from games.analysis.documents.address import (
    CELLS,
    SEAT,
    AddressField,
    Fields,
    Value,
    number_of,
    one_of,
    unknown,
)

STARS = AddressField(r"[0-3]{15}", "fifteen digits from 0 to 3")
LEVEL = number_of(1, 3)
STAGE = number_of(1, 15)
VERSION = number_of(1, 99)
MILLISECONDS = AddressField(r"0|[1-9][0-9]{0,5}", "milliseconds below a million")

VALUES = {
    1: Value("f1", (CELLS, SEAT, SEAT), "XX.O.O...-X-X"),
    2: Value("f2", (CELLS,), "XXXOO...."),
    3: Value("f3", (CELLS, number_of(0, 3)), "XXXOOX.O.-0", last="0"),
    4: Value("f4", (CELLS,), "OO.XX...."),
    5: Value("f5", (CELLS, SEAT), "....X....-O"),
    6: Value("f6", (CELLS,), "XOXXOOOXX"),
    7: Value("f7", (STAGE, one_of("won", "lost")), "15-lost"),
    8: Value("f8", (LEVEL, STARS), "2-333332222211110"),
    9: Value("f9", (LEVEL, STAGE, CELLS), "2-4-XX..O...."),
    10: Value("f10", (VERSION, MILLISECONDS, VERSION, MILLISECONDS), "8-1000-9-990"),
    11: Value("f11", (CELLS, number_of(0, 9), SEAT, SEAT), "OO.XXX...-2-O-O"),
    12: Value("f12", (LEVEL, STARS), "1-333222111000000"),
    13: Value("f13", (STARS, STARS, STARS), "333333333333333-222222222222222-111100000000000"),
    14: Value("f14", (CELLS,), "X........"),
    15: Value("f15", (CELLS,), "X.O.X...O"),
}
"""What each formula is shown on: 1 cells, who moves, the AI; 3 cells, the marks of X
among them that the stage opened with; 5 cells, the AI; 7 stage, result;
8 and 12 level, stars; 9 level, stage, cells; 10 local version and time, remote version and time;
11 cells, cell, role, turn; 13 the stars of three levels; the others cells."""


class Examples:
    """What each formula is shown on, and the addresses of its neighbours on its page."""

    def __init__(self, query: Mapping[str, str]) -> None:
        """Read a query. Raises BadAddress for a value no example has."""
        unknown(query, (value.name for value in VALUES.values()), r"f\d+")
        self.given = [number for number, value in VALUES.items() if value.name in query]
        self.states: dict[int, Fields] = {
            number: value.read(query.get(value.name, value.default))
            for number, value in VALUES.items()
        }

    def url(self, number: int, *fields: str | int) -> str:
        """The page of formula ``number`` on other ``fields``."""
        text = "-".join(map(str, fields))
        value = VALUES[number]
        return "?" + urlencode({} if text == value.default else {value.name: text})

    def text(self, number: int) -> str:
        """What formula ``number`` is shown on, as an address has it."""
        return "-".join(self.states[number])

    def fresh(self, number: int) -> str:
        """The page of formula ``number`` on its own example; empty if it is there."""
        default = VALUES[number].default
        return "" if self.text(number) == default else self.url(number, default)
