"""What document 002 sets out once, in its own words and in ours, from the rules that play."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.analysis.documents import latex
from games.analysis.documents.relations import DIAGONAL, Relation
from games.rules import DstruBoard
from games.rules.dstru import PATTERNS, cell_at, formal_sets, formal_variables

AUTHOR = "2ru17"
"""Who last edited the document, as it says itself."""

PRINTED = ("Horizontal Line", "Main Diagonal", "Anti-Diagonal", "Vertical Line")
C: tuple[Relation, ...] = (PATTERNS[0], DIAGONAL, *PATTERNS[1:])
"""The patterns of the document, in its order, and what it calls them."""

SEQUENCE = " → ".join(DstruBoard.SEATS)


class Definition(NamedTuple):
    """A formula in LaTeX and in words; ``key`` tells it from others on the page."""

    key: str
    latex: str
    words: str


class Pair(NamedTuple):
    """A cell as the document writes it, and by the name on our boards."""

    pair: str
    name: str


def members(cells: Relation) -> list[Pair]:
    """Cells in the order given."""
    return [Pair(f"({x}, {y})", DstruBoard.cell_name(cell_at(x, y))) for x, y in cells]


def patterns() -> list[dict[str, Any]]:
    """The members of C, each with its names; those of W are the ones that win.

    ``notation`` is a board that holds nothing else, and ``fixed`` what its cells have in common.
    """
    names: dict[Relation, str] = dict(zip(PATTERNS, DstruBoard.PATTERN_NAMES, strict=True))
    return [
        {
            "printed": printed,
            "ours": names.get(cells, "the other diagonal"),
            "members": members(cells),
            "wins": cells in PATTERNS,
            "notation": _alone(cells),
            "fixed": _fixed(cells),
        }
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


def sets() -> list[Definition]:
    """The sets and the relation, as the document names them."""
    positions = formal_sets(DstruBoard.start())["F"]
    found = [
        Definition("a", r"A=\{1,2,3,4\}", "A is the set of 1, 2, 3 and 4"),
        Definition(
            "p",
            rf"P=A\times A={latex.pairs(positions)}",
            f"P is A times A, all positions: {latex.pairs_in_words(positions)}",
        ),
        Definition("b", r"B=\{\text{true},\text{false}\}", "B is the set of true and false"),
        Definition("t", f"T={latex.pairs(DIAGONAL)}", f"T is {latex.pairs_in_words(DIAGONAL)}"),
        Definition(
            "f",
            r"F=P-(\text{Uno}\cup\text{Tres})",
            "F, the free positions, is P without those of Uno and Tres",
        ),
    ]
    for name, start, written in (("C", "C", C), ("W", "W=C-T", PATTERNS)):
        rows = r",\\".join(latex.pairs(one) for one in written)
        source = rf"{start}=\left\{{\begin{{array}}{{l}}{rows}\end{{array}}\right\}}"
        words = "; ".join(latex.pairs_in_words(one) for one in written)
        found.append(Definition(name.lower(), source, f"{name} has the patterns {words}"))
    return found


def state_of(board: DstruBoard) -> tuple[list[Definition], list[Definition]]:
    """The sets and the variables of a position."""
    sets = [
        Definition(
            name.lower(),
            f"{name if len(name) == 1 else latex.text(name)}={latex.pairs(cells)}",
            f"{name} is {latex.pairs_in_words(cells)}",
        )
        for name, cells in formal_sets(board).items()
    ]
    variables = [
        Definition(name, f"{latex.text(name)}={latex.truth(value)}", f"{name} is {value}".lower())
        for name, value in formal_variables(board).items()
    ]
    return sets, variables


def initial() -> list[Definition]:
    """The state in which every game begins: the document's initialization."""
    sets, variables = state_of(DstruBoard.start())
    return [
        Definition(f"initial-{one.key}", one.latex, f"at first {one.words}")
        for one in (*sets, *variables)
        if one.key != "f"
    ]
