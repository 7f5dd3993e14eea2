"""What each technique of a search saves, ply by ply: one question, one technique more each time.

The question is the value of a position for the first seat, and the first move that has it. A
position counts when it is read; one that the memo answers is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from games.engines import solution_of
from games.engines.steps import shared
from games.engines.subtrees import ending, in_order, is_high, levels, narrowed
from games.rules import Board

TECHNIQUES = ("minimax", "alphabeta", "ordering", "memo", "symmetry")
"""Each is added to those before it. Only minimax reads the whole tree."""

Window = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Saving:
    """A ``technique``, and the positions that a search with it reads, by plies from the root."""

    technique: str
    plies: tuple[int, ...]

    @property
    def read(self) -> int:
        """All positions that it reads."""
        return sum(self.plies)


@lru_cache(maxsize=512, typed=True)
def savings(board: Board) -> tuple[Saving, ...]:
    """What the search of a live ``board`` reads, with one technique more each time.

    ``board`` is of a game of two without chance. ``symmetry`` is there only for games that have
    one. Every ``plies`` is as long as the tree is deep.
    """
    plain = (shared(pruning=False), shared(pruning=True), shared(pruning=True, ordered=True))
    found = [search.found(board).plies for search in plain]
    solution = solution_of(board)
    found.append(remembering(board, lambda one: one))
    if solution.symmetry_class(board) is not None:
        found.append(remembering(board, solution.canonical))
    deep = len(levels(board))
    return tuple(
        Saving(technique, plies + (0,) * (deep - len(plies)))
        for technique, plies in zip(TECHNIQUES, found, strict=False)
    )


def remembering(board: Board, key: Callable[[Board], Board]) -> tuple[int, ...]:
    """The positions that ordered alpha-beta with a memo reads below ``board``, by plies.

    ``key`` is the position under which the memo keeps another: itself, or the one that stands for
    all that are alike. What is kept is an interval, as in ``games.engines.classic.search``.
    """
    known: dict[Board, Window] = {}
    read = [0] * len(levels(board))

    def value(here: Board, alpha: float, beta: float, ply: int) -> float:
        name = key(here)
        low, high = known.get(name, (-inf, inf))
        if low == high or low >= beta or high <= alpha:
            return low if low >= beta else high
        read[ply] += 1
        ended = ending(here)
        if ended is not None:
            known[name] = (ended, ended)
            return ended
        best = _best(here, alpha, beta, ply)
        known[name] = (
            max(low, best) if best > alpha else low,
            min(high, best) if best < beta else high,
        )
        return best

    def _best(here: Board, alpha: float, beta: float, ply: int) -> float:
        first = is_high(here)
        best = -inf if first else inf
        for cell in in_order(here):
            found = value(here.make_move(cell), alpha, beta, ply + 1)
            best = max(best, found) if first else min(best, found)
            alpha, beta = narrowed(alpha, beta, found, high=first)
            if alpha >= beta:
                break
        return best

    value(board, -inf, inf, 0)
    return tuple(read)
