"""Hints for the player of a stage, in three steps: what to look for, where, and the move itself.

The move is the best there is: it keeps the forced win that ends soonest, else it does not lose by
force and wins with the highest probability. What it does is said by ``games.analysis.reasons``, as
in reviews, and ``hint_words`` asks for the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.reasons import Claim, MoveFacts, MoveReason, reasons_of
from games.engines import solution_of
from games.engines.sides import rival_of
from games.rules import Board
from progress.campaign import scoring
from progress.campaign.facts import forced_win, win_probability
from progress.campaign.stages import Stage

STEPS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class HintedMove:
    """The best move for the seat to move on a board, and the facts that a hint tells of it.

    ``reason`` is why the move is good; None where it only has the highest ``chance``, the
    probability of a win by best play. ``win_in`` counts the mover's own moves to a win by force,
    this one included; None if there is none.
    """

    played: MoveFacts
    reason: MoveReason | None
    win_in: int | None
    chance: float

    @property
    def board(self) -> Board:
        return self.played.board

    @property
    def cell(self) -> int:
        return self.played.move

    @property
    def seat(self) -> str:
        return self.played.seat

    @property
    def rival(self) -> str:
        return self.played.rival

    @property
    def after(self) -> Board:
        return self.played.after

    @property
    def is_lost(self) -> bool:
        """Whether ``rival`` wins by force, whatever the move."""
        return not self.board.CHANCE_SEAT and self.played.is_loss

    @property
    def can_go_wrong(self) -> bool:
        """Whether ``rival``, who wins after the move, has a reply that no longer does."""
        return min(solution_of(self.after).values(self.after).values()) <= 0


def find(stage: Stage, board: Board) -> HintedMove | None:
    """The hint for ``board``, a position of ``stage``; None unless the player is to move there."""
    if board.outcome is not None or board.to_move != stage.player:
        return None
    solution_of(board).make_ready(board)
    win_in, _ = forced_win(board)
    cell = best_move(stage, board)
    return HintedMove(
        MoveFacts(board, cell), _reason(board, cell), win_in, _chance(stage, board, cell)
    )


def _reason(board: Board, cell: int) -> MoveReason | None:
    """The first reason that is for the move. A hint goes by the chance of a win: where a draw is
    worth something too, another cell may have a better expected result.
    """
    return next((one for one in reasons_of(board, cell) if one.claim != Claim.MISSES), None)


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
    if stage.level in scoring.APART:
        return solution_of(after).win_chance(after, stage.player) or 0.0
    return float(win_probability(after, stage.player, stage.engine))
