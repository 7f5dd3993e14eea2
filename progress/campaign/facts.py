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
from progress.campaign import scoring
from progress.campaign.catalog import Stage


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
    if stage.level in scoring.APART:
        chance = solution_of(board).win_chance(board, stage.player) or 0.0
        most = scoring.stars_earned(*stage.key, result="won", moves=fewest_moves(board))
        return Facts(win_in, winning, chance, most)
    exactly = win_probability(board, stage.player, stage.engine)
    return Facts(win_in, winning, exactly, _most_stars(stage))


def odds(stage: Stage) -> int | None:
    """Of a hundred games on a stage that counts apart, how many best play wins at the least.

    None where it wins all of them, and on the 45 boards, whose pages say nothing of it.
    """
    if stage.level in scoring.LEVELS:
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
def win_probability(board: Board, player: str, slug: str) -> Fraction:
    """The probability that ``player`` wins by best play against an engine on nine cells."""
    if board.outcome is not None:
        return Fraction(board.outcome.winner == player)
    if board.to_move == player:
        cells = board.available_moves()
        return max(win_probability(board.make_move(cell), player, slug) for cell in cells)
    cells = replies(board, slug)
    chances = (win_probability(board.make_move(cell), player, slug) for cell in cells)
    return sum(chances, Fraction()) / len(cells)


def _most_stars(stage: Stage) -> int:
    draw = scoring.stars_earned(*stage.key, result="drawn", moves=0)
    return _most(stage.board, stage.player, stage.engine, draw, 0)


@cache
def _most(board: Board, player: str, slug: str, draw: int, made: int) -> int:
    """The most stars by formula 3 after ``made`` moves of the player's; a draw earns ``draw``."""
    if (outcome := board.outcome) is not None:
        if outcome.winner is None:
            return draw
        return scoring.stars_for_win(made) if outcome.winner == player else 0
    mine = board.to_move == player
    cells = board.available_moves() if mine else replies(board, slug)
    return max(_most(board.make_move(cell), player, slug, draw, made + mine) for cell in cells)
