"""A move judged by the exact solution: a label, and what it did to the value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engines.scores import value_of
from games.engines.solutions import value
from games.engines.table import table
from games.glass.compare import EQUAL, sign, truth
from games.rules import Board, ClassicBoard

ONLY, BEST, FORCED = "only move", "best", "forced"
SLOWER, SOONER, MISSED, BLUNDER = "slower win", "sooner loss", "missed win", "blunder"
NEAR, WEAKER, CHANCE, OPENING = "near best", "weaker", "taken away", "opening"

MISTAKES = (SLOWER, MISSED, BLUNDER, WEAKER)

CLOSE, SERIOUS = 0.05, 0.25
"""Up to how much of an expected result a move may cost to be near best, and short of a blunder."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``best`` are the cells that would have been best; ``before`` and ``after`` the exact value
    from the side of the first seat, between -1 and 1. ``kept`` is the share, 0 to 1, of what was
    at stake that the move kept, or None where nothing was at stake or nobody chose; ``cost`` is
    what it gave away, in the unit of the game's values.
    """

    label: str
    best: tuple[int, ...]
    before: float
    after: float
    kept: float | None
    cost: float


def judge(board: Board, move: int) -> Verdict:
    """Judge a legal ``move``; the solution of the game must be at hand."""
    exact = truth(board)
    chooses = board.to_move in board.SEATS[:2]
    best, worst = max(exact.values()), min(exact.values())
    at_stake = chooses and best - worst > EQUAL
    return Verdict(
        label=_label(board, move, exact) if chooses else CHANCE,
        best=best_cells(board, exact) if chooses else (),
        before=level(board),
        after=level(board.make_move(move)),
        kept=(exact[move] - worst) / (best - worst) if at_stake else None,
        cost=best - exact[move] if chooses else 0.0,
    )


def level(board: Board) -> float:
    """The exact value from the side of the first seat, between -1 and 1."""
    exact = value(board) or 0.0
    unit = 10 if isinstance(board, ClassicBoard) else 1
    return sign(board.to_move) * exact / unit


def best_cells(board: Board, exact: Mapping[int, float]) -> tuple[int, ...]:
    """The best moves; in classic those that also win soonest or lose latest."""
    ranks = _scores(board) if isinstance(board, ClassicBoard) else exact
    top = max(ranks.values())
    return tuple(cell for cell, rank in ranks.items() if rank > top - EQUAL)


def _label(board: Board, move: int, exact: Mapping[int, float]) -> str:
    if len(exact) == 1:
        return FORCED
    if isinstance(board, ClassicBoard):
        return _classic(_scores(board), move)
    return _expected(exact, move)


def _scores(board: ClassicBoard) -> dict[int, int]:
    return {cell: -table().score(board.make_move(cell)) for cell in board.available_moves()}


def _classic(scores: Mapping[int, int], move: int) -> str:
    best, mine = max(scores.values()), scores[move]
    top, own = value_of(best), value_of(mine)
    if own < top:
        return MISSED if top > 0 and own == 0 else BLUNDER
    if mine < best:
        return SLOWER if top > 0 else SOONER
    keepers = [score for score in scores.values() if value_of(score) == top]
    return ONLY if len(keepers) == 1 else BEST


def _expected(exact: Mapping[int, float], move: int) -> str:
    best, lost = max(exact.values()), max(exact.values()) - exact[move]
    if lost < EQUAL:
        others = [value for cell, value in exact.items() if cell != move]
        return ONLY if max(others) < best - SERIOUS else BEST
    if best > 1 - EQUAL:
        return MISSED
    return NEAR if lost < CLOSE else WEAKER if lost < SERIOUS else BLUNDER
