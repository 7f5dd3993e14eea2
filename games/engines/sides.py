"""The perspective of values.

Engines give values from the side of the seat to move, as ``Choice`` says. In a game with a third
seat pages show all values from the side of the first seat: in DSTRU-TAC-TOE +1 is a win of Tres and
−1 one of Uno, whoever moves. Only a value from the side of the third seat (Dos, for a full grid)
stays as it is.
"""

from __future__ import annotations

from games.rules import Board


def reader(board: Board, side: str) -> str:
    """The seat from whose side pages show a value that was computed for the seat ``side``."""
    return board.RIVALS[0] if _is_turned(board, side) else side


def read(board: Board, side: str, value: float) -> float:
    """``value``, computed for the seat ``side``, from the side of ``reader``."""
    return -value if _is_turned(board, side) else value


def valued_for(board: Board) -> str:
    """The seat for which the exact value of ``board`` speaks: the one to move, if it has a side."""
    return board.to_move if has_side(board) else board.RIVALS[0]


def has_side(board: Board) -> bool:
    """Whether the seat to move plays for itself. A chance seat does not: chance moves for it."""
    return board.to_move != board.CHANCE_SEAT


def rival_of(board: Board) -> str:
    """The opponent of the seat to move; of a chance seat, the first seat."""
    first, second = board.RIVALS
    return second if board.to_move == first else first


def sign(board: Board) -> int:
    """The sign between the perspectives of ``valued_for(board)`` and the first seat."""
    return -1 if board.to_move == board.RIVALS[1] else 1


def _is_turned(board: Board, side: str) -> bool:
    return bool(board.CHANCE_SEAT) and side == board.RIVALS[1]
