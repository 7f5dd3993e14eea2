"""What shows on a board that something said of a move is true: lines to draw, moves to play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from games.analysis.reasons.sentence import DrawnLine, MoveReason
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


class NoteData(TypedDict):
    """A number that stands on a cell."""

    cell: int
    text: str


class ProofData(TypedDict):
    """How the page of a game shows a reason: from the position after ``ply`` moves of it.

    ``said`` is read out first, ``moves`` are played then, at most four.
    """

    ply: int
    said: str
    lines: list[LineData]
    moves: list[MoveData]


class ShownData(TypedDict):
    """How any board shows that something is true: ``marks`` by cell, empty if it is free.

    ``said`` is read out and ``lines`` are drawn first, then ``moves`` are played. ``last`` is the
    cell of the move before them; None if there is none. ``notes`` stand on the cells.
    """

    said: str
    marks: list[str]
    last: int | None
    lines: list[LineData]
    moves: list[MoveData]
    notes: list[NoteData]


def proof_of(board: Board, move: int, ply: int, reason: MoveReason) -> ProofData | None:
    """What shows ``reason``, said of the move that led to ``ply``; None if that is nothing."""
    if not _is_visible(reason):
        return None
    return {
        "ply": ply - 1 if reason.instead else ply,
        "said": said(board, move, reason),
        "lines": lines_data(board, reason.lines),
        "moves": moves_data(_start(board, move, reason), reason.moves),
    }


def shown_reason(board: Board, move: int, reason: MoveReason) -> ShownData | None:
    """What shows ``reason``, said of ``move``, on any board; None if that is nothing."""
    if not _is_visible(reason):
        return None
    return {
        "said": said(board, move, reason),
        "marks": list(_start(board, move, reason).marks),
        "last": None if reason.instead else move,
        "lines": lines_data(board, reason.lines),
        "moves": moves_data(_start(board, move, reason), reason.moves),
        "notes": [],
    }


def shown_line(
    board: Board, said: str, moves: tuple[int, ...] = (), lines: Iterable[DrawnLine] = ()
) -> ShownData:
    """What shows ``said`` by drawing ``lines`` over ``board`` and playing ``moves`` on it."""
    return {
        "said": said,
        "marks": list(board.marks),
        "last": None,
        "lines": lines_data(board, lines),
        "moves": moves_data(board, moves),
        "notes": [],
    }


def shown_notes(
    board: Board, said: str, notes: Mapping[int, str], last: int | None = None
) -> ShownData:
    """What shows ``said`` by ``notes`` on the cells of ``board``, after the move ``last``."""
    found: list[NoteData] = [{"cell": cell, "text": text} for cell, text in notes.items()]
    return {**shown_line(board, said), "last": last, "notes": found}


def lines_data(board: Board, lines: Iterable[DrawnLine]) -> list[LineData]:
    return [{"seat": line.seat, "path": line_path(line.cells, board.SHAPE)} for line in lines]


def moves_data(board: Board, cells: tuple[int, ...]) -> list[MoveData]:
    """The moves on ``cells``, one after the other from ``board``."""
    found: list[MoveData] = []
    for cell in cells:
        taken = board.marks[cell] if board.action == "remove" else ""
        found.append({"cell": cell, "seat": board.to_move, "taken": taken})
        board = board.make_move(cell)
    return found


def said(board: Board, move: int, reason: MoveReason) -> str:
    """The reason as a sentence: ``X at b1 leaves c3 open to a win.``"""
    if not has_side(board):
        return f"{board.to_move} {reason.text}."
    return f"{board.to_move} at {board.cell_name(move)} {reason.text}."


def _is_visible(reason: MoveReason) -> bool:
    return bool(reason.lines or reason.moves)


def _start(board: Board, move: int, reason: MoveReason) -> Board:
    """Where what is shown begins: after the move, or before it where it is about a better one."""
    return board if reason.instead else board.make_move(move)
