"""Exhaustive answers about positions, computed apart from the engines' own search."""

from __future__ import annotations

from functools import cache
from random import Random

from games.engines import engine
from games.rules import ClassicBoard
from progress import scoring
from progress.catalog import Stage

NEVER = 99
"""More marks than fit on a board: the win cannot be had."""


@cache
def value(board: ClassicBoard) -> int:
    """1, 0 or -1: what best play brings the side to move."""
    if board.outcome is not None:
        return 0 if board.outcome.winner is None else -1
    return max(-value(board.make_move(move)) for move in board.available_moves())


def moves_worth(board: ClassicBoard, worth: int) -> set[str]:
    """The cells, by name, that are worth ``worth`` to the side to move."""
    return {
        ClassicBoard.cell_name(move)
        for move in board.available_moves()
        if -value(board.make_move(move)) == worth
    }


def winning(board: ClassicBoard, seat: str) -> set[str]:
    """The free cells on which ``seat`` would complete a line."""
    return {
        ClassicBoard.cell_name(cell)
        for line in board.LINES
        for cell in line
        if not board.marks[cell] and all(board.marks[c] == seat for c in line if c != cell)
    }


@cache
def replies(board: ClassicBoard, slug: str) -> tuple[int, ...]:
    """Every cell the engine may choose here, as it says itself."""
    return engine("classic", slug).choose(board, Random(0)).candidates


@cache
def fewest_marks(board: ClassicBoard, slug: str, *, forced: bool) -> int:
    """With how few of their own marks X wins: by luck, or whatever the engine does."""
    if board.outcome is not None:
        return board.marks.count("X") if board.outcome.winner == "X" else NEVER
    x_moves = board.to_move == "X"
    moves = board.available_moves() if x_moves else replies(board, slug)
    counts = [fewest_marks(board.make_move(move), slug, forced=forced) for move in moves]
    return max(counts) if forced and not x_moves else min(counts)


@cache
def most_stars(board: ClassicBoard, stage: Stage) -> int:
    """The most stars that some play against the stage's engine brings, luck included."""
    if (outcome := board.outcome) is not None:
        result = {stage.player: "won", None: "drawn"}.get(outcome.winner, "lost")
        marks = board.marks.count(stage.player)
        return scoring.stars_earned(stage.level, result=result, moves=marks)
    mine = board.to_move == stage.player
    moves = board.available_moves() if mine else replies(board, stage.engine)
    return max(most_stars(board.make_move(move), stage) for move in moves)


@cache
def chance(board: ClassicBoard, slug: str) -> float:
    """The probability that X, playing as well as can be, wins against the engine."""
    if board.outcome is not None:
        return float(board.outcome.winner == "X")
    if board.to_move == "X":
        return max(chance(board.make_move(move), slug) for move in board.available_moves())
    moves = replies(board, slug)
    return sum(chance(board.make_move(move), slug) for move in moves) / len(moves)


def best_tries(board: ClassicBoard, slug: str) -> set[str]:
    """X's moves with the best chance to win."""
    odds = {move: chance(board.make_move(move), slug) for move in board.available_moves()}
    best = max(odds.values())
    return {ClassicBoard.cell_name(move) for move, odd in odds.items() if odd > best - 1e-9}
