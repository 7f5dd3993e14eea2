"""DSTRU-TAC-TOE solved from scratch, for both readings of "won"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.engines.dstru import aims
from games.engines.dstru.classes import Classes
from games.engines.dstru.induction import Values, induct, reachable, steps, winners
from games.engines.dstru.symmetry import symmetry
from games.rules.dstru import CELLS, coordinate_name

AIMS = (
    aims.NEUTRAL,
    aims.FOR_TRES,
    aims.FOR_UNO,
    aims.SABOTEUR,
    aims.FULL_WITH_TRES,
    aims.FULL_WITH_UNO,
)

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Solved:
    """All there is to know: ``seen`` bool (3, K), reachable or not, and the values by aim."""

    exact: bool
    space: Classes
    seen: NDArray[np.bool_]
    values: Mapping[str, Values]


def work_out(exact: bool, progress: Progress) -> Solved:
    """Solve the game from nothing; ``progress`` is called with the fraction done, 0 to 1."""
    progress(0.0)
    space = Classes(symmetry())
    found, winner = list(steps(space)), winners(space, exact)
    seen = reachable(found, winner, len(space))
    values: dict[str, Values] = {}
    for done, aim in enumerate(AIMS, start=2):
        progress(done / (len(AIMS) + 2))
        values[aim.slug] = induct(found, winner, len(space), aim)
    progress(1.0)
    return Solved(exact, space, seen, values)


def solve(exact: bool = False, progress: Progress | None = None) -> dict[str, Any]:
    """The solution in figures, ready for JSON, worked out on the spot.

    ``neutral.value`` is P(Tres wins) - P(Uno wins) with a neutral Dos, both players optimal;
    ``neutral.first`` the same for each first cell of Tres's, named as document 002 does.
    ``forces[p]``: can p alone force a win against the other two together.
    ``forces_with_dos[s][p]``: the same when Dos plays for s; s and Dos then act together,
    for a full grid if p is Dos, and against p if p is the third. ``positions`` counts pairs
    (board, seat to act) that legal play reaches, endings included; ``classes`` those up to
    symmetry. ``progress`` is called with the fraction done, 0 to 1.
    """
    began = perf_counter()
    solved = work_out(exact, progress or (lambda done: None))
    return {**figures(solved), "seconds": round(perf_counter() - began, 3)}


def figures(solved: Solved) -> dict[str, Any]:
    """What ``solve`` reports, without the time it took."""
    space, values = solved.space, solved.values
    return {
        "variant": "dstru",
        "exact": solved.exact,
        "neutral": neutral(space, values["neutral"]),
        **forces({slug: int(value[0, space.of(0, 0)]) for slug, value in values.items()}),
        "positions": int((solved.seen * space.boards).sum()),
        "classes": int(solved.seen.sum()),
    }


def neutral(space: Classes, values: Values) -> dict[str, Any]:
    """The value of the empty board and of each first cell, from Tres's side."""
    return {
        "value": float(values[0, space.of(0, 0)]),
        "first": {
            coordinate_name(cell): float(values[1, space.of(1 << cell, 0)]) for cell in range(CELLS)
        },
    }


def forces(start: dict[str, int]) -> dict[str, Any]:
    """Who can force what, from the values of the empty board by aim.

    A value below zero means that those who lower it can keep the others from a full
    grid as well: they force their own win.
    """
    return {
        "forces": {
            "Tres": start["for-uno"] < 0,
            "Uno": start["for-tres"] < 0,
            "Dos": start["saboteur"] > 0,
        },
        "forces_with_dos": {
            "Tres": {
                "Tres": start["for-tres"] > 0,
                "Uno": start["for-tres"] < 0,
                "Dos": start["full-with-tres"] > 0,
            },
            "Uno": {
                "Tres": start["for-uno"] < 0,
                "Uno": start["for-uno"] > 0,
                "Dos": start["full-with-uno"] > 0,
            },
        },
    }
