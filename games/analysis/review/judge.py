"""A move judged by the exact solution: a label, and what it did to the value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.analysis.results import level
from games.engines import solution_of
from games.engines.sides import has_side
from games.engines.solution import EQUAL
from games.rules import Board

ONLY, BEST, FORCED = "only move", "best", "forced"
SLOWER, SOONER, MISSED, BLUNDER = "slower win", "sooner loss", "missed win", "blunder"
NEAR, WEAKER, CHANCE = "near best", "weaker", "taken away"
OPENING, UNJUDGED = "opening", "not judged"

MISTAKES = (SLOWER, MISSED, BLUNDER, WEAKER)

CLOSE, SERIOUS = 0.05, 0.25
"""Up to how much of an expected result a move may cost to be near best, and short of a blunder."""


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """``best`` are the cells that would have been best; ``before`` and ``after`` the exact value
    from the side of the first seat, between -1 and 1. ``kept`` is the share, 0 to 1, of what was
    at stake that the move kept, 1 where nothing was, or None where there was no choice; ``cost`` is
    what it gave away, in the unit of the game's values.
    """

    label: str
    best: tuple[int, ...]
    before: float
    after: float
    kept: float | None
    cost: float


def judge(board: Board, move: int) -> MoveVerdict:
    """Judge a legal ``move``; the solution of the game must be at hand."""
    solution, chooses = solution_of(board), has_side(board)
    exact = solution.values(board)
    best_moves = solution.best_moves(board) if chooses else ()
    best, worst = max(exact.values()), min(exact.values())
    return MoveVerdict(
        label=_label(board, move, exact, best_moves) if chooses else CHANCE,
        best=best_moves,
        before=level(board),
        after=level(board.make_move(move)),
        kept=_kept(exact[move] - worst, best - worst) if chooses and len(exact) > 1 else None,
        cost=best - exact[move] if chooses else 0.0,
    )


def _kept(own: float, stake: float) -> float:
    """The share of ``stake`` that is ``own``. Where nothing is at stake, nothing is given away."""
    return own / stake if stake > EQUAL else 1.0


def _label(board: Board, move: int, exact: Mapping[int, float], best: tuple[int, ...]) -> str:
    if len(exact) == 1:
        return FORCED
    return _expected(exact, move) if board.CHANCE_SEAT else _decided(exact, move, best)


def _decided(exact: Mapping[int, float], move: int, best: tuple[int, ...]) -> str:
    top, own = max(exact.values()), exact[move]
    if own < top:
        return MISSED if top > 0 and own == 0 else BLUNDER
    if move not in best:
        return SLOWER if top > 0 else SOONER
    return ONLY if list(exact.values()).count(top) == 1 else BEST


def _expected(exact: Mapping[int, float], move: int) -> str:
    best, lost = max(exact.values()), max(exact.values()) - exact[move]
    if lost < EQUAL:
        others = [value for cell, value in exact.items() if cell != move]
        return ONLY if max(others) < best - SERIOUS else BEST
    if lost < CLOSE:
        return NEAR
    if best > 1 - EQUAL:
        return MISSED
    return WEAKER if lost < SERIOUS else BLUNDER
