"""What a live example shows, as text in an address: ``f4=OO.XX....`` or ``f5=....X....-O``.

A value is a few fields with ``-`` between them. Reading refuses what does not fit and quotes it;
nothing is guessed, so an address that works always shows what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import BadNotation, ClassicBoard, Shape
from games.rules.errors import quoted
from games.rules.shape import parse_cell

Fields = tuple[str, ...]


class BadAddress(ValueError):
    """An invalid value in an address; the message quotes it."""


@dataclass(frozen=True, slots=True)
class AddressField:
    """One field of a value: the pattern it matches in full, and that in words."""

    pattern: str
    words: str


CELLS = AddressField(r"[XO.]{9}", "nine characters of X, O and '.'")
SEAT = AddressField(r"[XO]", "X or O")


def number_of(low: int, high: int) -> AddressField:
    """A whole number from ``low`` to ``high``, without idle zeros."""
    return AddressField(
        "|".join(str(n) for n in range(low, high + 1)), f"a whole number from {low} to {high}"
    )


def one_of(*words: str) -> AddressField:
    return AddressField("|".join(words), " or ".join(words))


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an address: its ``name``, its fields, and what it is unless given.

    An address may leave out the last field where ``last`` says what it is then.
    """

    name: str
    fields: tuple[AddressField, ...]
    default: str
    last: str = ""

    def read(self, text: str) -> Fields:
        """The fields of ``text``. Raises BadAddress."""
        parts = tuple(text.split("-"))
        if self.last and len(parts) == len(self.fields) - 1:
            parts = (*parts, self.last)
        fit = len(parts) == len(self.fields) and all(
            re.fullmatch(field.pattern, part)
            for field, part in zip(self.fields, parts, strict=True)
        )
        if not fit:
            expected = ", then ".join(field.words for field in self.fields)
            raise BadAddress(
                f"{self.name}={quoted(text)} cannot be read: expected {expected}, "
                f"as in {self.name}={self.default!r}"
            )
        return parts


def cells_in(text: str, shape: Shape) -> tuple[int, ...]:
    """The cells that ``text`` names one after the other: ``a1b2c3``."""
    return tuple(parse_cell(text[at : at + 2], shape) for at in range(0, len(text), 2))


def legal_board(value: Value, cells: str) -> ClassicBoard:
    """The position of ``cells``, X having moved first. Raises BadAddress for one never reached."""
    side = "O" if cells.count("X") > cells.count("O") else "X"
    try:
        return ClassicBoard.from_notation(f"{cells} {side}")
    except BadNotation as error:
        raise BadAddress(f"{value.name}={quoted(cells)} cannot be shown: {error}") from None


def marks(cells: str) -> tuple[str, ...]:
    """Nine characters as the formulas take a board: ``"X"``, ``"O"`` or ``""`` for each cell."""
    return tuple("" if letter == "." else letter for letter in cells)


def cycled(cells: str, at: int, letters: str = ".XO") -> str:
    """``cells`` with what stands at ``at`` replaced by the next of ``letters``."""
    after = letters[(letters.index(cells[at]) + 1) % len(letters)]
    return cells[:at] + after + cells[at + 1 :]


def unknown(given: Iterable[str], known: Iterable[str], shape: str) -> None:
    """Raise BadAddress for a name in ``given`` that looks like ours (``shape``) and is not."""
    names = set(known)
    for name in given:
        if re.fullmatch(shape, name) and name not in names:
            raise BadAddress(f"{quoted(name)} names no example here")
