"""DSTRU-TAC-TOE solved: what the tables say of a position, and the whole game in figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import TypedDict

from games.engines.dstru import objectives
from games.engines.dstru.classes import Classes, classes, representatives
from games.engines.dstru.columns import columns
from games.engines.dstru.counts import tree
from games.engines.dstru.retrograde import Values, reachable, solve_backwards, steps, winners
from games.engines.dstru.search import alike
from games.engines.dstru.symmetry import symmetry
from games.engines.dstru.tablebase import TABLEBASE, DstruTable, Tablebase, build, end_ply
from games.engines.options import EngineError
from games.engines.sides import valued_for
from games.engines.solution import (
    Column,
    Forced,
    Progress,
    ReportLine,
    Solution,
    SymmetryClass,
    WholeTree,
)
from games.rules.dstru import CELLS, DstruBoard, coordinate_name

OBJECTIVES = (
    objectives.NEUTRAL,
    objectives.FOR_TRES,
    objectives.FOR_UNO,
    objectives.SABOTEUR,
    objectives.FULL_WITH_TRES,
    objectives.FULL_WITH_UNO,
)

PERCENT = 100

NO_DIFFERENCE = 1e-12
"""Expectations of cells that are alike differ by less: they are sums of the same floats."""


class DstruSolution(Solution[DstruBoard]):
    """Expectations between -1 and 1 with a neutral Dos, from the tablebase."""

    variant = DstruBoard.VARIANT
    win = 1
    is_instant = False
    proves_engines = True
    respected = True
    alike = staticmethod(alike)
    counts_trees = True

    def __init__(self, tablebase: Tablebase = TABLEBASE) -> None:
        self.tablebase = tablebase

    def ready(self, board: DstruBoard) -> bool:
        return self.tablebase.get(board.exact) is not None

    def at_hand(self, board: DstruBoard) -> bool:
        return self.tablebase.holds(board.exact)

    def make_ready(self, board: DstruBoard) -> None:
        self.tablebase.wait(board.exact)

    def keep_tables_in(self, directory: Path) -> None:
        self.tablebase.directory = directory

    def value(self, board: DstruBoard) -> float | None:
        table = self.tablebase.get(board.exact)
        if table is None:
            return None
        return objectives.NEUTRAL.sign(board.to_move) * table.value(board, objectives.NEUTRAL)

    def values(self, board: DstruBoard) -> Mapping[int, float]:
        table = self.tablebase.get(board.exact)
        return {} if table is None else _values(table, board)

    def forced_win(self, board: DstruBoard, seat: str) -> int | None:
        table = self.tablebase.get(board.exact)
        objective, sign = ALONE[seat]
        if table is None or (value := sign * table.value(board, objective)) <= 0:
            return None
        return end_ply(value) - board.ply

    def win_chance(self, board: DstruBoard, seat: str) -> float | None:
        table = self.tablebase.get(board.exact)
        if table is None:
            return None
        if seat not in CHANCES:
            return float(self.forced_win(board, seat) is not None)
        return table.value(board, CHANCES[seat])

    def canonical(self, board: DstruBoard) -> DstruBoard:
        number = classes().of(board.tres, board.uno)
        tres, uno = representatives()
        return board._replace(tres=tres[number], uno=uno[number])

    def symmetry_class(self, board: DstruBoard) -> SymmetryClass[DstruBoard]:
        size = int(classes().boards[classes().of(board.tres, board.uno)])
        text = f"one of {size:,} boards that play alike"
        return SymmetryClass(self.canonical(board), size, text)

    def forced(self, board: DstruBoard) -> list[Forced]:
        table = self.tablebase.get(board.exact)
        if table is None or board.over:
            return []
        return [
            Forced(sides, _forced(table.value(board, objective), good, bad))
            for sides, objective, good, bad in ALLIANCES
        ]

    def tree(self, board: DstruBoard) -> WholeTree:
        return tree(board)

    def report(self, *, exact: bool) -> list[ReportLine]:
        found = solve(exact)
        first = found["neutral"]["first"]
        top, low = max(first.values()), min(first.values())
        alone, allied = found["forces"], found["forces_with_dos"]
        return [
            ReportLine("Expected result for Tres, Dos neutral", found["neutral"]["value"]),
            ReportLine("after its best first cell", top, _cells_worth(first, top)),
            ReportLine("after its worst", low, _cells_worth(first, low)),
            ReportLine("Wins by force alone", _names(seat for seat, can in alone.items() if can)),
            ReportLine(
                "Wins by force with Dos as partner",
                _names(seat for seat, results in allied.items() if results[seat]),
            ),
            ReportLine("Positions that play can reach", found["positions"]),
            ReportLine("up to symmetry", found["classes"]),
        ]

    def columns(self, *, exact: bool) -> list[Column]:
        """Positions that play can reach, one of each class, by seat to move."""
        return columns(exact, self.tablebase.get(exact) if self.tablebase.holds(exact) else None)

    def solve(self, *, exact: bool, save: bool, progress: Progress) -> DstruFigures:
        solved = solve(exact, lambda done: progress(round(done * PERCENT), PERCENT))
        if save:
            if self.tablebase.directory is None:
                raise EngineError("there is no place to keep the table of dstru in")
            build(exact).save(self.tablebase.directory)
        return solved


def _cells_worth(first: Mapping[str, float], value: float) -> tuple[int, ...]:
    """The first cells of that value, out of values by document 002's names of cells."""
    return tuple(
        cell for cell in range(CELLS) if abs(first[coordinate_name(cell)] - value) < NO_DIFFERENCE
    )


