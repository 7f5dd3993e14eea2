"""Backward induction over the classes of DSTRU-TAC-TOE, one ply at a time.

Every cycle adds a piece, so the number of pieces and the seat to act tell the ply: a
position is a pair (seat, class), and the longest game has 44 plies. Arrays over positions
have shape (3, K): seats in the order of ``SEATS``, then the K classes of ``classes.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.engines.dstru.classes import Classes, Ints
from games.engines.dstru.objectives import Objective, Role
from games.rules.dstru import AHEAD, FULL, DstruBoard, won

SEATS = DstruBoard.SEATS
LAST_PLY = DstruBoard.LONGEST
OVER_AT = LAST_PLY + 1
"""An ending at ply p counts ±(OVER_AT - p): sooner wins and later losses are worth more."""

Values = NDArray[np.number]
"""Of floats where chance takes part, else of small integers."""


@dataclass(frozen=True, slots=True)
class PlyMoves:
    """All positions of one ply, N of them, and their successors by kind of move, M of these.

    ``here`` int32 (N,): their classes. ``after`` int32 (M, N): the class each kind leads to.
    ``cells`` int32 (M, N): how many cells make that move; 0 if none does.
    """

    ply: int
    here: Ints
    after: Ints
    cells: Ints

    @property
    def seat(self) -> int:
        return self.ply % 3


def steps(classes: Classes) -> Iterator[PlyMoves]:
    """The plies 0 to 44. The last one has successors on paper only: its grids are full."""
    for ply in range(LAST_PLY + 1):
        seat = SEATS[ply % 3]
        here = np.flatnonzero(classes.pieces == (ply + AHEAD[seat]) // 3).astype(np.int32)
        moves = removals(classes, here) if seat == "Dos" else placements(classes, here, seat)
        cells = np.array([count for count, _, _ in moves])
        after = np.array([classes.number[tres, uno] for _, tres, uno in moves])
        yield PlyMoves(ply, here, np.where(cells > 0, after, 0), cells)


def placements(classes: Classes, here: Ints, seat: str) -> list[tuple[Ints, Ints, Ints]]:
    """For each block: how many free cells, and the codes after ``seat`` takes one of them."""
    tres, uno = classes.tres[here], classes.uno[here]
    free = (classes.sizes - classes.tres_in - classes.uno_in)[here]
    moves = []
    for block, stride in enumerate(classes.strides):
        step = np.where(free[:, block] > 0, stride, 0)
        after = (tres + step, uno) if seat == "Tres" else (tres, uno + step)
        moves.append((free[:, block], *after))
    return moves


def removals(classes: Classes, here: Ints) -> list[tuple[Ints, Ints, Ints]]:
    """For each block and owner: how many pieces, and the codes after one is taken away."""
    tres, uno = classes.tres[here], classes.uno[here]
    moves = []
    for block, stride in enumerate(classes.strides):
        of_tres, of_uno = classes.tres_in[here, block], classes.uno_in[here, block]
        moves.append((of_tres, tres - np.where(of_tres > 0, stride, 0), uno))
        moves.append((of_uno, tres, uno - np.where(of_uno > 0, stride, 0)))
    return moves


def winners(classes: Classes, exact: bool) -> NDArray[np.int8]:
    """int8 (K,): 0 while the game goes on, else 1 + the winner's place in ``SEATS``."""
    tres, uno = classes.representatives()
    lines = np.zeros(FULL + 1, bool)
    lines[tres] = lines[uno] = True
    for held in np.flatnonzero(lines).tolist():  # the others are sets that nobody asks about
        lines[held] = won(held, exact)
    order = [lines[uno], (tres | uno) == FULL, lines[tres]]
    codes = [1 + SEATS.index(seat) for seat in ("Uno", "Dos", "Tres")]
    return np.select(order, codes, 0).astype(np.int8)


def reachable(found: list[PlyMoves], winner: NDArray[np.int8], size: int) -> NDArray[np.bool_]:
    """bool (3, K): the positions some legal game visits, finished ones included."""
    seen = np.zeros((3, size), bool)
    seen[0, found[0].here] = True
    for step in found[:-1]:
        live = seen[step.seat, step.here] & (winner[step.here] == 0)
        moved = step.after[(step.cells > 0) & live]
        seen[(step.seat + 1) % 3, moved] = True
    return seen


def solve_backwards(
    found: list[PlyMoves], winner: NDArray[np.int8], size: int, objective: Objective
) -> Values:
    """The value (3, K) of each position for ``objective``, from the side of those who raise it.

    With chance: float64, the expected payoff. Without: int8, the payoff that can be enforced
    times 45 minus the ply of the ending, so its sign is the value and its size the haste.
    """
    values = np.zeros((3, size), np.float64 if objective.has_chance else np.int8)
    worth = np.array([0, *(objective.payoff[seat] for seat in SEATS)], values.dtype)
    for step in reversed(found):
        haste = 1 if objective.has_chance else OVER_AT - step.ply
        ended = winner[step.here]
        after = values[(step.seat + 1) % 3][step.after]
        going_on = fold(after, step.cells, objective.role[SEATS[step.seat]])
        values[step.seat, step.here] = np.where(ended, worth[ended] * haste, going_on)
    return values


def fold(after: Values, cells: Ints, role: Role) -> Values:
    """One value (N,) out of those of the moves (M, N), of which ``cells`` (M, N) exist."""
    value: Values
    if role is Role.CHANCE:
        value = (after * cells).sum(0) / np.maximum(cells.sum(0), 1)
    elif role is Role.RAISE:
        value = np.where(cells > 0, after, -OVER_AT).max(0)
    else:
        value = np.where(cells > 0, after, OVER_AT).min(0)
    return value
