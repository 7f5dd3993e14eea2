"""The searches of documents 003 and 004 on two integers.

``Search`` scores positions for the side to move (see ``scores``). Its switches are the
techniques document 004 names; with all of them off it visits the whole tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.engines.bits import FREE, ORDERED, WON, cell_of
from games.engines.scores import HIGHEST, LAST_PLY, LOWEST, WIN_SCORE
from games.rules.classic import FULL

_WIN_WITH_NONE_FREE = WIN_SCORE - LAST_PLY - 1
"""Add the free cells before a winning move for the score it has."""

_EXACT, _AT_LEAST, _AT_MOST = range(3)

Estimate = Callable[[int, int], int]
"""Score of an unfinished position at the horizon: (side to move, side that waits) -> score."""


def unknown(own: int, other: int) -> int:
    """The estimate of a search without a heuristic: an unfinished game counts as even."""
    return 0


@dataclass
class Search:
    """One search and its counters: ``nodes`` visited, ``cutoffs`` (branches left unvisited),
    ``table_hits`` (answers taken from the memo). Use one instance per position searched:
    the memo holds for one horizon only.
    """

    pruning: bool = False
    ordering: bool = False
    early: bool = False
    memo: bool = False
    estimate: Estimate = unknown
    nodes: int = field(default=0, init=False)
    cutoffs: int = field(default=0, init=False)
    table_hits: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._moves = ORDERED if self.ordering else FREE
        self._plain = not (self.pruning or self.ordering or self.early or self.memo)
        self._seen: dict[tuple[int, int], tuple[int, int]] = {}

    def rank(self, own: int, other: int, left: int) -> dict[int, int]:
        """The exact score of every legal cell of a live position, looking ``left`` plies ahead.

        Each move gets the full window, so pruning happens below the moves and never among them.
        """
        self.nodes += 1
        return {cell_of(bit): -self.score(other, own | bit, left - 1) for bit in FREE[own | other]}

    def score(
        self, own: int, other: int, left: int, alpha: int = LOWEST, beta: int = HIGHEST
    ) -> int:
        """The score of any position for ``own``, to move: exact inside the window, else a bound."""
        self.nodes += 1
        taken = own | other
        if WON[other]:
            return taken.bit_count() - WIN_SCORE
        if taken == FULL:
            return 0
        if left == 0:
            return self.estimate(own, other)
        if self._plain:
            return self._tree(own, other, left)
        return self._windowed(own, other, left, alpha, beta)

    def _tree(self, own: int, other: int, left: int) -> int:
        """Plain minimax of a live position; final children are scored without their own call."""
        moves = FREE[own | other]
        count = len(moves)
        self.nodes += count
        win = _WIN_WITH_NONE_FREE + count
        if count == 1:
            return win if WON[own | moves[0]] else 0
        if left == 1:
            return self._last_ply(own, other, win)
        best = LOWEST
        for bit in moves:
            score = win if WON[own | bit] else -self._tree(other, own | bit, left - 1)
            if score > best:
                best = score
        return best

    def _last_ply(self, own: int, other: int, win: int) -> int:
        """The best of a live position's moves where the horizon lies right behind them."""
        return max(
            win if WON[own | bit] else -self.estimate(other, own | bit) for bit in FREE[own | other]
        )

    def _windowed(self, own: int, other: int, left: int, alpha: int, beta: int) -> int:
        """A live position with whichever techniques are on."""
        if self.memo and (known := self._recall(own, other, alpha, beta)) is not None:
            return known
        moves = self._moves[own | other]
        if self.early:
            decided, moves = self._at_sight(own, other, moves)
            if decided is not None:
                return decided
        best, floor = LOWEST, alpha
        for done, bit in enumerate(moves, 1):
            best = max(best, -self.score(other, own | bit, left - 1, -beta, -floor))
            if self.pruning:
                floor = max(floor, best)
                if floor >= beta:
                    self.cutoffs += len(moves) - done
                    break
        if self.memo:
            self._remember(own, other, best, alpha, beta)
        return best

    def _at_sight(
        self, own: int, other: int, moves: tuple[int, ...]
    ) -> tuple[int | None, tuple[int, ...]]:
        """Early termination: (score, no moves) when a win or a double threat decides the game.

        Otherwise (None, the moves worth visiting): just the block if there is one to make.
        """
        ply = LAST_PLY - len(moves)
        if any(WON[own | bit] for bit in moves):
            self.cutoffs += len(moves)
            return WIN_SCORE - ply - 1, ()
        blocks = tuple(bit for bit in moves if WON[other | bit])
        if len(blocks) > 1:
            self.cutoffs += len(moves)
            return ply + 2 - WIN_SCORE, ()
        if blocks:
            self.cutoffs += len(moves) - 1
        return None, blocks or moves

    def _recall(self, own: int, other: int, alpha: int, beta: int) -> int | None:
        """The transposition table's score, if what it knows settles this window."""
        bound, score = self._seen.get((own, other), (_EXACT, None))
        if score is None:
            return None
        settled = bound == _EXACT or (score >= beta if bound == _AT_LEAST else score <= alpha)
        self.table_hits += settled
        return score if settled else None

    def _remember(self, own: int, other: int, score: int, alpha: int, beta: int) -> None:
        bound = _AT_MOST if score <= alpha else _AT_LEAST if score >= beta else _EXACT
        self._seen[own, other] = bound, score
