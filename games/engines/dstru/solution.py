"""DSTRU-TAC-TOE solved from scratch, for both readings of "won"."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

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


def solve(exact: bool = False, progress: Progress | None = None) -> dict[str, Any]:
    """The solution as plain data, ready for JSON.

    ``neutral.value`` is P(Tres wins) - P(Uno wins) with a neutral Dos, both players optimal;
    ``neutral.first`` the same for each first cell of Tres's, named as document 002 does.
    ``forces[p]``: can p alone force a win against the other two together.
    ``forces_with_dos[s][p]``: the same when Dos plays for s; s and Dos then act together,
    for a full grid if p is Dos, and against p if p is the third. ``positions`` counts pairs
    (board, seat to act) that legal play reaches, endings included; ``classes`` those up to
    symmetry. ``progress`` is called with the fraction done, 0 to 1.
    """
    began = perf_counter()
    report = progress or (lambda done: None)
    report(0.0)
    space = Classes(symmetry())
    found, winner = list(steps(space)), winners(space, exact)
    seen = reachable(found, winner, len(space))
    values: dict[str, Values] = {}
    for done, aim in enumerate(AIMS, start=2):
        report(done / (len(AIMS) + 2))
        values[aim.slug] = induct(found, winner, len(space), aim)
    report(1.0)
    return {
        "variant": "dstru",
        "exact": exact,
        "neutral": neutral(space, values["neutral"]),
        **forces({slug: int(value[0, space.of(0, 0)]) for slug, value in values.items()}),
        "positions": int((seen * space.boards).sum()),
        "classes": int(seen.sum()),
        "seconds": round(perf_counter() - began, 3),
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
