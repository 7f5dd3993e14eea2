"""Whom a learner trains against besides itself: one at random, one with two rules, a perfect one.

``half`` throws a coin at each move and plays it perfectly or at random.
"""

from __future__ import annotations

from functools import cache
from random import Random

from games.engines.classic.bitboards import WON
from games.engines.learning.positions import Positions, X, positions

OPPONENTS = ("random", "smart", "perfect", "half")

Moves = tuple[tuple[int, ...], ...]
"""For each position those that a player moves to, all equally likely."""


@cache
def moves_of(name: str, symmetry: bool) -> Moves:
    """The moves of ``random``, ``smart`` or ``perfect``, each cell once."""
    known = positions(symmetry)
    find = {"random": _any, "smart": _smart, "perfect": _perfect}[name]
    return tuple(find(known, position) for position in range(len(known)))


class Opponent:
    """One of OPPONENTS on numbered positions."""

    def __init__(self, name: str, symmetry: bool) -> None:
        self._half = name == "half"
        self._moves = moves_of("perfect" if self._half else name, symmetry)
        self._any = positions(symmetry).after

    def reply(self, position: int, rng: Random) -> int:
        """The position it moves to."""
        by_chance = self._half and rng.random() < 0.5
        moves = (self._any if by_chance else self._moves)[position]
        return moves[int(rng.random() * len(moves))]

    def chances(self, position: int) -> list[tuple[int, float]]:
        """Each of its moves with the chance of it."""
        best = [(to, 1 / len(self._moves[position])) for to in self._moves[position]]
        if not self._half:
            return best
        every = self._any[position]
        return [(to, share / 2) for to, share in best] + [(to, 0.5 / len(every)) for to in every]


def _any(known: Positions, position: int) -> tuple[int, ...]:
    return known.after[position]


def _smart(known: Positions, position: int) -> tuple[int, ...]:
    """Win, else block, else any cell."""
    after, side = known.after[position], known.side[position]
    if wins := tuple(to for to in after if known.result[to] == side):
        return wins
    board = known.boards[position]
    other = board.o if side == X else board.x
    cells = zip(known.cells[position], after, strict=True)
    return tuple(to for cell, to in cells if WON[other | 1 << cell]) or after


def _perfect(known: Positions, position: int) -> tuple[int, ...]:
    values = true_values(known.symmetry)
    after, side = known.after[position], known.side[position]
    best = max((side * values[to] for to in after), default=0)
    return tuple(to for to in after if side * values[to] == best)


@cache
def true_values(symmetry: bool) -> list[int]:
    """1, 0 or -1 for X with best play, by position."""
    known = positions(symmetry)
    values = [0] * len(known)
    for position in reversed(range(len(known))):
        if (end := known.result[position]) is None:
            side = known.side[position]
            end = side * max(side * values[to] for to in known.after[position])
        values[position] = end
    return values
