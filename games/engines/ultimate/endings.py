"""Endings of Ultimate solved exactly: nobody has solved the game, but its last moves can be read.

Once few cells of open boards are free, every line is searched to its end, so these positions have
values as in a solved game. Before that a search with a budget may still prove who wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.engines.solution import ProofAttempt, Unsolved
from games.engines.ultimate.alphabeta import WIN
from games.engines.ultimate.deepening import ProofSearch
from games.engines.ultimate.position import position
from games.rules.ultimate import UltimateBoard

FAR = 14
"""Up to so many free cells in open boards a position is solved: 3 ms each, 30 at most."""

PATIENCE = 400_000
"""The positions that a proof may value beyond that: half a second of a busy core. It mostly
lasts for 21 free cells."""

LATE, EARLY_PATIENCE = 40, 100_000
"""With more free cells than ``LATE`` hardly anything is proven, so a proof values fewer."""


class UltimateEndings(Unsolved[UltimateBoard]):
    """The values of endings. Ranks are higher for a sooner win and a later loss."""

    variant = UltimateBoard.VARIANT
    win = 1

    def value(self, board: UltimateBoard) -> int | None:
        score = score_of(board)
        return None if score is None else (score > 0) - (score < 0)

    def values(self, board: UltimateBoard) -> dict[int, float]:
        return {cell: (score > 0) - (score < 0) for cell, score in self.ranks(board).items()}

    def ranks(self, board: UltimateBoard) -> Mapping[int, float]:
        if score_of(board) is None:
            return {}
        scores = {cell: score_of(board.make_move(cell)) for cell in board.available_moves()}
        return {cell: -score for cell, score in scores.items() if score is not None}

    def distance(self, board: UltimateBoard) -> int | None:
        """Plies until best play ends the game; None for a draw, which may come sooner or later."""
        score = score_of(board)
        return WIN - abs(score) - board.ply if score else None

    def forced_win(self, board: UltimateBoard, seat: str) -> int | None:
        for_seat = (self.value(board) or 0) * (1 if board.to_move == seat else -1)
        return self.distance(board) if for_seat > 0 else None

    def win_chance(self, board: UltimateBoard, seat: str) -> float | None:
        known = self.value(board) is not None
        return float(self.forced_win(board, seat) is not None) if known else None

    def attempt(self, board: UltimateBoard) -> ProofAttempt:
        here = position(board)
        search = ProofSearch(here, PATIENCE if here.free <= LATE else EARLY_PATIENCE)
        search.run()
        best = max(search.values.values(), default=0)
        return ProofAttempt(
            nodes=search.nodes,
            value=(best > 0) - (best < 0) if search.is_proven else None,
            plies=WIN - abs(best) - board.ply if search.is_proven and best else None,
            move=max(search.values, key=search.values.__getitem__) if search.is_proven else None,
        )


@lru_cache(maxsize=65_536)
def score_of(board: UltimateBoard) -> int | None:
    """What an ending is worth for the side to move: ``WIN`` less the ply of a win, 0, or a loss.

    None for a position with more than ``FAR`` free cells in open boards, or one that takes longer
    than ``PATIENCE``.
    """
    if (outcome := board.outcome) is not None:
        win = WIN - board.ply
        return 0 if outcome.winner is None else win if outcome.winner == board.to_move else -win
    here = position(board)
    if here.free > FAR:
        return None
    search = ProofSearch(here, PATIENCE)
    search.run()
    return max(search.values.values()) if search.is_proven else None
