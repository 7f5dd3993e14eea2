"""Trees of numbers: made by seed, and searched with alpha-beta move by move.

The leaves hold any number, as after a search that stops early and guesses. Nothing here knows a
game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from random import Random

LETTERS = "ABCDEFGHIJ"
HIGHEST = 9
"""Leaves lie between minus this and this."""


@dataclass(frozen=True, slots=True)
class NumberTree:
    """A node where MAX moves, or MIN; a leaf has a ``value`` and no ``children``.

    Inner nodes are named A, B, C … from the top in the order in which a search enters them, leaves
    1, 2, 3 … from left to right.
    """

    name: str
    maximises: bool
    children: tuple[NumberTree, ...] = ()
    value: int = 0

    @property
    def player(self) -> str:
        """MAX or MIN."""
        return "MAX" if self.maximises else "MIN"

    def nodes(self) -> Iterator[NumberTree]:
        """This node and all below it, from the left."""
        yield self
        for child in self.children:
            yield from child.nodes()

    def leaves(self) -> tuple[NumberTree, ...]:
        """The leaves from left to right."""
        return tuple(one for one in self.nodes() if not one.children)

    def height(self) -> int:
        """The plies from here down to the deepest leaf."""
        return 1 + max(child.height() for child in self.children) if self.children else 0


Shape = tuple["Shape", ...]
"""A tree without numbers: an empty tuple is a leaf."""

LEAF: Shape = ()
PAIR, THREE = (LEAF, LEAF), (LEAF, LEAF, LEAF)

FLAT: tuple[Shape, ...] = ((THREE, PAIR, THREE), (PAIR, THREE, PAIR), (THREE, THREE, PAIR))
TALL: tuple[Shape, ...] = (
    ((PAIR, PAIR), (PAIR, PAIR)),
    (PAIR, (PAIR, PAIR), PAIR),
    ((PAIR, LEAF), (PAIR, PAIR)),
)
DEEP: tuple[Shape, ...] = (
    (LEAF, ((PAIR, LEAF), PAIR)),
    (PAIR, ((PAIR, LEAF), LEAF)),
    (LEAF, ((PAIR, PAIR), LEAF)),
)
"""Trees in which the promise at the top can cut three plies below it."""


def grown(shape: Shape, values: Iterator[int], *, maximises: bool) -> NumberTree:
    """A tree of this shape whose leaves hold ``values`` from left to right."""
    inner, leaves = iter(LETTERS), iter(range(1, 100))

    def grow(part: Shape, maximises: bool) -> NumberTree:
        if not part:
            return NumberTree(str(next(leaves)), maximises, value=next(values))
        name = next(inner)
        return NumberTree(name, maximises, tuple(grow(one, not maximises) for one in part))

    return grow(shape, maximises)


def made(rng: Random, shapes: tuple[Shape, ...]) -> NumberTree:
    """A tree of one of the ``shapes`` with any leaves; either side moves at its top."""
    values = iter(lambda: rng.randint(-HIGHEST, HIGHEST), None)
    return grown(rng.choice(shapes), values, maximises=rng.random() < 0.5)


@dataclass(frozen=True, slots=True)
class Visit:
    """A node that the search has left: the window it was entered with and the ``value`` it found.

    ``tried`` are the values of the moves that were searched, ``skipped`` the moves that a cutoff
    left out. After a cutoff the value is a bound only.
    """

    node: NumberTree
    alpha: float
    beta: float
    value: float
    tried: tuple[float, ...]
    skipped: tuple[NumberTree, ...]


@dataclass(frozen=True, slots=True)
class Searched:
    """A search by alpha-beta: its inner nodes in the order in which it left them."""

    value: float
    visits: tuple[Visit, ...]
    skipped: tuple[str, ...]

    def visit(self, name: str) -> Visit | None:
        """What the search did at the inner node ``name``; None if it never entered it."""
        return next((one for one in self.visits if one.node.name == name), None)


def alpha_beta(tree: NumberTree, *, at_equality: bool = True) -> Searched:
    """Search ``tree`` from the window (−∞, +∞); without ``at_equality`` α = β does not cut."""
    visits: list[Visit] = []

    def value_of(node: NumberTree, alpha: float, beta: float) -> float:
        if not node.children:
            return node.value
        window = alpha, beta
        best = -inf if node.maximises else inf
        tried: list[float] = []
        for child in node.children:
            found = value_of(child, alpha, beta)
            tried.append(found)
            if node.maximises:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha > beta or (at_equality and alpha == beta):
                break
        rest = node.children[len(tried) :]
        visits.append(Visit(node, *window, best, tuple(tried), rest))
        return best

    value = value_of(tree, -inf, inf)
    left_out = tuple(
        leaf.name for visit in visits for part in visit.skipped for leaf in part.leaves()
    )
    return Searched(value, tuple(visits), tuple(sorted(left_out, key=int)))
