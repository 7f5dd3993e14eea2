"""The position as integers and masks (document 003)."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.position.figures.figure import Figure
from games.engines.answers import Answer
from games.engines.view import MaskedMarks
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Integer:
    """A set of cells as an integer, and its binary digits."""

    name: str
    value: int
    bits: str


@dataclass(frozen=True, slots=True)
class Mask:
    """A line as a mask, what each side has of it, and what that means (``said``)."""

    mask: int
    bits: str
    cells: str
    x: str
    o: str
    said: str


@dataclass(frozen=True, slots=True)
class Bits(Figure):
    template = "analysis/figures/bits.html"

    integers: list[Integer]
    masks: list[Mask]


def bits(board: Board, answer: Answer) -> Bits:
    view = answer["view"]
    integers = [Integer(name, value, digits(value)) for name, value in view["integers"].items()]
    return Bits(integers, [_mask(marks) for marks in view["masks"]])


def _mask(marks: MaskedMarks) -> Mask:
    mask = marks["mask"]
    return Mask(
        mask=mask,
        bits=digits(mask),
        cells=" ".join(str(cell) for cell in range(9) if mask >> cell & 1),
        x=digits(marks["X"]),
        o=digits(marks["O"]),
        said=_meaning(marks["X"].bit_count(), marks["O"].bit_count()),
    )


def digits(value: int) -> str:
    """Nine binary digits, cell 8 first, as the machine would write them."""
    text = f"{value:09b}"
    return f"{text[:3]} {text[3:6]} {text[6:]}"


def _meaning(x: int, o: int) -> str:
    """What one ``&`` with a mask tells, by the marks that each side has on the line."""
    for seat, own, other in (("X", x, o), ("O", o, x)):
        if own == 3:
            return f"{seat} & mask = mask: won"
        if own == 2 and not other:
            return f"{seat} lacks one"
    return "both on it: dead" if x and o else ""
