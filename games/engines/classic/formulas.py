"""Formulas 1, 2, 4, 5, 6, 10, 11 and 15 of document 000, by name.

Clear transcriptions to measure the engines against, not engines themselves. Where a printed
formula is wrong it stands here as ``…_printed`` beside the one that holds; docs/errata.md
shows the positions. ``cells`` is always ``board.marks``: nine of ``"X"``, ``"O"``, ``""``,
row by row. ``ai`` is the seat the formula speaks for, X or O alike.
"""

from __future__ import annotations

from functools import cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from games.engines.classic.scores import WIN
from games.rules import ClassicBoard
from games.rules.classic import LINES

Cells = tuple[str, ...]


def opponent(seat: str) -> str:
    """The other of X and O."""
    return "O" if seat == "X" else "X"


def empty(cells: Cells) -> tuple[int, ...]:
    """M(s): the cells without a mark, rising, whether or not the game is over."""
    return tuple(cell for cell, mark in enumerate(cells) if not mark)


def apply(cells: Cells, move: int, seat: str) -> Cells:
    """The board after ``seat`` marks ``move``; the turn is the caller's business."""
    return (*cells[:move], seat, *cells[move + 1 :])


@cache
def minimax_value(cells: Cells, to_move: str, ai: str) -> int:
    """Formula 1, V(s, p): +10, -10 or 0 for ``ai`` with ``to_move`` next, no depth term."""
    if win(cells, ai):
        return WIN
    if win(cells, opponent(ai)):
        return -WIN
    if draw(cells):
        return 0
    waiting = opponent(to_move)
    values = [minimax_value(apply(cells, m, to_move), waiting, ai) for m in empty(cells)]
    return max(values) if to_move == ai else min(values)


def win(cells: Cells, seat: str) -> bool:
    """Formula 2, Win(b, p): some line holds only marks of ``seat``."""
    return any(all(cells[i] == seat for i in line) for line in LINES)


def state_evaluation(cells: Cells, ai: str) -> int:
    """Formula 4, E(s), with |w|: the sign of a line is the sign of its difference in marks."""
    return sum(abs(weight) * (own - other) for own, other, weight in line_terms(cells, ai))


def state_evaluation_printed(cells: Cells, ai: str) -> int:
    """Formula 4 as printed. Wrong: a negative weight times a negative difference is a gain.

    Two marks of the opponent on an open line count +20 for ``ai``, three count +300.
    """
    return sum(weight * (own - other) for own, other, weight in line_terms(cells, ai))


def line_terms(cells: Cells, ai: str) -> list[tuple[int, int, int]]:
    """What formula 4 takes from each line: marks of ``ai``, of its opponent, and w as printed."""
    marks = [[cells[i] for i in line] for line in LINES]
    counts = [(line.count(ai), line.count(opponent(ai))) for line in marks]
    return [(own, other, _weight(own, other)) for own, other in counts]


def _weight(own: int, other: int) -> int:
    """w of formula 4 for a line with so many marks of each side."""
    weights = {(3, 0): 100, (0, 3): -100, (2, 0): 10, (0, 2): -10}
    return weights.get((own, other), 1)


def best_moves(cells: Cells, ai: str) -> tuple[int, ...]:
    """Formula 5, m*: every cell that reaches its maximum, ``ai`` to move in a live game."""
    return _argmax(reply_values(cells, ai))


def reply_values(cells: Cells, ai: str) -> dict[int, float]:
    """Formula 5's minimum for each empty cell: what the opponent's best reply leaves ``ai``.

    After the reply it is ``ai``'s turn again; a move that ends the game leaves no reply and
    counts as what it is.
    """

    def worst_reply(after: Cells) -> float:
        if win(after, ai) or draw(after):
            return minimax_value(after, opponent(ai), ai)
        replies = [apply(after, reply, opponent(ai)) for reply in empty(after)]
        return min(minimax_value(cells, ai, ai) for cells in replies)

    return {m: worst_reply(apply(cells, m, ai)) for m in empty(cells)}


def best_moves_printed(cells: Cells, ai: str) -> tuple[int, ...]:
    """Formula 5 as printed. Wrong twice: the inner value lets the opponent move twice in a row,
    and a last move has no reply to take the minimum of (here: plus infinity, by convention).
    """
    return _argmax(reply_values_printed(cells, ai))


def reply_values_printed(cells: Cells, ai: str) -> dict[int, float]:
    """Formula 5's minimum for each empty cell as printed; infinite where no reply is left."""
    other = opponent(ai)

    def worst_reply(after: Cells) -> float:
        replies = [apply(after, reply, other) for reply in empty(after)]
        return min((minimax_value(cells, other, ai) for cells in replies), default=inf)

    return {m: worst_reply(apply(cells, m, ai)) for m in empty(cells)}


def _argmax(values: dict[int, float]) -> tuple[int, ...]:
    top = max(values.values())
    return tuple(cell for cell, value in values.items() if value == top)


def draw(cells: Cells) -> bool:
    """Formula 6, Draw(b): every cell is marked and neither side has a line."""
    return not empty(cells) and not win(cells, "X") and not win(cells, "O")


def sync_takes_remote(local_version: int, remote_version: int) -> bool:
    """Formula 10, Sync, as Oxo orders states: by the number the server raises with each change."""
    return remote_version > local_version


def sync_takes_remote_printed(local_time: int, remote_time: int) -> bool:
    """Formula 10 as printed, by timestamps in ms. Wrong where the clocks of two machines differ."""
    return remote_time > local_time


def valid_move(cell: int, role: str, turn: str, cells: Cells) -> bool:
    """Formula 11, ValidMove, and the condition it forgets: the game is still on."""
    over = win(cells, "X") or win(cells, "O")
    return valid_move_printed(cell, role, turn, cells) and not over


def valid_move_printed(cell: int, role: str, turn: str, cells: Cells) -> bool:
    """Formula 11 as printed. Wrong: it allows play to go on after a line is complete."""
    return cell in range(9) and not cells[cell] and role == turn


def board_matrix(board: ClassicBoard) -> NDArray[np.int8]:
    """Formula 15, B: shape (3, 3), dtype int8, axes (row, column); 1 for X, -1 for O, 0 empty."""
    return np.array(board.matrix(), dtype=np.int8)


def matrix_win(matrix: NDArray[np.int8], mark: int) -> bool:
    """Formula 15's conditions: a row, a column or a diagonal of B holds only ``mark`` (1 or -1)."""
    mine = matrix == mark
    return bool(
        mine.all(axis=1).any()
        or mine.all(axis=0).any()
        or mine.diagonal().all()
        or mine[:, ::-1].diagonal().all()
    )
