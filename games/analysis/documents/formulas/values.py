"""The values that the live examples read from the address: one a formula, ``f1`` to ``f15``."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.utils.html import escape

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


BEFORE, AFTER = "\ue000", "\ue001"
"""Gaps in the links of ``Alone``: for the states of the formulas before it, and of those after."""


class Examples:
    """All fifteen states of one page, and the addresses of its neighbours."""

    def __init__(self, query: Mapping[str, str]) -> None:
        """Read a query. Raises BadAddress for a value no example has."""
        unknown(query, (value.name for value in VALUES.values()), r"f\d+")
        self.given = {
            number: query[value.name] for number, value in VALUES.items() if value.name in query
        }
        self.states: dict[int, Fields] = {
            number: value.read(self.given.get(number, value.default))
            for number, value in VALUES.items()
        }

    def url(self, number: int, *fields: str | int) -> str:
        """The page with formula ``number`` on other ``fields``, the rest as it is."""
        return self._url(number, "-".join(map(str, fields)))

    def text(self, number: int) -> str:
        """What formula ``number`` is shown on, as an address has it."""
        return "-".join(self.states[number])

    def fresh(self, number: int) -> str:
        """The page with formula ``number`` back on its own example; empty if it is there."""
        default = VALUES[number].default
        return "" if self.text(number) == default else self._url(number, default)

    def _url(self, number: int, text: str) -> str:
        return f"?{self._query(self.given | {number: text})}#formula-{number}"

    def _query(self, states: Mapping[int, str]) -> str:
        """``states`` as an address has them, without those that show their own example."""
        told = {VALUES[n].name: states[n] for n in sorted(states) if states[n] != VALUES[n].default}
        return urlencode(told)

    def completed(self, number: int, html: str) -> str:
        """``html``, drawn with ``Alone`` for formula ``number``, its gaps filled in."""
        before = escape(self._query({n: self.given[n] for n in self.given if n < number}))
        after = escape(self._query({n: self.given[n] for n in self.given if n > number}))
        both = "&amp;".join(part for part in (before, after) if part)
        html = html.replace(BEFORE + AFTER, both)
        html = html.replace(BEFORE, f"{before}&amp;" if before else "")
        return html.replace(AFTER, f"&amp;{after}" if after else "")


class Alone(Examples):
    """The state of one formula, whatever the others show: its links have gaps for those."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__({VALUES[number].name: text})

    def _url(self, number: int, text: str) -> str:
        return f"?{BEFORE}{self._query({number: text})}{AFTER}#formula-{number}"
