"""Iterative deepening: alpha-beta a ply deeper each time, up to a number of positions.

A table remembers what earlier searches found and which move was best, so that the next one looks
at that first.
"""

from __future__ import annotations

from random import Random

from games.engines.base import EXACT, Bound, Choice, Engine
from games.engines.options import Option
from games.engines.ultimate.alphabeta import (
    INFINITE,
    AlphaBetaSearch,
    Here,
    in_plies,
    is_certain,
)
from games.engines.ultimate.position import BoardMove, SearchPosition, position
from games.engines.ultimate.small_boards import SEAT, WINS
from games.rules.ultimate import ANYWHERE, UltimateBoard

SHALLOW = 3
"""Plies to the horizon below which a table costs more than it saves."""

INNER = 0.04
"""The most of its positions that an engine enters before the last plies, which takes fifty times as
long as valuing one at the horizon: without it a move late in the game took up to 2.5 s, not 0.73.
"""

Key = tuple[int, ...]
Remembered = tuple[int, str, int, BoardMove]
"""The plies to the horizon, what the value is (``Bound``), the value, the best move."""


class OutOfNodes(Exception):
    """The budget of a search is used up."""


class DeepeningSearch(AlphaBetaSearch):
    """Searches ``root`` deeper and deeper until ``budget`` positions have a value, or ``inner`` are
    entered that lie before the last plies.

    ``values`` and ``bounds`` of the moves are those of the deepest search that came to its end, and
    ``depth`` is its depth. ``is_proven`` tells that no guess could change them.
    """

    def __init__(
        self,
        root: SearchPosition,
        budget: int,
        memo: dict[Key, Remembered] | None = None,
        *,
        inner: int | None = None,
    ) -> None:
        super().__init__(root)
        self.budget = budget
        self.inner_left = budget if inner is None else inner
        self.table_hits = 0
        self.memo = {} if memo is None else memo
        self.values: dict[int, int] = {}
        self.bounds: dict[int, Bound] = {}
        self.depth = 0
        self.is_proven = False

    def run(self) -> None:
        """Search until the budget is used up or the result is proven."""
        moves = self.root.moves
        while not self.is_proven:
            self.guesses = 0
            try:
                self._go(moves, self.depth + 1)
            except OutOfNodes:
                return
            moves = dict(sorted(moves.items(), key=lambda one: -self.values[one[0]]))
            best = max(self.values.values())
            self.is_proven = is_certain(best) or not self.guesses

    def _go(self, moves: dict[int, BoardMove], depth: int) -> None:
        """Give each move its value at ``depth``: of those that are not best only a bound."""
        best, values, bounds = -INFINITE, dict[int, int](), dict[int, Bound]()
        for cell, move in moves.items():
            found = self.after(move, depth, best, best + 1) if values else best + 1
            if found > best:
                found = best = self.after(move, depth, best, INFINITE)
                bounds[cell] = EXACT
            else:
                bounds[cell] = Bound("upper")
            values[cell] = found
        self.values, self.bounds, self.depth = values, bounds, depth

    def value(self, here: Here, depth: int, alpha: int, beta: int) -> int:
        if depth < SHALLOW:
            return super().value(here, depth, alpha, beta)
        self.inner_left -= 1
        if self.nodes >= self.budget or self.inner_left < 0:
            raise OutOfNodes
        turn, own, other, _, places, _ = here
        where = places[0] if len(places) == 1 else ANYWHERE
        key = (*self.boards, own, other, where, self.horizon - depth)
        options = self._options(turn, places)
        if (known := self.memo.get(key)) is not None:
            deep, bound, found, first = known
            says = bound == "exact" or (found >= beta if bound == "lower" else found <= alpha)
            if says and (deep >= depth or is_certain(found)):
                self.table_hits += 1
                return found
            options.remove(first)
            options.insert(0, first)
        best, choice = self._best(options, here, depth, alpha, beta, scouts=True)
        bound = "lower" if best >= beta else "upper" if best <= alpha else "exact"
        self.memo[key] = (depth, bound, best, choice)
        return best

    def _options(self, turn: int, places: tuple[int, ...]) -> list[BoardMove]:
        """The moves, the promising ones first."""
        table = self.tables[turn]
        found = [(board, move) for board in places for move in table[self.boards[board]].every]
        if len(places) > 1:
            found.sort(key=_promising)
        return found


def _promising(option: BoardMove) -> tuple[bool, int]:
    board, (_, _, gain, does) = option
    return does != WINS, -gain * SEAT[board]


class ProofSearch(DeepeningSearch):
    """A search that guesses nothing: what is not decided within its horizon counts as drawn."""

    weights = (0,) * 9

    @staticmethod
    def guess(here: SearchPosition) -> int:
        return 0

    @staticmethod
    def promise(own: int, other: int, closed: int) -> int:
        return 0


NODES = Option(
    "nodes",
    "Positions it values",
    "1000000",
    {"100000": 100_000, "1000000": 1_000_000, "3000000": 3_000_000},
    {"100000": "100,000 positions", "3000000": "3,000,000 positions"},
    {"100000": "100,000", "1000000": "1,000,000", "3000000": "3,000,000"},
    frozenset({"3000000"}),
)


ON_PAGES = 100_000
"""What it values where a page asks every engine: a tenth of a second of a busy core."""


class DeepeningEngine(Engine):
    """Searches as deep as its number of positions lasts."""

    slug = "deepening"
    title = "Deepening"
    variant = "ultimate"
    idea = "Looks a ply further each time, the best move first, as far as its positions last."
    strength = "very strong"
    thinks_long = True
    OPTIONS = (NODES,)

    @property
    def is_symmetric(self) -> bool:
        return False  # of equal moves it keeps the one it met first

    @property
    def is_slow(self) -> bool:
        return True

    @property
    def on_pages(self) -> Engine:
        return self.with_options(nodes=ON_PAGES)

    def _choose(self, board: UltimateBoard, rng: Random) -> Choice:
        root, budget = position(board), self.setting("nodes")
        assert isinstance(budget, int)
        search = DeepeningSearch(root, budget, inner=round(INNER * budget))
        search.run()
        move = max(
            search.values, key=lambda cell: (search.values[cell], search.bounds[cell] == EXACT)
        )
        return Choice(
            move,
            (move,),
            values=in_plies(search.values, root),
            bounds=dict(sorted(search.bounds.items())),
            estimated=not search.is_proven,
            nodes=search.nodes + 1,
            cutoffs=search.cutoffs,
            table_hits=search.table_hits,
            depth=search.depth,
            line=(move,),
            view={"rule": "search"},
        )
