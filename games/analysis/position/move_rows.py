"""Every legal move of a position with what it leads to and why, from the solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.analysis import results
from games.analysis.position.compare import why_address
from games.analysis.reasons import reason_of
from games.analysis.reasons.on_board import shown_reason
from games.analysis.variations import Variation
from games.analysis.wording import plies
from games.engines import solution_of
from games.rules import Board


def rows(variation: Variation, moves: Mapping[int, results.Move]) -> list[dict[str, Any]]:
    """A row for each of ``moves``, the best for the seat to move first.

    ``proof`` is the address at which the page proves the result, ``shown`` what shows on the board
    that ``why`` is true, ``ends`` when the game ends after the move.
    """
    board = variation.board
    ranks = solution_of(board).ranks(board)
    found = []
    for cell in sorted(moves, key=lambda cell: (-ranks[cell], cell)):
        reason, move = reason_of(board, cell), moves[cell]
        found.append(
            {
                "name": board.cell_name(cell),
                "url": variation.after(cell).address(variation.at + 1),
                "result": move.result,
                "best": move.best,
                "ends": _ends(board, cell),
                "why": reason.text,
                "shown": shown_reason(board, cell, reason),
                "proof": why_address(variation, cell),
            }
        )
    return found


def _ends(board: Board, cell: int) -> str:
    """After how many more plies, this move included, best play ends the game; "" with chance."""
    left = solution_of(board).distance(board.make_move(cell))
    return plies(None if left is None else left + 1)
