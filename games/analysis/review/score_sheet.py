"""A finished game, move by move, as the exact solution judges it."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis import results, variations
from games.analysis.reasons import reason_of
from games.analysis.reasons.on_board import ProofData, ShownData, proof_of, shown_reason
from games.analysis.results import level
from games.analysis.review.judge import (
    BLUNDER,
    MISSED,
    MISTAKES,
    OPENING,
    UNJUDGED,
    MoveVerdict,
    judge,
)
from games.engines import engines_for, solution_of
from games.rules import Board

SHAPES = {
    "only move": "◆",
    "best": "●",
    "forced": "·",
    "near best": "○",
    "slower win": "◐",
    "sooner loss": "◐",
    "weaker": "◐",
    "missed win": "△",
    "blunder": "▲",
    "taken away": "–",
    "opening": "·",
    "not judged": "·",
}
"""A sign for each label, so that colour alone never tells two apart."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One move of a game with its verdict: None in the opening, and in a game nobody has solved."""

    ply: int
    board: Board
    move: int
    verdict: MoveVerdict | None


def judged(start: Board, moves: tuple[int, ...], opening: int = 0) -> list[Judged]:
    """Every move of a game. The solution must be at hand, if there is one."""
    board, found = start, []
    for ply, move in enumerate(moves, 1):
        judging = ply > opening and is_solved(board)
        found.append(Judged(ply, board, move, judge(board, move) if judging else None))
        board = board.make_move(move)
    return found


def is_solved(board: Board) -> bool:
    """Whether there is an exact value to judge by."""
    return solution_of(board).value(board) is not None


def mistakes(moves: list[Judged], seat: str) -> list[Judged]:
    """The moves of ``seat`` that are worth a second try, in order of play."""
    return [
        one
        for one in moves
        if one.board.to_move == seat and one.verdict and one.verdict.label in MISTAKES
    ]


def accuracy(moves: list[Judged], seat: str) -> float | None:
    """The average share of what was at stake that the moves of ``seat`` kept, 0 to 1.

    A move keeps (its value - the worst value) / (the best value - the worst value), and all of it
    where the two are equal: a best move counts as one in a lost position, too. A move without a
    choice does not count; None if there are no others.
    """
    kept = [
        one.verdict.kept
        for one in moves
        if one.board.to_move == seat and one.verdict and one.verdict.kept is not None
    ]
    return sum(kept) / len(kept) if kept else None


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A move with its verdict.

    ``shape`` is the sign of the ``label``, ``better`` are moves that would have been better.
    ``result`` is that of the position after the move, None in a game nobody has solved, and
    ``strip`` the piece of the evaluation strip beside the row. ``proof`` shows on the page of the
    game that ``reason`` is true, ``shown`` on any other. ``url`` leads to the analysis board,
    ``refutation`` to what the best engine expects there after a mistake.
    """

    ply: int
    seat: str
    name: str
    removes: bool
    url: str
    refutation: str
    label: str
    shape: str
    grave: bool
    reason: str
    better: list[dict[str, str]]
    result: results.ExactResult | None
    strip: dict[str, str]
    proof: ProofData | None
    shown: ShownData | None


def rows(start: Board, moves: list[Judged]) -> list[JudgedRow]:
    """The score sheet of a review."""
    line = variations.Variation((start,), (), 0).after(*(one.move for one in moves))
    return [_row(line, one) for one in moves]


def _row(line: variations.Variation, one: Judged) -> JudgedRow:
    board, verdict = one.board, one.verdict
    label = verdict.label if verdict else OPENING if is_solved(board) else UNJUDGED
    after = board.make_move(one.move)
    reason = reason_of(board, one.move) if verdict else None
    return JudgedRow(
        ply=one.ply,
        seat=board.to_move,
        name=board.cell_name(one.move),
        removes=board.action == "remove",
        url=line.address(one.ply),
        refutation=line.address(one.ply, engine=_refuter(after)) if label in MISTAKES else "",
        label=label,
        shape=SHAPES[label],
        grave=label in (BLUNDER, MISSED),
        reason=reason.text if reason else "",
        better=_better(line, one),
        result=results.ExactResult(level(after), board.SEATS) if is_solved(after) else None,
        strip=_strip(board, after),
        proof=proof_of(board, one.move, one.ply, reason) if reason else None,
        shown=shown_reason(board, one.move, reason) if reason else None,
    )


def _better(line: variations.Variation, one: Judged) -> list[dict[str, str]]:
    """Up to three best moves instead of one that is none."""
    if one.verdict is None or one.move in one.verdict.best:
        return []
    before = line.at_ply(one.ply - 1)
    return [
        {"name": one.board.cell_name(cell), "url": before.after(cell).address(one.ply)}
        for cell in one.verdict.best[:3]
    ]


def _refuter(after: Board) -> str:
    """The engine in focus where a mistake is looked at: what it expects is the refutation.

    Empty where none that plays perfectly is to move.
    """
    acts = not after.is_game_over() and "perfect" in engines_for(after.VARIANT, after.to_move)
    return "perfect" if acts else ""


WIDTH, MARGIN = 44, 6


def _strip(before: Board, after: Board) -> dict[str, str]:
    """The line from the value before the move to the one after it, as an SVG ``path``.

    The first seat's win is at the left, the second's at the right.
    """
    start, end = (_across(level(board)) for board in (before, after))
    return {"path": f"M{start} 0C{start} 30 {end} 20 {end} 50V100"}


def _across(value: float) -> float:
    return round(WIDTH / 2 - value * (WIDTH / 2 - MARGIN), 1)
