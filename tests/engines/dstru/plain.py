"""DSTRU-TAC-TOE solved without symmetry, to hold the real solution against.

Every board counts for itself: 3^16 of them, by number of pieces n. The boards with n pieces
form a matrix: a row for each set of n cells, rising, and in it a column for each 0/1 word of
length n that tells, from the lowest occupied cell up, whose piece stands there (1 is
Uno's). Nothing here uses the package under test; patterns and laws are document 002's.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

CELLS = 16
TRES, UNO = 0, 1
ROW = [(1, y) for y in (1, 2, 3, 4)]
ANTIDIAGONAL = [(x, 5 - x) for x in (1, 2, 3, 4)]
OTHER_ROW = [(4, y) for y in (1, 2, 3, 4)]
PATTERNS = [
    sum(1 << (4 * x + y - 5) for x, y in pattern) for pattern in (ROW, ANTIDIAGONAL, OTHER_ROW)
]
MAX, MIN, MEAN = "max", "min", "mean"


@cache
def occupied(n):
    """The sets of n cells as integers, rising, and the row of each in an array of 65536."""
    sets = np.array(sorted(sum(1 << c for c in cells) for cells in combinations(range(CELLS), n)))
    row = np.zeros(1 << CELLS, np.int64)
    row[sets] = np.arange(len(sets))
    return sets, row


def spread(n):
    """Uno's cells on every board with n pieces, as uint16 (rows, 2^n)."""
    sets, _ = occupied(n)
    words = np.arange(1 << n)
    uno = np.zeros((len(sets), 1 << n), np.uint16)
    rank = np.zeros(len(sets), np.int64)
    for cell in range(CELLS):
        there = sets >> cell & 1 == 1
        for r in np.unique(rank[there]):
            rows = np.flatnonzero(there & (rank == r))
            uno[rows] |= ((words >> r & 1) << cell).astype(np.uint16)
        rank += there
    return uno


def results(n, exact):
    """int8 (rows, 2^n): 0 live, 1 Tres, 2 Uno, 3 Dos, for the boards with n pieces."""
    sets, _ = occupied(n)
    uno = spread(n)
    tres = sets[:, None].astype(np.uint16) & ~uno

    def has(held):
        if exact:
            return np.isin(held, PATTERNS)
        return np.any([held & p == p for p in PATTERNS], axis=0)

    result = np.zeros(uno.shape, np.int8)
    result[has(tres)] = 1
    if n == CELLS:
        result[:] = 3
    result[has(uno)] = 2
    return result


def placements(n, colour):
    """Ways to add a piece: (rows, rows after, columns after), each column going to one."""
    sets, _ = occupied(n)
    _, row = occupied(n + 1)
    words = np.arange(1 << n)
    for cell in range(CELLS):
        below = np.bitwise_count(sets & ((1 << cell) - 1)).astype(np.int64)
        free = sets >> cell & 1 == 0
        for rank in np.unique(below[free]):
            rows = np.flatnonzero(free & (below == rank))
            low = words & ((1 << rank) - 1)
            columns = (words >> rank) << (rank + 1) | colour << rank | low
            yield rows, row[sets[rows] | 1 << cell], columns


def removals(n):
    """Ways to take a piece: (rows, rows after, columns after)."""
    sets, _ = occupied(n)
    _, row = occupied(n - 1)
    words = np.arange(1 << n)
    for cell in range(CELLS):
        below = np.bitwise_count(sets & ((1 << cell) - 1)).astype(np.int64)
        there = sets >> cell & 1 == 1
        for rank in np.unique(below[there]):
            rows = np.flatnonzero(there & (below == rank))
            columns = (words >> (rank + 1)) << rank | words & ((1 << rank) - 1)
            yield rows, row[sets[rows] & ~(1 << cell)], columns


def moves(ply):
    """Ways to move at ``ply``, and the numbers of pieces before and after."""
    cycle, phase = divmod(ply, 3)
    n = cycle + phase
    if phase == 2:
        return n, n - 1, removals(n)
    return n, n + 1, placements(n, phase)


def backward(exact, payoff, roles):
    """Yield (ply, n, values) from ply 44 to 0; values (rows, 2^n) of the boards with n pieces.

    ``payoff`` by result code 1, 2, 3; ``roles`` of Tres, Uno and Dos. With a mean float64, the
    expected payoff; without int8, the payoff times 45 minus the ply of the ending.
    """
    kind = np.float64 if MEAN in roles else np.int8
    after = None
    for ply in range(44, -1, -1):
        n, _, ways = moves(ply)
        result = results(n, exact)
        haste = 1 if MEAN in roles else 45 - ply
        values = (np.array([0, *payoff]) * haste).astype(kind)[result]
        if after is not None:
            folded = fold(np.empty(result.shape, kind), ways, after, roles[ply % 3], n)
            values = np.where(result == 0, folded, values)
        yield ply, n, values
        after = values


def fold(into, ways, after, role, n):
    """The best, worst or mean value over the moves. A board with n pieces has n removals."""
    into[:] = {MAX: -99, MIN: 99, MEAN: 0}[role]
    combine = {MAX: np.maximum, MIN: np.minimum, MEAN: np.add}[role]
    for rows, rows_after, columns in ways:
        into[rows] = combine(into[rows], after[rows_after][:, columns])
    return into / n if role == MEAN else into


def count_positions(exact):
    """The number of (board, seat to act) pairs that play from the empty board reaches."""
    seen, total = np.ones((1, 1), bool), 1
    for ply in range(44):
        n, n_after, ways = moves(ply)
        live = seen & (results(n, exact) == 0)
        seen = np.zeros((len(occupied(n_after)[0]), 1 << n_after), bool)
        if n_after > n:
            for rows, rows_after, columns in ways:
                seen[np.ix_(rows_after, columns)] |= live[rows]
        else:
            for colour in (TRES, UNO):
                for rows, rows_before, columns in placements(n_after, colour):
                    seen[rows] |= live[rows_before][:, columns]
        total += int(seen.sum())
    return total
