"""Why a move was good or bad, in words each of which has been checked on the board."""

from __future__ import annotations

from games.analysis.results import level
from games.analysis.review.judge import BLUNDER, FORCED, MISSED, ONLY, SLOWER, SOONER, Verdict
from games.analysis.wording import cells, fixed, listed, plies
from games.engines import solution_of
from games.engines.sides import has_side, rival_of
from games.rules import Board


def reason(board: Board, move: int, verdict: Verdict) -> str:
    """One clause about ``move``, or nothing where nothing can be said for certain."""
    return why(board, move, verdict) or (_cost(board, verdict) if verdict.cost > 0.005 else "")


def why(board: Board, move: int, verdict: Verdict) -> str:
    """``reason`` without figures: what ``move`` does on the board.

    What decides comes first: a win at once, a loss at once, a fork, a block, a threat.
    """
    seat = board.to_move
    if not has_side(board):
        return ""
    after = board.make_move(move)
    if after.outcome is not None and after.outcome.winner == seat:
        return f"completes {cells(board, after.outcome.cells)}"
    if wins := board.winning_cells(seat):
        return f"misses a win at {listed([board.cell_name(cell) for cell in wins], 'or')}"
    if verdict.label in (BLUNDER, MISSED, SLOWER, SOONER) and (text := _fault(board, after)):
        return text
    return _merit(board, move, after, verdict)


def forks(board: Board) -> tuple[int, ...]:
    """Moves that leave the mover two cells to win on while the other has none."""
    seat, rival = board.to_move, rival_of(board)
    found = []
    for cell in board.available_moves():
        after = board.make_move(cell)
        if (
            after.outcome is None
            and len(after.winning_cells(seat)) > 1
            and not after.winning_cells(rival)
        ):
            found.append(cell)
    return tuple(found)


def _fault(board: Board, after: Board) -> str:
    if after.to_move == rival_of(board) and (open_to := after.winning_cells(after.to_move)):
        return f"leaves {cells(board, open_to)} open to a win"
    if board.CHANCE_SEAT:
        return ""
    if _wins(after) and (replies := forks(after)):
        return f"allows a fork on {listed([board.cell_name(c) for c in replies], 'or')}"
    return _distance(board, after)


def _distance(board: Board, after: Board) -> str:
    """What the solution says where nothing shorter is true."""
    solution = solution_of(board)
    if _wins(after):
        return f"lets {after.to_move} force a win in {plies(solution.distance(after))}"
    return f"misses a win in {plies(solution.distance(board))}"


def _merit(board: Board, move: int, after: Board, verdict: Verdict) -> str:
    name = board.cell_name(move)
    own, theirs = after.winning_cells(board.to_move), board.winning_cells(rival_of(board))
    if verdict.label == FORCED:
        return "no other move is legal"
    if not board.CHANCE_SEAT and len(own) > 1 and not after.winning_cells(after.to_move):
        return f"makes a fork: {cells(board, own)} {'both' if len(own) == 2 else 'all'} win"
    if move in theirs and len(theirs) == 1:
        return f"takes {name} away from {rival_of(board)}"
    if verdict.label == ONLY and not board.CHANCE_SEAT:
        return f"every other move gives away {'the win' if _wins(board) else 'the draw'}"
    free = len(after.available_moves())
    rival_answers = free > 1 and after.to_move == rival_of(board)
    if own and rival_answers and not after.winning_cells(after.to_move):
        return f"threatens {cells(board, own)}"
    return ""


def _cost(board: Board, verdict: Verdict) -> str:
    """The expected result of a move beside the best there was, both for the first seat."""
    return (
        f"has an expected result of {fixed(verdict.after, 2)} for {board.SEATS[0]},"
        f" the best cell {fixed(level(board), 2)}"
    )


def _wins(board: Board) -> bool:
    """Whether the seat to move has a forced win."""
    value = solution_of(board).value(board)
    return value is not None and value > 0
