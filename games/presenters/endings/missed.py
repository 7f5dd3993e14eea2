"""The last moment at which a better result was there, found in the solution of the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.engines import solution_of
from games.engines.played import MoveFacts
from games.engines.sides import has_side, rival_of
from games.engines.solution import EQUAL
from games.match import Match
from games.presenters.positions import replay
from games.rules import Board

MARGIN = 0.05
"""How much of a win a move must give away to be remembered, where results are expectations."""


@dataclass(frozen=True, slots=True)
class Missed:
    """The move that should have been: ``cell`` instead of ``played``, at ``ply``.

    ``lines`` are the lines it was about: completed by it, closed to the rival, or else threatened
    by it. ``best`` and ``chosen`` are the exact values of both for the seat, in wins.
    """

    seat: str
    ply: int
    cell: int
    played: int
    lines: tuple[tuple[int, ...], ...]
    wins: bool
    blocks: bool
    best: float
    chosen: float


def missed(match: Match, seat: str) -> Missed | None:
    """The last move of ``seat`` that gave away more than the game then brought it.

    None if there is none, if the board did not decide, or while no solution is at hand.
    """
    outcome = match.board.outcome
    if outcome is None or seat not in match.board.RIVALS:
        return None
    board = type(match.board)
    won = outcome.winner
    result = 1.0 if won == seat else 0.0 if won not in board.RIVALS else -1.0
    if not solution_of(board).at_hand(match.board):
        return None
    return _missed(board, match.board.exact, match.moves, match.opening, seat, result)


def is_faultless(match: Match, seat: str) -> bool:
    """Whether no move of ``seat`` gave anything away; False if none was made or it is unknown."""
    if seat not in match.board.RIVALS or not solution_of(match.board).at_hand(match.board):
        return False
    return _is_faultless(type(match.board), match.board.exact, match.moves, match.opening, seat)


@lru_cache(1024)
def _is_faultless(
    kind: type[Board], exact: bool, moves: tuple[int, ...], opening: int, seat: str
) -> bool:
    board, made = kind.start(exact=exact), 0
    for ply, cell in enumerate(moves):
        if board.to_move == seat and ply >= opening:
            made += 1
            if _given_away(board, cell, ply + 1, -1.0):
                return False
        board = board.make_move(cell)
    return made > 0


@lru_cache(1024)
def _missed(
    kind: type[Board], exact: bool, moves: tuple[int, ...], opening: int, seat: str, result: float
) -> Missed | None:
    boards = [kind.start(exact=exact)]
    for cell in moves:
        boards.append(boards[-1].make_move(cell))
    for ply in range(len(moves) - 1, opening - 1, -1):
        if boards[ply].to_move == seat:
            found = _given_away(boards[ply], moves[ply], ply + 1, result)
            if found is not None:
                return found
    return None


def _given_away(board: Board, move: int, ply: int, result: float) -> Missed | None:
    """What ``move`` gave away in ``board``, if that was more than ``result``."""
    solution = solution_of(board)
    exact = solution.values(board)
    if not exact or not has_side(board):
        return None
    margin = MARGIN if board.CHANCE_SEAT else EQUAL
    best, chosen = (value / solution.win for value in (max(exact.values()), exact[move]))
    if best - chosen <= margin or best <= result + margin:
        return None
    moves = [MoveFacts(board, one) for one in solution.best_moves(board)]
    better = next((one for one in moves if one.won or one.move in one.rival_wins), moves[0])
    cell, wins, blocks = better.move, better.won, better.move in better.rival_wins
    lines = _lines(board, cell, wins=wins, blocks=blocks)
    return Missed(board.to_move, ply, cell, move, lines, wins, blocks and not wins, best, chosen)


def _lines(board: Board, cell: int, *, wins: bool, blocks: bool) -> tuple[tuple[int, ...], ...]:
    """The lines through ``cell`` that it completes, else closes, else threatens to complete."""
    seat, rival = board.to_move, rival_of(board)
    through = [line for line in board.LINES if cell in line]

    def others(line: tuple[int, ...]) -> list[str]:
        return [board.marks[one] for one in line if one != cell]

    if wins:
        return tuple(line for line in through if set(others(line)) == {seat})
    if blocks:
        return tuple(line for line in through if set(others(line)) == {rival})
    return tuple(
        line for line in through if others(line).count("") == 1 and rival not in others(line)
    )


def position_before(match: Match, ply: int) -> Board:
    """The position in which the move that led to ``ply`` was made."""
    return replay(match, ply - 1)
