"""What document 002 sets out once, in its own words and in ours, from the rules that play."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.documents import latex
from games.analysis.documents.relations import DIAGONAL, Relation
from games.rules import DstruBoard
from games.rules.board import Coordinates
from games.rules.dstru import PATTERNS, cell_at, formal_sets, formal_variables

AUTHOR = "2ru17"
"""Who last edited the document, as it says itself."""

PRINTED = ("Horizontal Line", "Main Diagonal", "Anti-Diagonal", "Vertical Line")
C: tuple[Relation, ...] = (PATTERNS[0], DIAGONAL, *PATTERNS[1:])
"""The patterns of the document, in its order, and what it calls them."""

SEQUENCE = " → ".join(DstruBoard.SEATS)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in LaTeX and in words; ``key`` tells it from others on the page."""

    key: str
    latex: str
    words: str


@dataclass(frozen=True, slots=True)
class Member:
    """A cell as the document writes it, and by the name on our boards."""

    pair: str
    name: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of C: its ``printed`` name, ``ours``, its members, whether it is in W.

    ``notation`` is a board that holds nothing else, and ``fixed`` what its cells have in common.
    """

    printed: str
    ours: str
    members: list[Member]
    wins: bool
    notation: str
    fixed: str


def members(cells: Relation) -> list[Member]:
    """Cells in the order given."""
    return [Member(f"({x}, {y})", DstruBoard.cell_name(cell_at(x, y))) for x, y in cells]


def patterns() -> list[Pattern]:
    """The members of C, each with its names; those of W are the ones that win."""
    names: dict[Relation, str] = dict(zip(PATTERNS, DstruBoard.PATTERN_NAMES, strict=True))
    return [
        Pattern(
            printed=printed,
            ours=names.get(cells, "the other diagonal"),
            members=members(cells),
            wins=cells in PATTERNS,
            notation=_alone(cells),
            fixed=_fixed(cells),
        )
        for printed, cells in zip(PRINTED, C, strict=True)
    ]


def _alone(cells: Relation) -> str:
    held = {cell_at(*one) for one in cells}
    return "".join("T" if cell in held else "." for cell in range(DstruBoard.CELLS)) + " T"


def _fixed(cells: Relation) -> str:
    """The coordinate that all cells share, or the equation between both."""
    xs, ys = ({one[at] for one in cells} for at in (0, 1))
    if len(xs) == 1:
        return f"x = {min(xs)}"
    if len(ys) == 1:
        return f"y = {min(ys)}"
    return "x = y" if all(x == y for x, y in cells) else "x + y = 5"


def sets() -> list[Formula]:
    """The sets and the relation, as the document names them."""
    board = DstruBoard.start()
    positions: tuple[Coordinates, ...] = formal_sets(board)["F"]
    found = [
        Formula("a", r"A=\{1,2,3,4\}", "A is the set of 1, 2, 3 and 4"),
        Formula(
            "p",
            rf"P=A\times A={latex.pairs(positions)}",
            f"P is A times A, all positions: {latex.pairs_in_words(positions)}",
        ),
        Formula("b", r"B=\{\text{true},\text{false}\}", "B is the set of true and false"),
        Formula("t", f"T={latex.pairs(DIAGONAL)}", f"T is {latex.pairs_in_words(DIAGONAL)}"),
        Formula(
            "f",
            r"F=P-(\text{Uno}\cup\text{Tres})",
            "F, the free positions, is P without those of Uno and Tres",
        ),
    ]
    for name, written in {"C": C, "W": PATTERNS}.items():
        rows = r",\\".join(latex.pairs(one) for one in written)
        start = "C" if name == "C" else "W=C-T"
        source = rf"{start}=\left\{{\begin{{array}}{{l}}{rows}\end{{array}}\right\}}"
        words = "; ".join(latex.pairs_in_words(one) for one in written)
        found.append(Formula(name.lower(), source, f"{name} has the patterns {words}"))
    return found


def initial() -> list[Formula]:
    """The state in which every game begins: the document's initialization."""
    board = DstruBoard.start()
    sets_then = {name: cells for name, cells in formal_sets(board).items() if name != "F"}
    found = [
        Formula(
            f"initial-{name.lower()}",
            rf"\text{{{name}}}={latex.pairs(cells)}",
            f"at first {name} is {latex.pairs_in_words(cells)}",
        )
        for name, cells in sets_then.items()
    ]
    return found + [
        Formula(
            f"initial-{name}",
            rf"\text{{{name}}}={latex.truth(value)}",
            f"at first {name} is {value}".lower(),
        )
        for name, value in formal_variables(board).items()
    ]
