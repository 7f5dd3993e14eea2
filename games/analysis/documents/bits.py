"""Document 003 on a board of any marks: squares 0 to 8, two integers, a move as an OR, masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.analysis.documents import boards
from games.analysis.documents.address import CELLS, SEAT, Field, Value, one_of
from games.rules import ClassicBoard
from games.rules.classic import LINES, MASKS

BOARD = Value("board", (CELLS, SEAT), ".X.X.....-X")
"""Nine squares, and whose integer is looked at."""

SQUARE = Value("square", (Field(r"[0-8]|last", "0 to 8, or last"),), "last")
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
class Integer:
    """The squares of a side as an integer, as nine binary digits and as powers of 2.

    ``short`` are the digits without zeros in front.
    """

    name: str
    value: int
    bits: str
    short: str
    powers: str


@dataclass(frozen=True, slots=True)
class Square:
    """A place of the row: the square, what stands there, and its bit for the side looked at."""

    number: int
    mark: str
    bit: int
    power: int


@dataclass(frozen=True, slots=True)
class Sum:
    """Two integers under an operator and what comes of it: three lines of bits."""

    sign: str
    left: int
    right: int
    result: int

    @property
    def lines(self) -> list[tuple[str, str, int]]:
        """Sign, binary digits and integer of each line."""
        terms = (("", self.left), (self.sign, self.right), ("=", self.result))
        return [(sign, digits(value), value) for sign, value in terms]

    @property
    def text(self) -> str:
        return f"{self.left} {self.sign} {self.right} = {self.result}"


@dataclass(frozen=True, slots=True)
class Trial:
    """A mask in its turn: ``state`` is ``done``, ``now`` or ``later``."""

    mask: int
    bits: str
    squares: str
    result: int
    fits: bool
    state: str
    url: str


@dataclass(frozen=True, slots=True)
class BitsPage:
    """The page of one board; ``fresh`` leads back to the example it opens with.

    ``play`` makes the ``move`` that ``moved`` tells of, empty if its square is taken. ``back`` and
    ``next`` lead to the masks beside the one on trial, ``said`` is what that one finds.
    """

    board: boards.LinkedBoard
    seats: list[boards.Option]
    names: list[boards.Option]
    examples: list[boards.Option]
    fresh: str
    seat: str
    row: list[Square]
    reversed: list[Square]
    integers: list[Integer]
    own: Integer
    move: Sum
    moves: list[boards.Option]
    moved: str
    play: str
    trials: list[Trial]
    trial: Sum
    back: str
    next: str
    said: str


def read(given: Callable[[str, str], str]) -> Choice:
    """What an address says. Raises BadAddress."""
    found: Choice = {}
    for value in VALUES:
        found[value.name] = "-".join(value.read(given(value.name, value.default)))
    return found


def page(choice: Choice, url: Callable[[Choice, str], str]) -> BitsPage:
    """Everything the page shows; ``url`` gives the address of another choice, at a part of it."""

    def to(part: str = "live", **changed: str) -> str:
        return url({**choice, **changed}, part)

    cells, seat = BOARD.read(choice["board"])
    x, o = (positions(cells, side) for side in "XO")
    own, rival = (x, o) if seat == "X" else (o, x)
    numbers = choice["squares"] == "on"
    square = chosen_square(choice["square"], cells)
    tried = chosen_mask(choice["mask"], own)
    place = MASKS.index(tried)
    row = [
        Square(number, "" if mark == "." else mark, own >> number & 1, 1 << number)
        for number, mark in enumerate(cells)
    ]
    return BitsPage(
        board=boards.draft(
            "board",
            cells,
            lambda after: to(board=f"{after}-{seat}"),
            won=LINES[place] if own & tried == tried else (),
            numbered=numbers,
        ),
        seats=[boards.Option(one, to(board=f"{cells}-{one}"), on=one == seat) for one in "XO"],
        names=[
            boards.Option(text, to(squares=word), on=choice["squares"] == word)
            for word, text in (("off", "no"), ("on", "yes"))
        ],
        examples=[
            boards.Option(text, url(_defaults() | {"squares": "on"} | known, part), on=False)
            for text, known, part in EXAMPLES
        ],
        fresh="" if choice == _defaults() else url(_defaults(), "live"),
        seat=seat,
        row=row,
        reversed=row[::-1],
        integers=[integer("X", x), integer("O", o)],
        own=integer(seat, own),
        move=Sum("|", own, 1 << square, own | 1 << square),
        moves=[
            boards.Option(str(one), to("move", square=str(one)), on=one == square)
            for one in range(9)
        ],
        moved=_moved(seat, square, own, rival),
        play=to(board=f"{cells[:square]}{seat}{cells[square + 1 :]}-{seat}", square=SQUARE.default)
        if cells[square] == "."
        else "",
        trials=[
            Trial(
                mask,
                digits(mask),
                " ".join(map(str, line)),
                own & mask,
                fits=own & mask == mask,
                state="done" if at < place else "now" if at == place else "later",
                url=to("won", mask=str(mask)),
            )
            for at, (mask, line) in enumerate(zip(MASKS, LINES, strict=True))
        ],
        trial=Sum("&", own, tried, own & tried),
        back=to("won", mask=str(MASKS[place - 1])) if place else "",
        next=to("won", mask=str(MASKS[place + 1])) if place + 1 < len(MASKS) else "",
        said=_tried(seat, own, tried, place),
    )


def _defaults() -> Choice:
    return {value.name: value.default for value in VALUES}


def positions(cells: str, seat: str) -> int:
    """The integer of a side: bit i is square i."""
    return sum(1 << at for at, mark in enumerate(cells) if mark == seat)


def digits(value: int) -> str:
    """Nine binary digits, square 8 first."""
    return f"{value:09b}"


def integer(seat: str, value: int) -> Integer:
    powers = [str(1 << at) for at in reversed(range(9)) if value >> at & 1]
    return Integer(
        f"positions{seat}", value, digits(value), f"{value:b}", " + ".join(powers) or "0"
    )


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


def _tried(seat: str, own: int, mask: int, place: int) -> str:
    """What the AND with ``mask`` says."""
    text = Sum("&", own, mask, own & mask).text
    if own & mask == mask:
        return f"{text}: the result is the mask itself. {seat} has won."
    if place + 1 < len(MASKS) or any(own & one == one for one in MASKS):
        return f"{text}, which is not {mask}: not this line."
    return f"{text}, which is not {mask}. None of the eight masks fits: {seat} has not won."


def squares() -> Sequence[Sequence[tuple[int, str]]]:
    """The numbers of the squares with the names of the cells, row by row."""
    named = [(number, ClassicBoard.cell_name(number)) for number in range(ClassicBoard.CELLS)]
    return ClassicBoard.SHAPE.in_rows(named)
