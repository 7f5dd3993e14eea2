"""Document 003 on a board of any marks: squares 0 to 8, two integers, a move as an OR, masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.analysis.documents import boards
from games.analysis.documents.address import CELLS, SEAT, AddressField, Value, one_of
from games.analysis.documents.boards import ChoiceLink
from games.rules import ClassicBoard
from games.rules.classic import LINES, MASKS

BOARD = Value("board", (CELLS, SEAT), ".X.X.....-X")
"""Nine squares, and whose integer is looked at."""

SQUARE = Value("square", (AddressField(r"[0-8]|last", "0 to 8, or last"),), "last")
"""Where the next move goes: a square, or the last free one."""

MASK = Value("mask", (one_of(*map(str, MASKS), "found"),), "found")
"""The mask that is tried: one of the eight, or the first that fits, else the last."""

NAMES = Value("squares", (one_of("on", "off"),), "off")
"""Whether the board shows the numbers of its squares."""

VALUES = (BOARD, SQUARE, MASK, NAMES)

Choice = dict[str, str]
"""What an address says: the text of each value by its name."""

EXAMPLES = (
    ("10 = 1010", {"board": ".X.X.....-X"}, "row"),
    ("2 | 256 = 258", {"board": ".X.......-X", "square": "8"}, "move"),
    ("15 & 7 = 7", {"board": "XXXX.....-X", "mask": "7"}, "won"),
)
"""What the document computes, the address that shows it, and the part of the page it is in."""


@dataclass(frozen=True, slots=True)
class BitOperation:
    """Two integers under an operator and what comes of it: three lines of bits."""

    sign: str
    left: int
    right: int

    @property
    def result(self) -> int:
        return self.left & self.right if self.sign == "&" else self.left | self.right

    @property
    def lines(self) -> list[tuple[str, str, int]]:
        """Sign, binary digits and integer of each line."""
        terms = (("", self.left), (self.sign, self.right), ("=", self.result))
        return [(sign, digits(value), value) for sign, value in terms]

    @property
    def text(self) -> str:
        return f"{self.left} {self.sign} {self.right} = {self.result}"


def read(given: Callable[[str, str], str]) -> Choice:
    """What an address says. Raises BadAddress."""
    return {value.name: "-".join(value.read(given(value.name, value.default))) for value in VALUES}


def page(choice: Choice, url: Callable[[Choice, str], str]) -> dict[str, Any]:
    """Everything the page shows; ``url`` gives the address of another choice, at a part of it."""

    def to(part: str = "live", **changed: str) -> str:
        return url({**choice, **changed}, part)

    defaults = {value.name: value.default for value in VALUES}
    cells, seat = BOARD.read(choice["board"])
    x, o = (positions(cells, side) for side in "XO")
    own, rival = (x, o) if seat == "X" else (o, x)
    square, mask = chosen_square(choice["square"], cells), chosen_mask(choice["mask"], own)
    place = MASKS.index(mask)
    row = [
        {"number": at, "mark": mark.strip("."), "bit": own >> at & 1, "power": 1 << at}
        for at, mark in enumerate(cells)
    ]
    moved = f"{cells[:square]}{seat}{cells[square + 1 :]}-{seat}"
    tried = BitOperation("&", own, mask)
    return {
        "board": boards.draft(
            "board",
            cells,
            lambda after: to(board=f"{after}-{seat}"),
            won=LINES[place] if own & mask == mask else (),
            numbered=choice["squares"] == "on",
        ),
        "seats": [ChoiceLink(one, to(board=f"{cells}-{one}"), one == seat) for one in "XO"],
        "names": [
            ChoiceLink(text, to(squares=word), choice["squares"] == word)
            for word, text in (("off", "no"), ("on", "yes"))
        ],
        "examples": [
            ChoiceLink(text, url(defaults | {"squares": "on"} | known, part), on=False)
            for text, known, part in EXAMPLES
        ],
        "fresh": "" if choice == defaults else url(defaults, "live"),
        "seat": seat,
        "row": row,
        "reversed": row[::-1],
        "integers": [integer("X", x), integer("O", o)],
        "own": integer(seat, own),
        "move": BitOperation("|", own, 1 << square),
        "moves": [
            ChoiceLink(str(one), to("move", square=str(one)), one == square) for one in range(9)
        ],
        "moved": _moved(seat, square, own, rival),
        "play": to(board=moved, square=SQUARE.default) if cells[square] == "." else "",
        "trials": [
            {
                "mask": one,
                "bits": digits(one),
                "squares": " ".join(map(str, line)),
                "result": own & one,
                "fits": own & one == one,
                "state": "done" if at < place else "now" if at == place else "later",
                "url": to("won", mask=str(one)),
            }
            for at, (one, line) in enumerate(zip(MASKS, LINES, strict=True))
        ],
        "trial": tried,
        "back": to("won", mask=str(MASKS[place - 1])) if place else "",
        "next": to("won", mask=str(MASKS[place + 1])) if place + 1 < len(MASKS) else "",
        "said": _tried(seat, tried, place),
    }


def positions(cells: str, seat: str) -> int:
    """The integer of a side: bit i is square i."""
    return sum(1 << at for at, mark in enumerate(cells) if mark == seat)


def digits(value: int) -> str:
    """Nine binary digits, square 8 first."""
    return f"{value:09b}"


def integer(seat: str, value: int) -> dict[str, str | int]:
    """The squares of a side as an integer, in binary and as powers of 2."""
    powers = " + ".join(str(1 << at) for at in reversed(range(9)) if value >> at & 1) or "0"
    name = f"positions{seat}"
    return {
        "name": name,
        "value": value,
        "bits": digits(value),
        "short": f"{value:b}",
        "powers": powers,
    }


def chosen_square(text: str, cells: str) -> int:
    """The square of a move: the last free one unless named, 8 on a full board."""
    if text != SQUARE.default:
        return int(text)
    return max((at for at, mark in enumerate(cells) if mark == "."), default=8)


def chosen_mask(text: str, own: int) -> int:
    """The mask that is tried: the first that fits unless named, else the last."""
    if text != MASK.default:
        return int(text)
    return next((mask for mask in MASKS if own & mask == mask), MASKS[-1])


def _moved(seat: str, square: int, own: int, rival: int) -> str:
    """What the OR with the bit of ``square`` does to the game."""
    name = f"Square {square} is {ClassicBoard.cell_name(square)}, 2 to the power of {square}."
    if own >> square & 1:
        return f"{name} {seat} is there already, so the OR changes nothing."
    if rival >> square & 1:
        return (
            f"{name} The other side is there. The OR does not see that: a program looks first "
            f"whether {own | rival} & {1 << square} is 0."
        )
    return f"{name} It is free, and the OR puts {seat} there."


def _tried(seat: str, tried: BitOperation, place: int) -> str:
    """What the AND with a mask says."""
    own, mask, text = tried.left, tried.right, tried.text
    if tried.result == mask:
        return f"{text}: the result is the mask itself. {seat} has won."
    if place + 1 < len(MASKS) or any(own & one == one for one in MASKS):
        return f"{text}, which is not {mask}: not this line."
    return f"{text}, which is not {mask}. None of the eight masks fits: {seat} has not won."


def squares() -> Sequence[Sequence[tuple[int, str]]]:
    """The numbers of the squares with the names of the cells, row by row."""
    named = [(number, ClassicBoard.cell_name(number)) for number in range(ClassicBoard.CELLS)]
    return ClassicBoard.SHAPE.in_rows(named)
