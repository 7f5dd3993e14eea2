"""Positions of Ultimate, and what plain searches of its board say of them."""

from __future__ import annotations

from random import Random

from games.engines.ultimate.alphabeta import WIN
from games.engines.ultimate.position import evaluation, position
from games.rules import UltimateBoard


def walk(seed: int, *, most: bool = False) -> list[UltimateBoard]:
    """The live positions of a random game."""
    rng, board, found = Random(seed), UltimateBoard.start(exact=most), []
    while not board.is_game_over():
        found.append(board)
        board = board.make_move(rng.choice(board.available_moves()))
    return found


def at_free(seed: int, free: int, *, most: bool = False) -> UltimateBoard | None:
    """The first position of a random game with so few free cells in open boards, if it has one."""
    return next((one for one in walk(seed, most=most) if position(one).free <= free), None)


def minimax(board: UltimateBoard, depth: int) -> int:
    """The value for the side to move ``depth`` plies before the horizon, by the board alone."""
    if (outcome := board.outcome) is not None:
        if outcome.winner is None:
            return 0
        return WIN - board.ply if outcome.winner == board.to_move else board.ply - WIN
    if not depth:
        return evaluation(position(board))
    return max(-minimax(board.make_move(cell), depth - 1) for cell in board.available_moves())
