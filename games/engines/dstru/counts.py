"""How large the whole tree of a position of DSTRU-TAC-TOE is, ply by ply, exactly.

Positions that are alike have trees alike, so it is enough to carry how often the tree comes to
each class (``classes.py``) from one ply to the next. The numbers have up to 38 digits: each is kept
as limbs of ``BITS`` bits in floats, which are exact below 2**53.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from games.engines.dstru.classes import Ints, classes
from games.engines.dstru.retrograde import LAST_PLY, SEATS, steps, winners
from games.engines.dstru.search import alike
from games.engines.dstru.search_steps import trace
from games.engines.solution import MoveGroup, TreeLevel, WholeTree
from games.rules.dstru import DstruBoard

BITS = 36
BASE = float(1 << BITS)

Floats = NDArray[np.float64]
Limbs = list[Floats]
"""Whole numbers by position of a ply, the lowest ``BITS`` bits first."""


@dataclass(frozen=True, slots=True)
class Moves:
    """All kinds of moves that lead from one ply to the next, E of them.

    ``start`` and ``end`` int32 (E,) are places in ``Plies.here`` of both plies, ``cells`` float64
    (E,) how many cells make the move.
    """

    start: Ints
    end: Ints
    cells: Floats


@dataclass(frozen=True, slots=True)
class Plies:
    """The tree of all classes: those ``here`` at each ply, who has won there, and the moves on."""

    here: Sequence[Ints]
    winner: Sequence[NDArray[np.int8]]
    moves: Sequence[Moves]


@lru_cache(maxsize=2)
def plies(exact: bool) -> Plies:
    """The plies for a reading of "won", made once per process."""
    space = classes()
    found, winner = list(steps(space)), winners(space, exact)
    moves = []
    for one, after in pairwise(found):
        live = (one.cells > 0) & (winner[one.here] == 0)
        kind, start = np.nonzero(live)
        end = np.searchsorted(after.here, one.after[kind, start])
        cells = one.cells[kind, start].astype(np.float64)
        moves.append(Moves(start.astype(np.int32), end.astype(np.int32), cells))
    return Plies([one.here for one in found], [winner[one.here] for one in found], moves)


def tree(board: DstruBoard) -> WholeTree:
    """The whole tree of a live ``board``."""
    branches = [MoveGroup(group, size(board.make_move(group[0]))) for group in sorted(alike(board))]
    read = [0] * (LAST_PLY + 1)
    found = trace(board)
    for event in found.events:
        if event.kind in ("start", "enter", "end", "guess"):
            read[board.ply + len(event.path)] += 1
    counted = tuple(replace(level, read=read[level.ply]) for level in levels(board))
    return WholeTree(counted, tuple(branches), found.depth)


def size(board: DstruBoard) -> int:
    """How many positions the whole tree from ``board`` has, itself included."""
    here = plies(board.exact).here[board.ply]
    at = int(np.searchsorted(here, classes().of(board.tres, board.uno)))
    return sum(
        int(limb[at]) << BITS * place for place, limb in enumerate(sizes(board.exact)[board.ply])
    )


@lru_cache(maxsize=2)
def sizes(exact: bool) -> list[Limbs]:
    """``size`` of every class by ply, made from the end of the game, once per process."""
    all_plies = plies(exact)
    found: list[Limbs] = [[np.ones(len(all_plies.here[-1]))]]
    for here, moves in zip(reversed(all_plies.here[:-1]), reversed(all_plies.moves), strict=True):
        below = [
            _gathered(moves.start, limb[moves.end] * moves.cells, len(here)) for limb in found[-1]
        ]
        below[0] += 1
        found.append(_carried(below))
    return found[::-1]


def levels(board: DstruBoard) -> tuple[TreeLevel, ...]:
    """The whole tree of a live ``board``, a level for each ply from its own on."""
    all_plies, first = plies(board.exact), board.ply
    here = all_plies.here[first]
    start = (here == classes().of(board.tres, board.uno)).astype(np.float64)
    every: Limbs = [start]
    kinds: Limbs = [start]
    seen = start > 0
    found = []
    for ply in range(first, LAST_PLY + 1):
        winner = all_plies.winner[ply]
        found.append(
            TreeLevel(
                ply=ply,
                seat=SEATS[ply % len(SEATS)],
                positions=_sum(every),
                kinds=_sum(kinds),
                distinct=int(seen.sum()),
                ended={seat: _sum(every, winner == at) for at, seat in enumerate(SEATS, 1)},
            )
        )
        if ply == LAST_PLY or not (seen & (winner == 0)).any():
            break
        moves, size = all_plies.moves[ply], len(all_plies.here[ply + 1])
        every = _on(every, moves, moves.cells, size)
        kinds = _on(kinds, moves, np.ones_like(moves.cells), size)
        seen = np.bincount(moves.end, seen[moves.start], size) > 0
    return tuple(found)


def _on(limbs: Limbs, moves: Moves, times: Floats, size: int) -> Limbs:
    """The numbers one ply later, each move counted ``times``."""
    return _carried([_gathered(moves.end, one[moves.start] * times, size) for one in limbs])


def _gathered(places: Ints, what: Floats, size: int) -> Floats:
    """The sums (``size``,) of ``what`` by its places."""
    return np.bincount(places, what, size).astype(np.float64, copy=False)


def _carried(limbs: Limbs) -> Limbs:
    """The same numbers with every limb below ``BASE``."""
    carried, carry = [], np.zeros_like(limbs[0])
    for one in limbs:
        whole = one + carry
        carry = np.floor(whole / BASE)
        carried.append(whole - carry * BASE)
    return [*carried, carry] if carry.any() else carried


def _sum(limbs: Limbs, where: NDArray[np.bool_] | None = None) -> int:
    parts = (one.sum() if where is None else one[where].sum() for one in limbs)
    return sum(int(part) << BITS * at for at, part in enumerate(parts))
