"""The linear engine, with a guard or without, as numbered steps: c = Pᵀs, sum by sum."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from games.engines.classic.guard import Verdict, allowed, feared, judge
from games.engines.classic.linear import Flags, P, best_cells, evaluate, numbers, state
from games.rules import ClassicBoard

Kind = Literal["start", "line", "add", "guard", "done"]
"""Nothing is computed yet; the occupancies and the score of a line; a line's score is added to a
cell; the guard judges a cell; the cell with the highest score is found."""

Fear = Literal["", "wins", "loses", "forked"]
"""What the guard sees after a move: nothing, a win, a reply that wins, a reply that forks."""


@dataclass(frozen=True, slots=True)
class LinearStep:
    """A step. ``line`` is a row of P, ``cell`` the cell it is about; ``total`` the cell's sum by
    now, ``last`` says that it is its score. ``fear`` and ``reply`` are the guard's."""

    kind: Kind
    line: int = -1
    cell: int = -1
    total: float = 0
    last: bool = False
    fear: Fear = ""
    reply: int = -1


@dataclass(frozen=True, slots=True)
class LinearTrace:
    """How the engine comes to its ``candidates`` in ``board``; ``refused`` by the guard.

    ``state`` is the board as the side to move sees it; ``own``, ``taken`` and ``scores`` are by
    line, ``cells`` are the scores of all cells.
    """

    board: ClassicBoard
    state: tuple[int, ...]
    own: tuple[float, ...]
    taken: tuple[float, ...]
    scores: tuple[float, ...]
    cells: tuple[float, ...]
    refused: tuple[int, ...]
    candidates: tuple[int, ...]
    steps: tuple[LinearStep, ...]


def cells_on(line: int) -> tuple[int, ...]:
    """The cells of a row of P."""
    return tuple(int(cell) for cell in np.flatnonzero(P[line]))


@lru_cache(maxsize=256)
def trace(board: ClassicBoard, *, guarded: bool) -> LinearTrace:
    """The steps of the engine in a live ``board``."""
    boards = state(board)
    seen = evaluate(boards)
    scores = numbers(seen.paths)
    open_to = allowed(boards) if guarded else boards == 0
    best = best_cells(boards, open_to)[0]
    steps = [LinearStep("start"), *(LinearStep("line", line=line) for line in range(len(P)))]
    for cell in board.available_moves():
        steps += _sum(cell, scores)
    if guarded:
        verdict, replies = judge(boards), feared(boards)
        steps += [_judged(verdict, replies, cell) for cell in board.available_moves()]
    steps.append(LinearStep("done"))
    return LinearTrace(
        board=board,
        state=tuple(boards[0].tolist()),
        own=tuple(numbers(seen.own)),
        taken=tuple(numbers(seen.total)),
        scores=tuple(scores),
        cells=tuple(numbers(seen.cells)),
        refused=tuple(cell for cell in board.available_moves() if not open_to[0][cell]),
        candidates=tuple(np.flatnonzero(best).tolist()),
        steps=tuple(steps),
    )


def _sum(cell: int, scores: list[float]) -> list[LinearStep]:
    lines = [line for line in range(len(P)) if P[line][cell]]
    steps, total = [], 0.0
    for line in lines:
        total += scores[line]
        last = line == lines[-1]
        steps.append(LinearStep("add", line=line, cell=cell, total=total, last=last))
    return steps


def _judged(verdict: Verdict, feared_replies: tuple[Flags, Flags], cell: int) -> LinearStep:
    if verdict.wins[0][cell]:
        return LinearStep("guard", cell=cell, fear="wins")
    fears: tuple[Fear, Fear] = ("loses", "forked")
    for fear, replies in zip(fears, feared_replies, strict=True):
        if replies[0][cell].any():
            reply = int(np.flatnonzero(replies[0][cell])[0])
            return LinearStep("guard", cell=cell, fear=fear, reply=reply)
    return LinearStep("guard", cell=cell)
