"""What each sentence about a move claims, worked out again from the rules alone.

Each checker returns None where its sentence is not true, and otherwise the cells and the numbers
that the sentence has to name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from games.rules import Board, ClassicBoard


class Named(NamedTuple):
    """The cells a sentence names, and its whole numbers, in any order."""

    cells: frozenset[int]
    numbers: tuple[int, ...] = ()


Checker = Callable[[Board, int], Named | None]


def said(cells: object = (), *numbers: int) -> Named:
    return Named(frozenset(cells), numbers)  # type: ignore[call-overload]


# --- the rules, and nothing of the engines ---


@cache
def value(board: ClassicBoard) -> int:
    """1, 0 or -1 for the side to move."""
    if (outcome := board.outcome) is not None:
        return -1 if outcome.winner else 0
    return max(-value(board.make_move(move)) for move in board.available_moves())


@cache
def length(board: ClassicBoard) -> int:
    """Plies to the end where the winner hurries and the loser delays."""
    if board.is_game_over():
        return 0
    mine = value(board)
    ways = [
        length(after) + 1
        for move in board.available_moves()
        if -value(after := board.make_move(move)) == mine
    ]
    return min(ways) if mine > 0 else max(ways)


def rival(board: Board) -> str:
    first, second = board.RIVALS
    return second if board.to_move == first else first


def completing(marks: tuple[str, ...], board: Board, seat: str) -> frozenset[int]:
    """The free cells on which a mark of ``seat`` would make it win; it may not be its turn."""
    found, lines = set(), [set(line) for line in board.LINES]
    held = {one for one, other in enumerate(marks) if other == seat}
    for cell, mark in enumerate(marks):
        own = held | {cell}
        exact = board.exact
        if not mark and (own in lines if exact else any(line <= own for line in lines)):
            found.add(cell)
    return frozenset(found)


@cache
def wins(board: Board, seat: str) -> frozenset[int]:
    return completing(board.marks, board, seat)


@cache
def wins_now(board: Board) -> frozenset[int]:
    """The moves that end the game with a win of the one who moves."""
    ends = {cell: board.make_move(cell).outcome for cell in board.available_moves()}
    return frozenset(cell for cell, end in ends.items() if end and end.winner == board.to_move)


@cache
def has_no_answer(board: ClassicBoard) -> bool:
    """Whether the side that waits wins next, whatever is played, and nothing wins before."""
    if board.is_game_over() or len(board.available_moves()) < 2:
        return False
    replies = [board.make_move(move) for move in board.available_moves()]
    return all(not after.is_game_over() and bool(wins_now(after)) for after in replies)


@cache
def forking(board: ClassicBoard) -> frozenset[int]:
    return frozenset(m for m in board.available_moves() if has_no_answer(board.make_move(m)))


# --- every game ---


def completes(board: Board, move: int) -> Named | None:
    end = board.make_move(move).outcome
    return said(end.cells) if end and end.winner == board.to_move else None


def misses_at_once(board: Board, move: int) -> Named | None:
    now = wins_now(board) if board.action == "place" else frozenset()
    return said(now) if now and move not in now else None


def leaves_open(board: Board, move: int) -> Named | None:
    after = board.make_move(move)
    if board.action != "place" or after.is_game_over() or after.to_move != rival(board):
        return None
    return said(now) if (now := wins_now(after)) else None


def one_too_many(board: Board, move: int) -> Named | None:
    before = wins(board, rival(board))
    left = leaves_open(board, move)
    return said({move} | left.cells) if left and move in before and len(before) > 1 else None


def blocks(board: Board, move: int) -> Named | None:
    after, theirs = board.make_move(move), rival(board)
    closed = board.action == "place" and move in wins(board, theirs)
    if not closed or move in wins_now(board) or wins(after, theirs):
        return None
    return said({move})
