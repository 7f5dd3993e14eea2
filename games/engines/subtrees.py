"""The search of any game of two without chance, instrumented: what it finds and counts, and why.

Values are those of formula 1 for MAX, the first seat unless it is told otherwise: ``WIN`` if it
wins, ``-WIN`` if its rival does, 0 for a draw. A position counts as a node when it is entered,
finished ones included; one that the memo answers is not entered. So every position of the whole
tree is entered, skipped, or known from the memo.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import zip_longest
from math import inf
from typing import NamedTuple

from games.engines import solution_of
from games.engines.classic.scores import WIN
from games.engines.classic.search import EXACT, LOWER, UPPER
from games.engines.sides import rival_of
from games.engines.techniques import PLAIN, STEPS, Techniques
from games.rules import Board

Window = tuple[float, float]

OPEN: Window = (-inf, inf)


class SubtreeResult(NamedTuple):
    """What a search finds below one position with one window.

    ``bound`` says what ``value`` is: ``exact``, ``upper`` (the true value is at most that) or
    ``lower`` (at least). ``plies`` counts the positions entered by their distance, the position
    itself first; ``leaves`` those of them that have nothing below them: the game is over, or early
    termination knows how it ends. ``moves_cut`` and ``skipped`` are the moves and the positions
    that are left out, ``cutoffs`` the moves that end a node's loop. ``hits`` are answers from the
    memo, ``known`` the positions below which the search need not go for that. ``steps`` is how
    many steps this takes.
    """

    value: int
    bound: str
    plies: tuple[int, ...]
    leaves: int = 0
    cutoffs: int = 0
    moves_cut: int = 0
    skipped: int = 0
    hits: int = 0
    known: int = 0
    steps: int = 0

    @property
    def nodes(self) -> int:
        """The positions entered, the first one included."""
        return sum(self.plies)


class SubtreeSearch:
    """Minimax with any ``techniques``.

    ``maximiser`` is the place of MAX among the seats, 0 or 1. Without a memo what it finds depends
    only on the position and on the window that it is handed: it keeps that, so that one instance
    serves any position of any game. With a memo it serves one.
    """

    def __init__(self, techniques: Techniques = PLAIN, maximiser: int = 0) -> None:
        self.techniques = techniques
        self.pruning = techniques.pruning
        self.maximiser = maximiser
        self.sign = -1 if maximiser else 1
        self._found: dict[tuple[type[Board], Board, float, float], SubtreeResult] = {}
        self._memo: dict[Board, Window] = {}

    def moves(self, board: Board) -> tuple[int, ...]:
        """The legal cells in the order in which the search tries them."""
        if self.techniques.best_first:
            return best_first(board)
        return in_order(board) if self.techniques.ordering else board.available_moves()

    def is_high(self, board: Board) -> bool:
        """Whether MAX moves at ``board``."""
        return is_high(board) != bool(self.maximiser)

    def sides(self, board: Board) -> tuple[str, str]:
        """The seats of MAX and of MIN."""
        first, second = board.RIVALS
        return (second, first) if self.maximiser else (first, second)

    def found(self, board: Board, alpha: float = -inf, beta: float = inf) -> SubtreeResult:
        """What the search finds below ``board`` with the window (``alpha``, ``beta``)."""
        if not self.pruning:
            alpha, beta = OPEN
        if self.techniques.memo:
            return self._recalled(board, alpha, beta)
        key = (type(board), board, alpha, beta)
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = self._find(board, alpha, beta)
        return known

    def root(self, board: Board) -> SubtreeResult:
        """What the search finds for a ``board`` whose best move is wanted.

        It is not settled at sight.
        """
        return self._find(board, *OPEN, at_sight=False)

    def _recalled(self, board: Board, alpha: float, beta: float) -> SubtreeResult:
        """What the memo knows, which is an interval, else what is found now."""
        name = solution_of(board).canonical(board) if self.techniques.symmetry else board
        low, high = self._memo.get(name, OPEN)
        if low == high or low >= beta or high <= alpha:
            bound = EXACT if low == high else LOWER if low >= beta else UPPER
            value = int(low if low >= beta else high)
            return SubtreeResult(value, bound, (), hits=1, known=size(board))
        found = self._find(board, alpha, beta)
        exact = board.is_game_over()
        self._memo[name] = (
            max(low, found.value) if exact or found.value > alpha else low,
            min(high, found.value) if exact or found.value < beta else high,
        )
        return found

    def _find(
        self, board: Board, alpha: float, beta: float, *, at_sight: bool = True
    ) -> SubtreeResult:
        ended = ending(board)
        if ended is not None:
            return SubtreeResult(self.sign * ended, EXACT, (1,), leaves=1, steps=1)
        high, moves = self.is_high(board), self.moves(board)
        cut: tuple[int, ...] = ()
        if self.techniques.early and at_sight:
            decided, left = decided_at_sight(board, moves)
            cut = tuple(cell for cell in moves if cell not in left)
            if decided is not None:
                value, skipped = self.sign * decided, _skipped(board, cut)
                return SubtreeResult(value, EXACT, (1,), 1, 0, len(cut), skipped, steps=1)
            moves = left
        children: list[SubtreeResult] = []
        closed = False
        for at, cell in enumerate(moves, 1):
            child = self.found(board.make_move(cell), alpha, beta)
            children.append(child)
            if self.pruning:
                alpha, beta = narrowed(alpha, beta, child.value, high=high)
                if closed := alpha >= beta and at < len(moves):
                    cut += moves[at:]
                    break
        value, bound, _ = settled(children, high=high, cut=closed)
        below = zip_longest(*(child.plies for child in children), fillvalue=0)
        return SubtreeResult(
            value=value,
            bound=bound,
            plies=(1, *map(sum, below)),
            leaves=sum(child.leaves for child in children),
            cutoffs=closed + sum(child.cutoffs for child in children),
            moves_cut=len(cut) + sum(child.moves_cut for child in children),
            skipped=_skipped(board, cut) + sum(child.skipped for child in children),
            hits=sum(child.hits for child in children),
            known=sum(child.known for child in children),
            steps=1 + sum(child.steps + 1 for child in children) + closed,
        )


class SearchCount(NamedTuple):
    """What a search with these ``techniques`` does; ``plies`` are as deep as the whole tree."""

    techniques: Techniques
    found: SubtreeResult
    plies: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What the techniques are called."""
        return self.techniques.names

    @property
    def entered(self) -> int:
        """All positions that it enters."""
        return self.found.nodes


