"""What minimax and alpha-beta find below a position, each subtree once.

The search is of a game of two who take turns, without chance, with the values of formula 1 for MAX,
the first seat unless it is told otherwise: ``WIN`` if it wins, ``-WIN`` if its rival does, 0 for a
draw. What it finds below a position depends only on the position and on the window that it is
handed.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import zip_longest
from math import inf
from typing import NamedTuple

from games.engines.classic.scores import WIN
from games.engines.classic.search import EXACT, LOWER, UPPER
from games.rules import Board


class Found(NamedTuple):
    """What a search finds below one position with one window.

    ``bound`` says what ``value`` is: ``exact``, ``upper`` (the true value is at most that) or
    ``lower`` (at least). ``plies`` counts the positions entered by their distance, the position
    itself first; ``moves_cut`` and ``skipped`` are the moves and the positions that were left out,
    at ``cutoffs`` places; ``steps`` is how many steps this took.
    """

    value: int
    bound: str
    plies: tuple[int, ...]
    cutoffs: int
    moves_cut: int
    skipped: int
    steps: int

    @property
    def nodes(self) -> int:
        """The positions entered, the first one included."""
        return sum(self.plies)


class SubtreeSearch:
    """Minimax, with ``pruning`` alpha-beta; ``ordered`` tries cells on many lines first.

    ``maximiser`` is the place of MAX among the seats, 0 or 1. One instance serves any position of
    any game: what it has found it keeps.
    """

    def __init__(self, *, pruning: bool, ordered: bool = False, maximiser: int = 0) -> None:
        self.pruning = pruning
        self.ordered = ordered
        self.maximiser = maximiser
        self.sign = -1 if maximiser else 1
        self._found: dict[tuple[type[Board], Board, float, float], Found] = {}

    def moves(self, board: Board) -> tuple[int, ...]:
        """The legal cells in the order in which the search tries them."""
        return in_order(board) if self.ordered else board.available_moves()

    def is_high(self, board: Board) -> bool:
        """Whether MAX moves at ``board``."""
        return is_high(board) != bool(self.maximiser)

    def sides(self, board: Board) -> tuple[str, str]:
        """The seats of MAX and of MIN."""
        first, second = board.RIVALS
        return (second, first) if self.maximiser else (first, second)

    def found(self, board: Board, alpha: float = -inf, beta: float = inf) -> Found:
        """What the search finds below ``board`` with the window (``alpha``, ``beta``)."""
        if not self.pruning:
            alpha, beta = -inf, inf
        key = (type(board), board, alpha, beta)
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = self._find(board, alpha, beta)
        return known

    def _find(self, board: Board, alpha: float, beta: float) -> Found:
        ended = ending(board)
        if ended is not None:
            return Found(self.sign * ended, EXACT, (1,), 0, 0, 0, 1)
        high, moves = self.is_high(board), self.moves(board)
        children: list[Found] = []
        skipped = left = 0
        for at, cell in enumerate(moves, 1):
            child = self.found(board.make_move(cell), alpha, beta)
            children.append(child)
            alpha, beta = narrowed(alpha, beta, child.value, high=high)
            if self.pruning and alpha >= beta and at < len(moves):
                left = len(moves) - at
                skipped = sum(size(board.make_move(rest)) for rest in moves[at:])
                break
        value, bound, _ = settled(children, high=high, cut=bool(left))
        below = zip_longest(*(child.plies for child in children), fillvalue=0)
        return Found(
            value=value,
            bound=bound,
            plies=(1, *map(sum, below)),
            cutoffs=bool(left) + sum(child.cutoffs for child in children),
            moves_cut=left + sum(child.moves_cut for child in children),
            skipped=skipped + sum(child.skipped for child in children),
            steps=1 + sum(child.steps + 1 for child in children) + bool(left),
        )


def settled(children: list[Found], *, high: bool, cut: bool) -> tuple[int, str, int]:
    """The best value of ``children``, how sure it is, and which of them it comes from.

    Interval arithmetic: where MAX moves the value is at least what any child is at least, and at
    most what all of them are at most, if all were entered. Where MIN moves the other way round.
    """
    sign = 1 if high else -1
    value = sign * max(sign * child.value for child in children)
    towards, away = (LOWER, UPPER) if high else (UPPER, LOWER)
    same = [at for at, child in enumerate(children) if child.value == value]
    sure = [at for at in same if children[at].bound in (EXACT, towards)]
    source = (sure or same)[0]
    if cut or any(child.bound == towards for child in children):
        return value, towards, source
    return value, EXACT if sure else away, source


def narrowed(alpha: float, beta: float, value: float, *, high: bool) -> tuple[float, float]:
    """The window after a move of MAX (``high``) or MIN came back with ``value``."""
    return (max(alpha, value), beta) if high else (alpha, min(beta, value))


def is_high(board: Board) -> bool:
    """Whether the first seat moves at ``board``."""
    return board.to_move == board.SEATS[0]


@lru_cache(maxsize=None, typed=True)  # boards of two games can be equal tuples
def size(board: Board) -> int:
    """The positions of the whole tree from ``board``, itself included."""
    return sum(levels(board))


@lru_cache(maxsize=None, typed=True)
def levels(board: Board) -> tuple[int, ...]:
    """How many positions of the whole tree lie 0, 1, 2 … plies after ``board``."""
    if board.is_game_over():
        return (1,)
    below = (levels(board.make_move(cell)) for cell in board.available_moves())
    return (1, *map(sum, zip_longest(*below, fillvalue=0)))


@lru_cache(maxsize=None, typed=True)
def leaves(board: Board) -> int:
    """The finished games at the end of the whole tree from ``board``."""
    if board.is_game_over():
        return 1
    return sum(leaves(board.make_move(cell)) for cell in board.available_moves())


def ending(board: Board) -> int | None:
    """The value of a finished game for the first seat, or None."""
    if (outcome := board.outcome) is None:
        return None
    if outcome.winner is None:
        return 0
    return WIN if outcome.winner == board.SEATS[0] else -WIN


def in_order(board: Board) -> tuple[int, ...]:
    """The legal cells, those that lie on most lines first: centre, corners, edges on 3×3."""
    on = _lines_through(type(board))
    return tuple(sorted(board.available_moves(), key=lambda cell: -on[cell]))


@cache
def _lines_through(board: type[Board]) -> tuple[int, ...]:
    return tuple(sum(cell in line for line in board.LINES) for cell in range(board.CELLS))
