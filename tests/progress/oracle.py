"""Exhaustive answers about positions, computed apart from the engines' own search."""

from __future__ import annotations

from functools import cache
from random import Random

from games.engines import engine
from games.rules import ClassicBoard
from progress.campaign import scoring
from progress.campaign.catalog import Stage

NEVER = 99
"""More moves than a board has cells: the win cannot be had."""


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
    if slug == "minimax":
        return tuple(cell for cell in board.available_moves() if keeps(board, cell))
    return engine("classic", slug).choose(board, Random(0)).candidates


def keeps(board: ClassicBoard, cell: int) -> bool:
    """Whether a move keeps what the position is worth."""
    return -value(board.make_move(cell)) == value(board)


@cache
def forced_in(board: ClassicBoard, seat: str) -> int:
    """In how many own moves ``seat`` can force a win against any defence; else NEVER."""
    if board.outcome is not None:
        return 0 if board.outcome.winner == seat else NEVER
    moves = [forced_in(board.make_move(move), seat) for move in board.available_moves()]
    return min(NEVER, 1 + min(moves)) if board.to_move == seat else max(moves)


@cache
def most_stars(board: ClassicBoard, stage: Stage, made: int = 0) -> int:
    """The most stars that some play against the stage's engine brings, luck included."""
    if (outcome := board.outcome) is not None:
        result = {stage.player: "won", None: "drawn"}.get(outcome.winner, "lost")
        return scoring.stars_earned(*stage.key, result=result, moves=made)
    mine = board.to_move == stage.player
    moves = board.available_moves() if mine else replies(board, stage.engine)
    return max(most_stars(board.make_move(move), stage, made + mine) for move in moves)


@cache
def chance(board: ClassicBoard, stage: Stage) -> float:
    """The probability that the stage's player, playing as well as can be, wins."""
    if board.outcome is not None:
        return float(board.outcome.winner == stage.player)
    if board.to_move == stage.player:
        return max(chance(board.make_move(move), stage) for move in board.available_moves())
    moves = replies(board, stage.engine)
    return sum(chance(board.make_move(move), stage) for move in moves) / len(moves)
