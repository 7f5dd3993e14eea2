"""The relation T of document 002: each of its four properties, with what shows it.

T is a set of pairs of elements of A = {1, 2, 3, 4}. Its pairs are cells of the grid, so it can be
changed on a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

from games.analysis.documents.address import AddressField, BadAddress, Value, cells_in
from games.analysis.documents.boards import LinkedBoard
from games.analysis.wording import listed
from games.presenters.contexts import Cell
from games.rules import DstruBoard
from games.rules.board import Coordinates
from games.rules.dstru import SIDE, cell_at, coordinates
from games.rules.errors import quoted

A = tuple(range(1, SIDE + 1))
DIAGONAL: Relation = tuple((one, one) for one in A)
"""T as the document has it."""

T = Value("t", (AddressField(r"([a-d][1-4])*", "names of cells from a1 to d4"),), "a1b2c3d4")

Relation = tuple[Coordinates, ...]


def read(text: str) -> Relation:
    """The relation whose pairs are the cells named in ``text``. Raises BadAddress."""
    (names,) = T.read(text)
    cells = cells_in(names, DstruBoard.SHAPE)
    if len(set(cells)) < len(cells):
        raise BadAddress(f"t={quoted(text)} names a cell twice")
    return tuple(coordinates(cell) for cell in sorted(cells))


def text_of(relation: Relation) -> str:
    """``relation`` as ``read`` takes it."""
    return "".join(DstruBoard.cell_name(cell_at(*pair)) for pair in relation)


class Property(NamedTuple):
    """A property of a relation on A, in LaTeX and in words, and whether it ``holds``.

    ``shown`` names the witnesses that make it true, or the counterexample.
    """

    name: str
    latex: str
    words: str
    holds: bool
    shown: str


Pairs = set[Coordinates]
Finding = tuple[bool, str]


def _reflexive(pairs: Pairs) -> Finding:
    missing = [one for one in A if (one, one) not in pairs]
    if missing:
        return False, f"{_pair((missing[0], missing[0]))} is missing"
    return True, f"{_pairs((one, one) for one in A)} are in T"


def _symmetric(pairs: Pairs) -> Finding:
    for one, other in sorted(pairs):
        if (other, one) not in pairs:
            return False, f"{_pair((one, other))} is in T, {_pair((other, one))} is not"
    if not pairs:
        return True, "T has no pair, so nothing is asked"
    both = [pair for pair in sorted(pairs) if pair[0] < pair[1]]
    if not both:
        return True, f"{_pairs(sorted(pairs))}: each is its own reversal"
    return True, f"{_pairs(both)}: the reversal of each is in T too"


def _antisymmetric(pairs: Pairs) -> Finding:
    for one, other in sorted(pairs):
        if one != other and (other, one) in pairs:
            return False, f"{_pair((one, other))} and {_pair((other, one))} are in T"
    both = [pair for pair in sorted(pairs) if pair[0] == pair[1]]
    if not both:
        return True, "no pair is in T with its reversal, so nothing is asked"
    return True, f"only {_pairs(both)} are in T with their reversal, and there a = b"


def _transitive(pairs: Pairs) -> Finding:
    chains = [(one, other) for one, other in product(sorted(pairs), repeat=2) if one[1] == other[0]]
    for one, other in chains:
        if (one[0], other[1]) not in pairs:
            gone = _pair((one[0], other[1]))
            return False, f"{_pair(one)} and {_pair(other)} are in T, {gone} is not"
    if not chains:
        return True, "no two pairs follow each other, so nothing is asked"
    each = listed([f"{_pair(a)} {_pair(b)} gives {_pair((a[0], b[1]))}" for a, b in chains[:4]])
    more = f", and so do {len(chains) - 4} more" if len(chains) > 4 else ""
    return True, f"{each}{more}"


PROPERTIES = (
    (
        "reflexive",
        r"\forall a\in A:\ (a,a)\in T",
        "for every a in A, the pair a, a is in T",
        _reflexive,
    ),
    ("symmetric", r"(a,b)\in T\Rightarrow(b,a)\in T", "if a, b is in T, so is b, a", _symmetric),
    (
        "antisymmetric",
        r"(a,b)\in T\land(b,a)\in T\Rightarrow a=b",
        "if a, b and b, a are in T, a is b",
        _antisymmetric,
    ),
    (
        "transitive",
        r"(a,b)\in T\land(b,c)\in T\Rightarrow(a,c)\in T",
        "if a, b and b, c are in T, so is a, c",
        _transitive,
    ),
)


def properties(relation: Relation) -> list[Property]:
    """The four properties that the document claims of T."""
    return [
        Property(name, latex, words, *check(set(relation)))
        for name, latex, words, check in PROPERTIES
    ]


def _pair(pair: Coordinates) -> str:
    return f"({pair[0]}, {pair[1]})"


def _pairs(pairs: Iterable[Coordinates]) -> str:
    return listed([_pair(one) for one in pairs])


def editor(relation: Relation, url: Callable[[Relation], str]) -> LinkedBoard:
    """A board of A × A on which a click puts a pair into T or takes it out."""
    cells = []
    for cell in range(DstruBoard.CELLS):
        pair = coordinates(cell)
        there = pair in relation
        others = tuple(one for one in relation if one != pair)
        after = others if there else tuple(sorted((*relation, pair)))
        said = "in T; take it out" if there else "not in T; put it in"
        label, mark = f"{_pair(pair)}, {said}", "Tres" if there else ""
        cells.append(Cell(cell, DstruBoard.cell_name(cell), mark, label, url=url(after)))
    return LinkedBoard("relation", DstruBoard.SHAPE, DstruBoard.SHAPE.in_rows(cells))
