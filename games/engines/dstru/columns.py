"""The complete table of DSTRU-TAC-TOE as columns: one board of each class and seat to move."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.engines.dstru import objectives
from games.engines.dstru.classes import Classes, classes
from games.engines.dstru.retrograde import SEATS, Values, reachable, steps, winners
from games.engines.dstru.tablebase import DstruTable, build
from games.engines.solution import Column
from games.rules.dstru import CELLS

Ints = NDArray[np.integer[Any]]


def columns(exact: bool, table: DstruTable | None = None) -> list[Column]:
    """Every position that play can reach, up to symmetry, with a neutral Dos.

    ``table`` is that of ``exact``, if there is one already.
    """
    space = classes()
    winner = winners(space, exact)
    seen = reachable(list(steps(space)), winner, len(space))
    values = (table or build(exact)).values[objectives.NEUTRAL.slug]
    seats, numbers = np.nonzero(seen)
    tres, uno = (held[numbers] for held in space.representatives())
    ended = winner[numbers]
    return [
        Column("tres", "cells of Tres: bit 0 is the top left, bits go along the rows", _u16(tres)),
        Column("uno", "cells of Uno", _u16(uno)),
        Column("to_move", "0 Tres, 1 Uno, 2 Dos, who takes a piece away", seats.astype(np.uint8)),
        Column("boards", "how many boards play alike, this one included", space.boards[numbers]),
        Column("winner", "0 nobody yet, 1 Tres, 2 Uno, 3 nobody: full", ended.astype(np.uint8)),
        Column(
            "value",
            "expected result for Tres (1 won, -1 lost), best play of both, Dos by chance",
            values[seats, numbers],
        ),
        Column(
            "best",
            "the best cells of Tres or Uno, as bits; 0 for Dos and at the end",
            _u16(_best(space, values, seats, tres, uno) * (ended == 0)),
        ),
    ]


def _best(space: Classes, values: Values, seats: Ints, tres: Ints, uno: Ints) -> Ints:
    """The cells that reach the best value, as bits (N,)."""
    worth = np.full((len(tres), CELLS), -np.inf)
    for seat, sign in ((0, 1.0), (1, -1.0)):
        here = seats == seat
        for cell in range(CELLS):
            bit = 1 << cell
            free = here & ((tres | uno) & bit == 0)
            after = (tres[free] | bit, uno[free]) if seat == 0 else (tres[free], uno[free] | bit)
            found = space.number[space.code[after[0]], space.code[after[1]]]
            worth[free, cell] = sign * values[(seat + 1) % len(SEATS), found]
    top = worth.max(axis=1)[:, None]
    best: Ints = ((worth >= top - 1e-12) & np.isfinite(worth)) @ (1 << np.arange(CELLS))
    return best


def _u16(numbers: Ints) -> NDArray[np.uint16]:
    return numbers.astype(np.uint16)
