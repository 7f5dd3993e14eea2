"""Every reachable 3×3 position, found with ``Board`` alone: the measure for all engines."""

from __future__ import annotations

from functools import cache

from games.engines.classic.formulas import minimax_value
from games.rules import ClassicBoard


@cache
def reachable() -> tuple[ClassicBoard, ...]:
    """All positions, in order of plies, the 958 final ones included."""
    layers = [{ClassicBoard()}]
    while layers[-1]:
        layers.append({b.make_move(m) for b in layers[-1] for m in b.available_moves()})
    return tuple(board for layer in layers for board in sorted(layer))


@cache
def live() -> tuple[ClassicBoard, ...]:
    """The positions in which the game goes on."""
    return tuple(board for board in reachable() if not board.is_game_over())


def exact(board: ClassicBoard) -> int:
    """Formula 1's value for the side to move, from the transcription in ``formulas``."""
    return minimax_value(board.marks, board.to_move, board.to_move)


def holding(board: ClassicBoard) -> set[int]:
    """The moves that keep the value of ``board``."""
    return {m for m in board.available_moves() if -exact(board.make_move(m)) == exact(board)}


def at(notation: str) -> ClassicBoard:
    return ClassicBoard.from_notation(notation)
