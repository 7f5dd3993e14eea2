"""The hand-made evaluation of unfinished positions (document 004).

Per line, for the side it speaks for: two own marks and a free cell +5, one own and two free
+1, two of the other's and a free cell -4; and +1 for holding the centre. It is not zero-sum:
what one side gains is not what the other loses, so it always speaks for one named side.
"""

from __future__ import annotations

from games.engines.classic.bitboards import CENTRE
from games.engines.classic.scores import WIN
from games.engines.view import Heuristic, HeuristicLine
from games.rules.classic import MASKS, cells_of

TERMS = {(2, 0): 5, (1, 0): 1, (0, 2): -4}
"""(own marks, other's marks) on a line to its term; every other pair counts 0."""

CENTRE_TERM = 1


def evaluate(own: int, other: int) -> int:
    """The heuristic for the side that holds ``own`` (9-bit integers)."""
    total = CENTRE_TERM if own & CENTRE else 0
    for mask in MASKS:
        pair = (own & mask).bit_count(), (other & mask).bit_count()
        total += TERMS.get(pair, 0)
    return total


def bounded(own: int, other: int) -> int:
    """The heuristic held between -9 and 9, so that no guess outranks a win or a loss of 10."""
    return max(1 - WIN, min(WIN - 1, evaluate(own, other)))


def explain(own: int, other: int) -> Heuristic:
    """The same sum with each of its terms."""
    lines: list[HeuristicLine] = [
        {
            "cells": list(cells_of(mask)),
            "own": (pair := ((own & mask).bit_count(), (other & mask).bit_count()))[0],
            "other": pair[1],
            "term": TERMS.get(pair, 0),
        }
        for mask in MASKS
    ]
    centre = CENTRE_TERM if own & CENTRE else 0
    return {"lines": lines, "centre": centre, "total": evaluate(own, other)}
