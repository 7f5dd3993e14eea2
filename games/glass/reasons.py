"""Why a move was good or bad, in words each of which has been checked on the board."""

from __future__ import annotations

from games.engines.scores import plies_left, value_of
from games.engines.table import table
from games.glass.judge import BLUNDER, FORCED, MISSED, ONLY, SLOWER, SOONER, Verdict
from games.glass.words import cells, listed, number, plies
from games.rules import Board, ClassicBoard
from games.rules.dstru import DstruBoard, won


def reason(board: Board, move: int, verdict: Verdict) -> str:
    """One clause about ``move``, or nothing where nothing can be said for certain."""
    seat = board.to_move
    if seat not in board.SEATS[:2]:
        return ""
    after = board.make_move(move)
    if after.outcome is not None and after.outcome.winner == seat:
        return f"completes {cells(board, after.outcome.cells)}"
    if verdict.label in (BLUNDER, MISSED, SLOWER, SOONER) and (text := _fault(board, after)):
        return text
    return _merit(board, move, after, verdict)


def gaps(board: Board, seat: str) -> tuple[int, ...]:
    """The free cells with which ``seat`` would have a line."""
    held = {cell for cell, mark in enumerate(board.marks) if mark == seat}
    free = [cell for cell, mark in enumerate(board.marks) if not mark]
    if isinstance(board, DstruBoard):
        own = sum(1 << cell for cell in held)
        return tuple(cell for cell in free if won(own | 1 << cell, board.exact))
    lines = [set(line) for line in board.LINES]
    return tuple(cell for cell in free if any(line - held == {cell} for line in lines))


def rival_of(board: Board) -> str:
    first, second = board.SEATS[:2]
    return second if board.to_move == first else first


def forks(board: ClassicBoard) -> tuple[int, ...]:
    """Moves that leave the mover two cells to win on while the other has none."""
    seat, rival = board.to_move, rival_of(board)
    found = []
    for cell in board.available_moves():
        after = board.make_move(cell)
        if after.outcome is None and len(gaps(after, seat)) > 1 and not gaps(after, rival):
            found.append(cell)
    return tuple(found)


def _fault(board: Board, after: Board) -> str:
    if wins := gaps(board, board.to_move):
        return f"{listed([board.cell_name(cell) for cell in wins], 'or')} would have won at once"
    if after.to_move == rival_of(board) and (open_to := gaps(after, after.to_move)):
        return f"leaves {cells(board, open_to)} open to a win"
    if not isinstance(board, ClassicBoard) or not isinstance(after, ClassicBoard):
        return ""
    if value_of(table().score(after)) > 0 and (replies := forks(after)):
        return f"allows a fork on {listed([board.cell_name(c) for c in replies], 'or')}"
    return _distance(board, after)


def _distance(board: ClassicBoard, after: ClassicBoard) -> str:
    """What the table says where nothing shorter is true."""
    score = table().score(after)
    if value_of(score) > 0:
        return f"lets {after.to_move} force a win in {plies(plies_left(score, after.ply))}"
    left = plies_left(table().score(board), board.ply)
    return f"a win could be forced in {plies(left)}"


def _merit(board: Board, move: int, after: Board, verdict: Verdict) -> str:
    name = board.cell_name(move)
    own, theirs = gaps(after, board.to_move), gaps(board, rival_of(board))
    if verdict.label == FORCED:
        return "there was no other"
    if move in theirs and len(theirs) == 1:
        return f"takes {name} away from {rival_of(board)}"
    if isinstance(board, ClassicBoard) and len(own) > 1 and not gaps(after, after.to_move):
        return f"makes a fork: {cells(board, own)} both win"
    if verdict.label == ONLY and isinstance(board, ClassicBoard):
        return f"every other move gives away {'the win' if _wins(board) else 'the draw'}"
    free = len(after.available_moves())
    if own and free > 1 and after.to_move == rival_of(board) and not gaps(after, after.to_move):
        return f"threatens {cells(board, own)}"
    return f"costs {number(verdict.cost, 2)}" if verdict.cost > 0.005 else ""


def _wins(board: ClassicBoard) -> bool:
    return value_of(table().score(board)) > 0
