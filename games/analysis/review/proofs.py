"""What shows on the board that a reason is true: lines to draw, and a few moves to play."""

from __future__ import annotations

from typing import TypedDict

from games.analysis.reasons import Reason, reason_of
from games.drawing.marks import line_path
from games.engines.sides import has_side
from games.rules import Board


class LineData(TypedDict):
    """A line as the data of an SVG path, and whose it is."""

    seat: str
    path: str


class MoveData(TypedDict):
    """A move of a proof. ``taken`` is whose mark it takes away, empty if it places one."""

    cell: int
    seat: str
    taken: str


class ProofData(TypedDict):
    """How a page shows a reason: from the position after ``ply`` moves of the game.

    ``said`` is read out first, ``moves`` are played then, at most four.
    """

    ply: int
    said: str
    lines: list[LineData]
    moves: list[MoveData]


def proof_of(board: Board, move: int, ply: int) -> ProofData | None:
    """What shows the reason for the move that led to ``ply``; None if there is nothing to see."""
    reason = reason_of(board, move)
    if not reason.lines and not reason.moves:
        return None
    start = board if reason.instead else board.make_move(move)
    return {
        "ply": ply - 1 if reason.instead else ply,
        "said": said(board, move, reason),
        "lines": [
            {"seat": line.seat, "path": line_path(line.cells, board.SHAPE)} for line in reason.lines
        ],
        "moves": moves_data(start, reason.moves),
    }


def moves_data(board: Board, cells: tuple[int, ...]) -> list[MoveData]:
    """The moves on ``cells``, one after the other from ``board``."""
    found: list[MoveData] = []
    for cell in cells:
        taken = board.marks[cell] if board.action == "remove" else ""
        found.append({"cell": cell, "seat": board.to_move, "taken": taken})
        board = board.make_move(cell)
    return found


def said(board: Board, move: int, reason: Reason) -> str:
    """The reason as a sentence: ``X at b1 leaves c3 open to a win.``"""
    if not has_side(board):
        return f"{board.to_move} {reason.text}."
    return f"{board.to_move} at {board.cell_name(move)} {reason.text}."
