"""Positions to draw exercises from, found by what is true of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from games.analysis.reasons import forks
from games.engines import solution_of
from games.engines.sides import rival_of
from games.rules import Board, ClassicBoard

Holds = Callable[[Board], bool]


@cache
def where(holds: Holds) -> tuple[Board, ...]:
    """Every live classic position of which ``holds`` is true, in order of plies."""
    boards = solution_of(ClassicBoard).positions()
    return tuple(board for board in boards if not board.is_game_over() and holds(board))


def draw(rng: Random, holds: Holds) -> Board:
    """One of them."""
    return rng.choice(where(holds))


def free(board: Board) -> int:
    """How many cells are free."""
    return len(board.available_moves())


def can_win(board: Board) -> bool:
    """The seat to move completes a line with one cell, and there is a choice."""
    return len(board.winning_cells(board.to_move)) == 1 and free(board) >= 4


def must_block(board: Board) -> bool:
    """The seat to move cannot win at once, and its rival could in one cell."""
    threats = board.winning_cells(rival_of(board))
    return not board.winning_cells(board.to_move) and len(threats) == 1 and free(board) >= 4


def can_fork(board: Board) -> bool:
    """Nobody can win at once, and a move makes two threats."""
    calm = not board.winning_cells("X") and not board.winning_cells("O")
    return calm and free(board) >= 4 and 0 < len(forks(board)) < free(board)


def one_move_holds(board: Board) -> bool:
    """Just one move does not lose, and it is no win."""
    values = solution_of(board).values(board).values()
    return free(board) >= 4 and max(values) == 0 and sum(value == 0 for value in values) == 1


def has_small_tree(board: Board) -> bool:
    """X moves, three cells are free, and the values below differ."""
    if board.to_move != "X" or free(board) != 3:
        return False
    after = [board.make_move(cell) for cell in board.available_moves()]
    values = set(solution_of(board).values(board).values())
    return not any(one.is_game_over() for one in after) and len(values) > 1


def x_wins_later(board: Board) -> bool:
    """X to move wins by force, but not with this move."""
    solution = solution_of(board)
    return (
        board.to_move == "X" and solution.value(board) == 10 and solution.distance(board) in (3, 5)
    )


def differs(board: Board) -> bool:
    """X to move, four to six cells are free, and the moves are worth different values."""
    values = set(solution_of(board).values(board).values())
    return board.to_move == "X" and free(board) in (4, 5, 6) and len(values) > 1


def differs_for_o(board: Board) -> bool:
    """The same with O to move."""
    values = set(solution_of(board).values(board).values())
    return board.to_move == "O" and free(board) in (4, 5, 6) and len(values) > 1
