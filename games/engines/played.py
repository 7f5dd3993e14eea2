"""What a move does at once: it wins, blocks, threatens or makes a fork. Each fact is worked out
when it is asked for. Hints, lessons, endings of games, first steps and reviews all ask here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games.engines import solution_of
from games.engines.sides import has_side, rival_of
from games.engines.solution import EQUAL, Solution
from games.rules import Board

Cells = tuple[int, ...]


def forks(board: Board) -> Cells:
    """Moves that leave the mover two cells to win on while the other has none."""
    return tuple([cell for cell in board.available_moves() if MoveFacts(board, cell).makes_fork])


@dataclass(frozen=True)
class MoveFacts:
    """A legal ``move`` in ``board``, whose solution must be at hand.

    ``seat`` moves and ``rival`` is its opponent. ``wins`` and ``rival_wins`` are the cells that
    complete a pattern for them before the move, ``own_after`` and ``open_after`` after it. Values
    are the solution's, for ``seat``.
    """

    board: Board
    move: int

    @cached_property
    def after(self) -> Board:
        return self.board.make_move(self.move)

    @cached_property
    def solution(self) -> Solution[Board]:
        return solution_of(self.board)

    @cached_property
    def chooses(self) -> bool:
        return has_side(self.board)

    @cached_property
    def seat(self) -> str:
        return self.board.to_move

    @cached_property
    def rival(self) -> str:
        return rival_of(self.board)

    @cached_property
    def wins(self) -> Cells:
        return self.board.winning_cells(self.seat)

    @cached_property
    def rival_wins(self) -> Cells:
        return self.board.winning_cells(self.rival)

    @cached_property
    def own_after(self) -> Cells:
        return () if self.ended else self.after.winning_cells(self.seat)

    @cached_property
    def open_after(self) -> Cells:
        return () if self.ended else self.after.winning_cells(self.rival)

    @cached_property
    def ended(self) -> bool:
        return self.after.is_game_over()

    @cached_property
    def won(self) -> bool:
        outcome = self.after.outcome
        return outcome is not None and outcome.winner == self.seat

    @property
    def blocks(self) -> bool:
        """Whether the rival had cells to win on, the move is one, and no such cell is left."""
        return (
            self.chooses and self.move in self.rival_wins and not self.won and not self.open_after
        )

    @property
    def leaves_open(self) -> bool:
        """Whether the rival moves next and can complete a pattern."""
        return self.chooses and self.rival_answers and bool(self.open_after)

    @property
    def threatens(self) -> bool:
        """Whether the move leaves a cell to win on, and the rival none."""
        return self.chooses and bool(self.own_after) and not self.open_after

    @property
    def makes_fork(self) -> bool:
        """Whether the move leaves two cells or more to win on, and the rival none."""
        return len(self.own_after) > 1 and not self.open_after

    @property
    def forced_reply(self) -> int | None:
        """The one cell on which the rival has to stop a threat."""
        if self.rival_answers and len(self.own_after) == 1 and not self.open_after:
            return self.own_after[0]
        return None

    @cached_property
    def next_wins(self) -> Cells:
        """The cells on which the seat that moves next completes a pattern."""
        return () if self.ended else self.after.winning_cells(self.after.to_move)

    @property
    def rival_answers(self) -> bool:
        """Whether the rival is the next to move."""
        return not self.ended and self.after.to_move == self.rival

    @property
    def chance_answers(self) -> bool:
        return not self.ended and not has_side(self.after)

    @cached_property
    def values(self) -> Mapping[int, float]:
        return self.solution.values(self.board)

    @cached_property
    def best(self) -> Cells:
        return self.solution.best_moves(self.board)

    @property
    def value(self) -> float:
        return self.values[self.move]

    @cached_property
    def best_value(self) -> float:
        return max(self.values.values())

    @property
    def cost(self) -> float:
        return self.best_value - self.value

    @property
    def is_win(self) -> bool:
        return self.value > self.solution.win - EQUAL

    @property
    def is_loss(self) -> bool:
        return self.value < EQUAL - self.solution.win

    @property
    def was_win(self) -> bool:
        return self.best_value > self.solution.win - EQUAL

    @cached_property
    def left(self) -> int:
        """Plies from ``board`` to the end if both go on best after the move; chance apart."""
        return 1 + (self.solution.distance(self.after) or 0)

    @cached_property
    def left_best(self) -> int:
        """Plies from ``board`` to the end with best play from the start; chance apart."""
        return self.solution.distance(self.board) or 0

    @cached_property
    def forks_after(self) -> Cells:
        """The replies with which the rival makes a fork."""
        return forks(self.after) if self.rival_answers else ()

    @cached_property
    def latent_forks(self) -> Cells:
        """Cells on which a mark of the rival, who is not to move, would make two threats."""
        marks, found = self.board.marks, []
        for cell in self.board.available_moves():
            threats = set()
            for line in self.board.LINES:
                rest = [one for one in line if one != cell]
                free = [one for one in rest if not marks[one]]
                if cell in line and len(free) == 1 and self._others_hold(rest, free[0]):
                    threats.add(free[0])
            if len(threats) > 1:
                found.append(cell)
        return tuple(found)

    def _others_hold(self, rest: list[int], free: int) -> bool:
        return all(self.board.marks[one] == self.rival for one in rest if one != free)

    def line_of_best_play(self, board: Board, plies: int) -> Cells:
        """Up to ``plies`` best moves from ``board``; it ends where chance would move."""
        found: list[int] = []
        while len(found) < plies and not board.is_game_over() and has_side(board):
            found.append(self.solution.best_moves(board)[0])
            board = board.make_move(found[-1])
        return tuple(found)
