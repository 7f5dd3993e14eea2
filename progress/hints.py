"""Hints for the player of a stage, in three steps: what to look for, where, and the move itself.

The move is the best there is: it keeps the forced win that ends soonest, else it does not lose by
force and wins with the highest probability. Which idea it serves is found on the boards before
and after it, so ``hint_words`` says only what is true there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.engines import solution_of
from games.engines.sides import rival_of
from games.rules import Board
from progress import scoring
from progress.facts import forced_win, win_probability
from progress.stages import Stage

STEPS = (1, 2, 3)


class Idea(Enum):
    """What a move does. The first that fits is the one a hint speaks of."""

    WIN = "completes a line"
    BLOCK_AND_FORK = "blocks, and makes two threats"
    BLOCK_AND_THREATEN = "blocks, and makes a threat"
    BLOCK = "blocks"
    LOST = "is played in a lost position"
    FORK = "makes two threats"
    THREATEN = "makes a threat"
    HOLD = "keeps the draw"
    STOP = "only hinders the rival, in a game without draws"
    QUIET = "makes no threat yet"
    BREAK = "takes away from a line that lacks one cell"
    TAKE = "takes away where nothing lacks just one cell"


@dataclass(frozen=True, slots=True)
class Found:
    """The best move for the seat to move on ``board``, and the facts that a hint tells of it.

    ``threats`` are the cells on which the mover could win next, ``needed`` those on which
    ``rival`` could win now. ``win_in`` counts the mover's own moves to a win by force, this one
    included; None if there is none. ``chance`` is the probability of a win by best play.
    """

    board: Board
    cell: int
    idea: Idea
    seat: str
    rival: str
    threats: tuple[int, ...]
    needed: tuple[int, ...]
    win_in: int | None
    chance: float

    @property
    def after(self) -> Board:
        return self.board.make_move(self.cell)

    @property
    def can_go_wrong(self) -> bool:
        """Whether ``rival``, who wins after the move, has a reply that no longer does."""
        return min(solution_of(self.after).values(self.after).values()) <= 0


def find(stage: Stage, board: Board) -> Found | None:
    """The hint for ``board``, a position of ``stage``; None unless the player is to move there."""
    if board.outcome is not None or board.to_move != stage.player:
        return None
    solution_of(board).make_ready(board)
    seat, rival = board.to_move, rival_of(board)
    removing = seat == board.CHANCE_SEAT
    win_in, _ = forced_win(board)
    cell = best_move(stage, board)
    after = board.make_move(cell)
    threats = () if removing else after.winning_cells(seat)
    needed = threatened(board) if removing else board.winning_cells(rival)
    found = (cell, threats, needed)
    chance = _chance(stage, board, cell)
    idea = _removal(needed) if removing else _placement(board, after, *found, chance=chance)
    return Found(board, cell, idea, seat, rival, threats, needed, win_in, chance)


def best_move(stage: Stage, board: Board) -> int:
    """The move that a hint leads to; of equal ones the first cell."""
    solution, seat = solution_of(board), board.to_move
    after = {cell: board.make_move(cell) for cell in board.available_moves()}
    lengths = {cell: solution.forced_win(there, seat) for cell, there in after.items()}
    forced = {cell: plies for cell, plies in lengths.items() if plies is not None}
    if forced:
        return min(forced, key=lambda cell: (forced[cell], cell))
    ranks = solution.ranks(board)

    def worth(cell: int) -> tuple[bool, float, float]:
        return (not _loses(after[cell], seat), _chance(stage, board, cell), ranks.get(cell, 0))

    return max(after, key=lambda cell: (*worth(cell), -cell))


def threatened(board: Board) -> tuple[int, ...]:
    """The free cells on which one of the two rivals would complete a line."""
    cells = {cell for seat in board.RIVALS for cell in board.winning_cells(seat)}
    return tuple(sorted(cells))


def _loses(board: Board, seat: str) -> bool:
    """Whether another seat wins by force from ``board``, or has the next move to win with."""
    if board.CHANCE_SEAT:
        return bool(
            board.winning_cells(rival_of(board) if board.to_move == seat else board.to_move)
        )
    return solution_of(board).forced_win(board, board.to_move) is not None


def _chance(stage: Stage, board: Board, cell: int) -> float:
    """The probability of a win for the player who moves to ``cell``, by best play after it."""
    after = board.make_move(cell)
    if after.outcome is not None:
        return float(after.outcome.winner == stage.player)
    if stage.level == scoring.APART:
        return solution_of(after).win_chance(after, stage.player) or 0.0
    return float(win_probability(after, stage.player, stage.engine))


def _removal(needed: tuple[int, ...]) -> Idea:
    return Idea.BREAK if needed else Idea.TAKE


def _placement(
    board: Board,
    after: Board,
    cell: int,
    threats: tuple[int, ...],
    needed: tuple[int, ...],
    *,
    chance: float,
) -> Idea:
    if after.outcome is not None and after.outcome.winner == board.to_move:
        return Idea.WIN
    if not board.CHANCE_SEAT and after.winning_cells(rival_of(board)):
        return Idea.LOST  # one of several threats is closed, and another is left
    if cell in needed:
        by_threats = {0: Idea.BLOCK, 1: Idea.BLOCK_AND_THREATEN}
        return by_threats.get(len(threats), Idea.BLOCK_AND_FORK)
    if not board.CHANCE_SEAT and _loses(after, board.to_move):
        return Idea.LOST
    if threats:
        return Idea.FORK if len(threats) > 1 else Idea.THREATEN
    if chance:
        return Idea.QUIET
    return Idea.STOP if board.CHANCE_SEAT else Idea.HOLD