@lru_cache(maxsize=4096, typed=True)
def count(board: Board, techniques: Techniques = PLAIN) -> SearchCount:
    """What a search of a live ``board`` does for its value and the first move that has it."""
    found = SubtreeSearch(techniques).root(board)
    missing = len(levels(board)) - len(found.plies)
    return SearchCount(techniques, found, found.plies + (0,) * missing)


def counts(board: Board) -> tuple[SearchCount, ...]:
    """The searches of a live ``board`` with one technique more each time, from the whole tree on.

    ``board`` is of a game of two without chance; symmetry is left out for a game without one.
    """
    has_symmetry = solution_of(board).symmetry_class(board) is not None
    return tuple(count(board, one) for one in STEPS if has_symmetry or not one.symmetry)


def settled(children: list[SubtreeResult], *, high: bool, cut: bool) -> tuple[int, str, int]:
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


def narrowed(alpha: float, beta: float, value: float, *, high: bool) -> Window:
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


def _skipped(board: Board, moves: tuple[int, ...]) -> int:
    """The positions below ``moves``, those after them included."""
    return sum(size(board.make_move(cell)) for cell in moves)


def ending(board: Board) -> int | None:
    """The value of a finished game for the first seat, or None."""
    if (outcome := board.outcome) is None:
        return None
    if outcome.winner is None:
        return 0
    return WIN if outcome.winner == board.SEATS[0] else -WIN


def decided_at_sight(board: Board, moves: tuple[int, ...]) -> tuple[int | None, tuple[int, ...]]:
    """The value that lines alone decide, for the first seat; else the moves worth making.

    The side to move wins if it can. Where any free cell may be played, two cells of the rival to
    win on cannot both be taken, and of one such cell the block is the only move that does not lose
    at once; elsewhere a threat may be out of reach, of the one who blocks or the one who makes it.
    """
    win = WIN if is_high(board) else -WIN
    if board.winning_cells(board.to_move):
        return win, ()
    if not board.ANY_FREE_CELL:
        return None, moves
    blocks = board.winning_cells(rival_of(board))
    if len(blocks) > 1:
        return -win, ()
    return None, tuple(blocks) or moves


def best_first(board: Board) -> tuple[int, ...]:
    """The legal cells of a solved position, the best one first."""
    ranks = solution_of(board).ranks(board)
    return tuple(sorted(board.available_moves(), key=lambda cell: -ranks[cell]))


def in_order(board: Board) -> tuple[int, ...]:
    """The legal cells, those that lie on most lines first: centre, corners, edges on 3×3."""
    on = _lines_through(type(board))
    return tuple(sorted(board.available_moves(), key=lambda cell: -on[cell]))


@cache
def _lines_through(board: type[Board]) -> tuple[int, ...]:
    return tuple(sum(cell in line for line in board.LINES) for cell in range(board.CELLS))
