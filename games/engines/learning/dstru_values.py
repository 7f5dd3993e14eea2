"""A table of values that learns DSTRU-TAC-TOE while chance takes the pieces, beside the truth.

It plays Tres and Uno and meets every removal as it is drawn: nobody tells it the odds. Games begin
at positions of every ply, drawn evenly, because what the empty board is worth is learned last. When
a game is over, its positions are gone through from the end: one in which somebody places gets the
value of the best reply, one in which chance takes goes a step towards what came of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from games.engines.dstru import objectives
from games.engines.dstru.classes import Ints, classes
from games.engines.dstru.retrograde import (
    LAST_PLY,
    SEATS,
    reachable,
    solve_backwards,
    steps,
    winners,
)
from games.rules.dstru import CELLS, DstruBoard

GAME = DstruBoard
"""What it learns, for pages that show it."""

STARTS = 100
"""Games of a round that begin at each ply; a round is played at once, ply by ply."""

ROUND = STARTS * LAST_PLY

EXPLORES = 0.5
"""The chance of a random move in training."""

SLOWS = 0.7
"""The step after the n-th removal from a position is 1 / n to this power."""

SHOWN = 12
"""Positions of each ply whose errors are drawn."""

NEARLY = 0.95

TRES, UNO = SEATS.index("Tres"), SEATS.index("Uno")

Floats = NDArray[np.number]


@dataclass(frozen=True)
class DstruPly:
    """The positions of a ply, N of them, and where they lead to, by M kinds of move.

    ``after`` (N, M) are classes, ``cells`` (N, M) how many cells make the move, 0 if none does.
    ``live`` are the classes that play can reach and in which it goes on, ``row`` finds the place of
    a class among the N.
    """

    seat: int
    after: Ints
    cells: Ints
    live: Ints
    row: Ints

    @property
    def next(self) -> int:
        """The seat that acts at the ply after it."""
        return (self.seat + 1) % len(SEATS)


@dataclass(frozen=True)
class DstruFacts:
    """All plies before the last, the winner of each class (see ``winners``), and the exact values
    (3, K) for Tres with a neutral Dos."""

    plies: tuple[DstruPly, ...]
    winner: NDArray[np.int8]
    exact: Floats


@cache
def facts() -> DstruFacts:
    """What is known of the game, made once in a process."""
    space = classes()
    found, winner = list(steps(space)), winners(space, exact=False)
    exact = solve_backwards(found, winner, len(space), objectives.NEUTRAL)
    goes_on = reachable(found, winner, len(space)) & (winner == 0)
    plies = []
    for one in found[:-1]:
        row = np.full(len(space), -1, np.int32)
        row[one.here] = np.arange(len(one.here))
        live = one.here[goes_on[one.seat, one.here]]
        after, cells = (np.ascontiguousarray(each.T) for each in (one.after, one.cells))
        plies.append(DstruPly(one.seat, after, cells, live, row))
    return DstruFacts(tuple(plies), winner, exact)


@dataclass(frozen=True, slots=True)
class DstruErrors:
    """How far the values are from the exact ones.

    ``mean`` is over all positions that play reaches; NEARLY all of them are off by ``within`` at
    most. ``met`` is the share of them that it has met. ``empty`` is what the empty board is held to
    be worth and ``first`` the same after each first cell. ``by_ply`` has the errors of some
    positions of each ply, the same ones each time.
    """

    mean: float
    within: float
    met: float
    empty: float
    first: tuple[float, ...]
    by_ply: tuple[tuple[float, ...], ...]


class DstruValues:
    """The table: ``values`` (3, K) for Tres by seat and class, and the removals met ``times``."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.games = 0
        self._rng = np.random.default_rng(seed)
        worth = np.array([0, *(objectives.NEUTRAL.payoff[seat] for seat in SEATS)], np.float32)
        self.values: NDArray[np.float32] = np.tile(worth[facts().winner], (len(SEATS), 1))
        self.times = np.zeros(self.values.shape, np.uint32)

    def train(self) -> None:
        """Play a round of games and learn from it."""
        made: list[tuple[DstruPly, Ints, Ints, Ints]] = []
        here = np.zeros(0, np.int32)
        for ply in facts().plies:
            begun = ply.live[self._rng.integers(len(ply.live), size=STARTS)]
            here = np.concatenate([here, begun])
            rows = ply.row[here]
            moved = self._moved(ply, rows)
            made.append((ply, here, rows, moved))
            here = moved[facts().winner[moved] == 0]
        for ply, here, rows, moved in reversed(made):
            self._learn(ply, here, rows, moved)
        self.games += ROUND

    def _moved(self, ply: DstruPly, rows: Ints) -> Ints:
        """Where each game goes on: any cell by chance, or the one that looks best."""
        after, cells = ply.after[rows], ply.cells[rows]
        each = np.arange(len(rows))
        up_to = cells.cumsum(axis=1)
        drawn = self._rng.random(len(rows)) * up_to[:, -1]
        moved: Ints = after[each, (up_to <= drawn[:, None]).sum(axis=1)]
        if SEATS[ply.seat] not in DstruBoard.RIVALS:
            return moved
        judged = self._judged(ply, rows)
        judged += self._rng.random(judged.shape, np.float32) * 1e-6  # equal ones by lot
        explores = self._rng.random(len(rows)) < EXPLORES
        best: Ints = after[each, judged.argmax(axis=1)]
        return np.where(explores, moved, best)

    def _judged(self, ply: DstruPly, rows: Ints) -> NDArray[np.float32]:
        """The value after each kind of move for the seat that places; -2 where there is none."""
        sign = 1 if ply.seat == TRES else -1
        after = sign * self.values[ply.next][ply.after[rows]]
        return np.where(ply.cells[rows] > 0, after, np.float32(-2))

    def _learn(self, ply: DstruPly, here: Ints, rows: Ints, moved: Ints) -> None:
        values, times = self.values[ply.seat], self.times[ply.seat]
        if SEATS[ply.seat] in DstruBoard.RIVALS:
            sign = 1 if ply.seat == TRES else -1
            values[here] = sign * self._judged(ply, rows).max(axis=1)
            times[here] += 1
            return
        met, places, count = np.unique(here, return_inverse=True, return_counts=True)
        came = np.bincount(places, weights=self.values[ply.next][moved]) / count
        times[met] += count.astype(np.uint32)
        step = 1 - (1 - times[met] ** -SLOWS) ** count
        values[met] += step * (came - values[met])

    def errors(self) -> DstruErrors:
        """How far it is from the truth now."""
        plies, exact = facts().plies, facts().exact
        off = [np.abs(self.values[p.seat] - exact[p.seat])[p.live] for p in plies]
        every = np.concatenate(off)
        met = np.concatenate([self.times[ply.seat, ply.live] > 0 for ply in plies])
        return DstruErrors(
            mean=float(every.mean()),
            within=float(np.quantile(every, NEARLY)),
            met=float(met.mean()),
            empty=float(self.values[TRES, classes().of(0, 0)]),
            first=after_first(self.values),
            by_ply=tuple(tuple(map(float, one[_some(len(one))])) for one in off),
        )


def _some(count: int) -> Ints:
    """The places of SHOWN out of ``count`` positions, evenly; of all where there are fewer."""
    return np.unique(np.linspace(0, count - 1, SHOWN).astype(np.int32))


def exact_first() -> tuple[float, tuple[float, ...]]:
    """What the empty board is worth, and what it is after each first cell."""
    exact = facts().exact
    return float(exact[TRES, classes().of(0, 0)]), after_first(exact)


def after_first(values: Floats) -> tuple[float, ...]:
    """What ``values`` say of the board after each first cell of Tres."""
    return tuple(float(values[UNO, classes().of(1 << cell, 0)]) for cell in range(CELLS))
