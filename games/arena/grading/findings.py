"""Where a program goes wrong: by ply, by cell, and its first mistakes with the right moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from games.arena.grading.result import Costly, PlyCount
from games.engines import solution_of
from games.engines.solution import EQUAL
from games.rules import Board

MOST_MISTAKES = 5
"""How many mistakes are shown with their right moves."""


@dataclass(slots=True)
class Findings:
    """What is counted while a program's answers are read, one position at a time."""

    asked: Counter[int] = field(default_factory=Counter)
    right: Counter[int] = field(default_factory=Counter)
    cells: Counter[int] = field(default_factory=Counter)
    mistakes: list[tuple[Board, Costly]] = field(default_factory=list)

    def add(self, board: Board, cells: Collection[int], failed: bool) -> None:
        """Count the moves that a program makes in ``board``: of several the worst decides."""
        self.asked[board.ply] += 1
        if failed:
            return
        values = solution_of(board).values(board)
        best = max(values, key=lambda cell: (round(values[cell], 9), -cell))
        move = min(cells, key=lambda cell: (round(values[cell], 9), cell))
        cost = values[best] - values[move]
        if cost <= EQUAL:
            self.right[board.ply] += 1
            return
        self.cells[move] += 1
        self.mistakes.append((board, Costly(board.notation, move, best, cost)))

    def by_ply(self) -> tuple[PlyCount, ...]:
        """How many positions of each ply it was asked about, and how many answers are right."""
        return tuple(PlyCount(ply, self.asked[ply], self.right[ply]) for ply in sorted(self.asked))

    def by_cell(self, cells: int) -> tuple[int, ...]:
        """How many of its mistakes are moves to each of ``cells`` cells."""
        return tuple(self.cells[cell] for cell in range(cells))

    def first(self, met: Collection[Board] = (), least: float = 0.0) -> tuple[Costly, ...]:
        """The first mistakes that cost more than ``least``, those in positions ``met`` in its own
        games before others.

        Of positions alike by symmetry only one is taken.
        """
        ordered = sorted(
            (one for one in self.mistakes if one[1].cost > least),
            key=lambda one: (one[0] not in met, one[0].ply, one[0].notation),
        )
        return tuple(_unlike(ordered, MOST_MISTAKES))


def _unlike(mistakes: Iterable[tuple[Board, Costly]], most: int) -> list[Costly]:
    seen: set[Board] = set()
    found: list[Costly] = []
    for board, mistake in mistakes:
        alike = solution_of(board).canonical(board)
        if alike not in seen:
            seen.add(alike)
            found.append(mistake)
        if len(found) == most:
            break
    return found
