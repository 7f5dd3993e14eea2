"""Computed facts of a stage: the forced win, the probability of winning, the possible stars.

Values come from the game's solution. What an engine may answer it says itself (``candidates``, of
which each is as likely), and probabilities are exact fractions over all of that. On the level that
counts apart games are too long for that: there the probability is the solution's, the least that
best play wins with, whoever the rival is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random

from games.engines import engine, solution_of
from games.rules import Board
from progress import scoring
from progress.catalog import Stage


@dataclass(frozen=True, slots=True)
class Facts:
    """One stage as computed.

    ``win_in``           own moves to a win by force against any defence; None if there is none.
    ``winning_moves``    the first moves that keep that win, as cells.
    ``win_probability``  that of winning, by best play against the stage's engine; on the level
                         that counts apart, against the best defence.
    ``stars``            the most stars that some play against the engine brings, luck included.
    """

    win_in: int | None
    winning_moves: tuple[int, ...]
    win_probability: Fraction | float
    stars: int


@cache
def facts_of(stage: Stage) -> Facts:
    board = stage.board
    solution_of(board).make_ready(board)
    if board.to_move == stage.player:
        win_in, winning = forced_win(board)
    else:
        win_in, winning = None, ()
    if stage.level == scoring.APART:
        chance = solution_of(board).win_chance(board, stage.player) or 0.0
        most = scoring.stars_earned(*stage.key, result="won", moves=fewest_moves(board))
        return Facts(win_in, winning, chance, most)
    return Facts(win_in, winning, win_probability(stage, board), _most_stars(stage))


def odds(stage: Stage) -> int | None:
    """Of a hundred games on a stage that counts apart, how many best play wins at the least.

    None where it wins all of them, and on the 45 boards, whose pages say nothing of it.
    """
    if stage.level != scoring.APART:
        return None
    chance = facts_of(stage).win_probability
    return None if chance == 1 else int(100 * chance)


def forced_win(board: Board) -> tuple[int | None, tuple[int, ...]]:
    """For the seat to move: own moves to a win by force, and the moves that keep it."""
    solution, seat, seats = solution_of(board), board.to_move, len(board.SEATS)
    plies = solution.forced_win(board, seat)
    if plies is None:
        return None, ()
    after = {cell: board.make_move(cell) for cell in board.available_moves()}
    keep = [c for c, there in after.items() if solution.forced_win(there, seat) is not None]
    return (plies + seats - 1) // seats, tuple(keep)


def fewest_moves(board: Board) -> int:
    """Own moves that the seat to move needs for a win, if all goes well."""
    forced, _ = forced_win(board)
    if forced is not None:
        return forced
    own = {cell for cell, mark in enumerate(board.marks) if mark == board.to_move}
    return min(len(set(line) - own) for line in board.LINES)


@cache
def replies(board: Board, slug: str) -> tuple[int, ...]:
    """Every cell that the engine may choose here, all with the same probability."""
    return engine(board.VARIANT, slug).equivalent.choose(board, Random(0)).candidates


@cache
def win_probability(stage: Stage, board: Board) -> Fraction:
    """The probability that the player of ``stage``, one of the 45, wins by best play."""
    if board.outcome is not None:
        return Fraction(board.outcome.winner == stage.player)
    if board.to_move == stage.player:
        return max(
            win_probability(stage, board.make_move(cell)) for cell in board.available_moves()
        )
    cells = replies(board, stage.engine)
    return sum((win_probability(stage, board.make_move(cell)) for cell in cells), Fraction()) / len(
        cells
    )


def _most_stars(stage: Stage) -> int:
    @cache
    def most(board: Board, made: int) -> int:
        if (outcome := board.outcome) is not None:
            result = {stage.player: "won", None: "drawn"}.get(outcome.winner, "lost")
            return scoring.stars_earned(*stage.key, result=result, moves=made)
        mine = board.to_move == stage.player
        cells = board.available_moves() if mine else replies(board, stage.engine)
        return max(most(board.make_move(cell), made + mine) for cell in cells)

    return most(stage.board, 0)
