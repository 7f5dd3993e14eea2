"""Every legal move of a position with what it leads to and why, from the solution."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.analysis import results
from games.analysis.reasons import why
from games.analysis.variations import Variation
from games.analysis.wording import plies
from games.engines import solution_of
from games.rules import Board


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A legal move with its result, why it is good or bad, and when the game ends after it.

    ``proof`` is the address at which the page proves the result.
    """

    name: str
    url: str
    result: results.Result
    best: bool
    ends: str
    why: str
    proof: str


def rows(variation: Variation, moves: Mapping[int, results.Move]) -> list[MoveRow]:
    """A row for each of ``moves``, the best for the seat to move first."""
    board = variation.board
    ranks = solution_of(board).ranks(board)
    order = sorted(moves, key=lambda cell: (-ranks[cell], cell))
    return [
        MoveRow(
            name=board.cell_name(cell),
            url=variation.after(cell).address(variation.at + 1),
            result=moves[cell].result,
            best=moves[cell].best,
            ends=_ends(board, cell),
            why=why(board, cell),
            proof=variation.address(variation.at, why=board.cell_name(cell)) + "#proof",
        )
        for cell in order
    ]


def _ends(board: Board, cell: int) -> str:
    """After how many more plies, this move included, best play ends the game; "" with chance."""
    left = solution_of(board).distance(board.make_move(cell))
    return plies(None if left is None else left + 1)