def _names(seats: Iterable[str]) -> str:
    return ", ".join(seats) or "nobody"


@lru_cache(maxsize=256)
def _values(table: DstruTable, board: DstruBoard) -> Mapping[int, float]:
    """A page asks for those of one position many times."""
    return MappingProxyType(table.moves(board, objectives.NEUTRAL, valued_for(board)))


ALLIANCES = (
    ("Tres and Dos against Uno", objectives.FOR_TRES, "Tres wins", "Uno wins"),
    ("Uno and Dos against Tres", objectives.FOR_UNO, "Uno wins", "Tres wins"),
    (
        "Dos against both, for a full grid",
        objectives.SABOTEUR,
        "the grid fills",
        "a pattern is completed",
    ),
)
"""The two sides, the objective of their game, and how it ends if the value is good or bad for the
first side."""


ALONE = {
    "Tres": (objectives.FOR_UNO, -1),
    "Uno": (objectives.FOR_TRES, -1),
    "Dos": (objectives.SABOTEUR, 1),
}
"""By seat the objective of its game against both others, and the sign of its win there."""

CHANCES = {"Tres": objectives.TRES_WINS, "Uno": objectives.UNO_WINS}
"""By seat the objective whose value is the probability of its win, Dos being neutral."""


def _forced(value: float, good: str, bad: str) -> str:
    if value == 0:
        return "a full grid: neither side can force a pattern"
    return f"{good if value > 0 else bad} by ply {end_ply(value)}"


# --- the whole game, from scratch, for both readings of "won" ---

Fraction = Callable[[float], None]
"""Called with the part that is done, 0 to 1."""


class Expectations(TypedDict):
    """Values for the seat ``value_for``: of the empty board, and of each first cell by name."""

    value: float
    value_for: str
    first: dict[str, float]


class Forces(TypedDict):
    """Who can force a win: alone, and by partner of Dos and seat."""

    forces: dict[str, bool]
    forces_with_dos: dict[str, dict[str, bool]]


class DstruFigures(Forces):
    """The solution as ``manage.py solve dstru --json`` prints it (see ``solve``)."""

    variant: str
    exact: bool
    neutral: Expectations
    positions: int
    classes: int
    seconds: float


def solve(exact: bool = False, progress: Fraction | None = None) -> DstruFigures:
    """The solution in figures, ready for JSON, worked out on the spot.

    ``neutral.value`` is P(Tres wins) - P(Uno wins) with a neutral Dos, both players optimal;
    ``neutral.first`` the same for each first cell of Tres's, named as document 002 does, and
    ``neutral.value_for`` the seat for which both count, Tres.
    ``forces[p]``: can p alone force a win against the other two together.
    ``forces_with_dos[s][p]``: the same when Dos plays for s; s and Dos then act together,
    for a full grid if p is Dos, and against p if p is the third. ``positions`` counts pairs
    (board, seat to act) that legal play reaches, endings included; ``classes`` those up to
    symmetry. ``progress`` is called with the fraction done, 0 to 1.
    """
    began, report = perf_counter(), progress or (lambda done: None)
    report(0.0)
    space = Classes(symmetry())
    found, winner = list(steps(space)), winners(space, exact)
    seen = reachable(found, winner, len(space))
    values: dict[str, Values] = {}
    for done, objective in enumerate(OBJECTIVES, start=2):
        report(done / (len(OBJECTIVES) + 2))
        values[objective.slug] = solve_backwards(found, winner, len(space), objective)
    report(1.0)
    neutral, empty = values[objectives.NEUTRAL.slug], space.of(0, 0)
    first = {
        coordinate_name(cell): float(neutral[1, space.of(1 << cell, 0)]) for cell in range(CELLS)
    }
    return {
        "variant": DstruBoard.VARIANT,
        "exact": exact,
        "neutral": {
            "value": float(neutral[0, empty]),
            "value_for": objectives.NEUTRAL.side,
            "first": first,
        },
        **_forces({slug: int(value[0, empty]) for slug, value in values.items()}),
        "positions": int((seen * space.boards).sum()),
        "classes": int(seen.sum()),
        "seconds": round(perf_counter() - began, 3),
    }


def _forces(start: dict[str, int]) -> Forces:
    """Who can force what, from the values of the empty board by objective.

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
