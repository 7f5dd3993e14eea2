"""What each technique of a search saves: one question, one technique more each time.

The question is the value of a position, and the first move that has it. A position counts as a
node when it is entered, the first one and finished ones included; one that the memo answers is
not entered. So every position of the whole tree is entered, skipped, or known from the memo.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from games.engines import solution_of
from games.engines.classic.scores import WIN
from games.engines.sides import rival_of
from games.engines.subtrees import ending, in_order, is_high, leaves, levels, narrowed, size
from games.rules import Board

TECHNIQUES = ("alphabeta", "ordering", "memo", "symmetry")
"""Each is added to those before it. Without any of them minimax enters the whole tree."""

EARLY = "early"
"""Early termination at wins, blocks and double threats, which looks at the lines of the board."""

BEST_FIRST = "best"
"""The best move first at every node, which only the solution knows. It mostly enters fewest, but
not where a best move has more positions below it than another that cuts as well."""

EXTRA = ("alphabeta", "ordering", "memo", EARLY)
"""All that the engine ``alphabeta`` can do; it knows no symmetry."""

Window = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Count:
    """What a search with these ``techniques`` does.

    ``plies`` are the positions entered, by plies from the root, as deep as the whole tree;
    ``leaves`` those of them that have nothing below them: the game is over, or early termination
    knows how it ends. ``cutoffs`` are moves that end a node's loop, ``cut`` the moves that are
    left out, ``skipped`` the positions below those. ``hits`` are answers from the memo, ``known``
    the positions below which the search need not go for that.
    """

    techniques: tuple[str, ...]
    plies: tuple[int, ...]
    leaves: int
    cutoffs: int = 0
    cut: int = 0
    skipped: int = 0
    hits: int = 0
    known: int = 0

    @property
    def entered(self) -> int:
        """All positions that it enters."""
        return sum(self.plies)


def ladder(board: Board) -> tuple[Count, ...]:
    """The searches of a live ``board``, from the whole tree to all of ``TECHNIQUES``.

    ``board`` is of a game of two without chance; symmetry is left out for a game without one.
    """
    has_symmetry = solution_of(board).symmetry_class(board) is not None
    most = len(TECHNIQUES) - (not has_symmetry)
    return tuple(count(board, TECHNIQUES[:many]) for many in range(most + 1))


@lru_cache(maxsize=4096, typed=True)
def count(board: Board, techniques: tuple[str, ...] = ()) -> Count:
    """What a search of a live ``board`` with these ``techniques`` does."""
    if not techniques:
        return Count((), levels(board), leaves(board))
    search = _Search(board, frozenset(techniques))
    search.value(board, -inf, inf, 0)
    return Count(
        techniques,
        tuple(search.plies),
        search.leaves,
        search.cutoffs,
        search.cut,
        search.skipped,
        search.hits,
        search.known,
    )


class _Search:
    """One search of one position, and its counters.

    What the memo keeps of a position is an interval, as in ``games.engines.classic.search``. Its
    key is the position itself or, with symmetry, the one that stands for all that are alike.
    """

    def __init__(self, board: Board, techniques: frozenset[str]) -> None:
        self.pruning = "alphabeta" in techniques
        self.early = EARLY in techniques
        self.moves: Callable[[Board], tuple[int, ...]] = _order(techniques)
        self.memo = "memo" in techniques
        canonical = solution_of(board).canonical
        self.key: Callable[[Board], Board] = (
            canonical if "symmetry" in techniques else lambda one: one
        )
        self.plies = [0] * len(levels(board))
        self.leaves = self.cutoffs = self.cut = self.skipped = self.hits = self.known = 0
        self._values: dict[Board, Window] = {}

    def value(self, board: Board, alpha: float, beta: float, ply: int) -> float:
        """The value of ``board`` for the first seat: exact inside the window, else a bound."""
        if not self.memo:
            return self._entered(board, alpha, beta, ply)
        name = self.key(board)
        low, high = self._values.get(name, (-inf, inf))
        if low == high or low >= beta or high <= alpha:
            self.hits += 1
            self.known += size(board)
            return low if low >= beta else high
        found = self._entered(board, alpha, beta, ply)
        if board.is_game_over():
            self._values[name] = (found, found)
        else:
            self._values[name] = (
                max(low, found) if found > alpha else low,
                min(high, found) if found < beta else high,
            )
        return found

    def _entered(self, board: Board, alpha: float, beta: float, ply: int) -> float:
        self.plies[ply] += 1
        ended = ending(board)
        if ended is not None:
            self.leaves += 1
            return ended
        moves = self.moves(board)
        if self.early and ply:  # of the first position a move is wanted
            decided, left = _at_sight(board, moves)
            self._leave_out(board, tuple(cell for cell in moves if cell not in left))
            if decided is not None:
                self.leaves += 1
                return decided
            moves = left
        return self._best(board, moves, alpha, beta, ply)

    def _best(
        self, board: Board, moves: tuple[int, ...], alpha: float, beta: float, ply: int
    ) -> float:
        first = is_high(board)
        best = -inf if first else inf
        for at, cell in enumerate(moves, 1):
            found = self.value(board.make_move(cell), alpha, beta, ply + 1)
            best = max(best, found) if first else min(best, found)
            if not self.pruning:
                continue
            alpha, beta = narrowed(alpha, beta, found, high=first)
            if alpha >= beta and at < len(moves):
                self.cutoffs += 1
                self._leave_out(board, moves[at:])
                break
        return best

    def _leave_out(self, board: Board, moves: tuple[int, ...]) -> None:
        self.cut += len(moves)
        self.skipped += sum(size(board.make_move(cell)) for cell in moves)


def _order(techniques: frozenset[str]) -> Callable[[Board], tuple[int, ...]]:
    if BEST_FIRST in techniques:
        return best_first
    return in_order if "ordering" in techniques else lambda board: board.available_moves()


def best_first(board: Board) -> tuple[int, ...]:
    """The legal cells of a solved position, the best one first."""
    ranks = solution_of(board).ranks(board)
    return tuple(sorted(board.available_moves(), key=lambda cell: -ranks[cell]))


def _at_sight(board: Board, moves: tuple[int, ...]) -> tuple[float | None, tuple[int, ...]]:
    """The value that lines alone decide, for the first seat; else the moves worth making.

    The side to move wins if it can; two cells of the rival to win on cannot both be taken; of one
    such cell the block is the only move that does not lose at once.
    """
    win = WIN if is_high(board) else -WIN
    if board.winning_cells(board.to_move):
        return win, ()
    blocks = board.winning_cells(rival_of(board))
    if len(blocks) > 1:
        return -win, ()
    return None, tuple(blocks) or moves
