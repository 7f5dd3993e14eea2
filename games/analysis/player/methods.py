"""The engines that the player can show in a position: the registry, and their names in addresses.

An engine that does not search a tree is here with the trace it makes and the words for it in
``words.json``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from games.analysis.player.chance import ChanceShow
from games.analysis.player.trace_show import Show, TraceShow
from games.analysis.tree.search_show import SearchShow, is_drawable, pseudo_code
from games.engines import engine, solution_of
from games.engines import simple_traces as simple
from games.engines.classic import traces as classic
from games.engines.classic.simple import SmartEngine
from games.engines.dstru.simple import DstruSmartEngine
from games.engines.dstru.table_trace import preferences
from games.engines.steps import SteppedSearch, shared
from games.engines.techniques import saving
from games.engines.trace import EngineTrace
from games.engines.ultimate import traces as ultimate
from games.rules import Board, ClassicBoard, DstruBoard, UltimateBoard

Shower = Callable[[Any], Show]
"""Makes what is played in a live position. Each takes the boards of its own game."""


@dataclass(frozen=True, slots=True)
class Method:
    """An engine in the player: ``title`` in lists, ``heading`` above it, and what ``shows`` it.

    ``slug`` and ``order`` are its query in addresses. ``search`` is there for those that search a
    whole tree. ``engine`` is the one whose seats it is shown for; without one it is shown for all.
    ``bits`` says that it speaks of squares as bits.
    """

    slug: str
    title: str
    heading: str
    shows: Shower | None = None
    order: str = ""
    search: SteppedSearch | None = None
    engine: str = ""
    bits: bool = False

    @property
    def name(self) -> str:
        """One word for it."""
        return f"{self.slug}-{self.order}" if self.order else self.slug

    @property
    def query(self) -> str:
        """What names it in an address: ``?method=alphabeta&order=lines``."""
        named = {"method": self.slug} | ({"order": self.order} if self.order else {})
        return f"?{urlencode(named)}"

    def show(self, board: Board) -> Show:
        """It in a live position."""
        return self.shows(board) if self.shows else SearchShow(search_of(self), board)

    def acts(self, board: Board) -> bool:
        """Whether it is shown for the seat to move."""
        return not self.engine or engine(board.VARIANT, self.engine).holds(board.to_move)


ALPHABETA, MINIMAX = "Alpha-beta, step by step", "Minimax, step by step"

SEARCHES = (
    Method("alphabeta", "Alpha-beta, a1 first", ALPHABETA, search=shared(saving("pruning"))),
    Method(
        "alphabeta",
        "Alpha-beta, most lines first",
        ALPHABETA,
        order="lines",
        search=shared(saving("pruning", "ordering")),
    ),
    Method("minimax", "Minimax", MINIMAX, search=shared()),
)
"""The first is the one that an address without a query names."""


def _traced(words: str, trace: Callable[[Any], EngineTrace]) -> Shower:
    """What shows the ``trace`` of a live position in these ``words``."""
    return lambda board: TraceShow(trace(board), words)


def _smart(rules: Callable[[Any], dict[str, tuple[int, ...]]]) -> Method:
    shows = _traced("rules", lambda board: simple.rules(board, rules(board)))
    return Method("smart", "Smart", "Three rules, cell by cell", shows, engine="smart")


def _lot(slug: str, title: str, heading: str) -> Method:
    return Method(slug, title, heading, _traced("lot", simple.lot), engine=slug)


def _preferences(slug: str, title: str) -> Method:
    """An engine that plays from the table; its show waits for that."""

    def trace(board: DstruBoard) -> EngineTrace:
        solution_of(board).make_ready(board)
        found: Any = engine(board.VARIANT, slug)
        return preferences(board, found)

    heading = f"{title}, one preference after the other"
    return Method(slug, title, heading, _traced("preferences", trace), engine=slug)


METHODS = {
    ClassicBoard.VARIANT: (
        Method(
            "linear",
            "Linear",
            "The linear engine, step by step",
            _traced("linear", lambda board: classic.linear(board, guarded=False)),
        ),
        Method(
            "linear-guarded",
            "Linear, guarded",
            "The guarded linear engine, step by step",
            _traced("linear-guarded", lambda board: classic.linear(board, guarded=True)),
        ),
        Method(
            "heuristic",
            "Heuristic, one ply",
            "The heuristic, line by line",
            _traced("heuristic", classic.heuristic),
        ),
        Method(
            "pseudo-code",
            "Minimax as document 003 prints it",
            "Minimax as it is printed",
            pseudo_code,
        ),
        Method(
            "bitboard",
            "Bitboard",
            "A board as integers, move by move",
            _traced("bitboard", classic.bitboard),
            bits=True,
        ),
        Method("perfect", "Perfect", "The table, row by row", _traced("solved", classic.perfect)),
        _smart(SmartEngine.rules),
        _lot("random", "Random", "A random move"),
    ),
    DstruBoard.VARIANT: (
        Method("search", "Search with chance", "A search with chance, step by step", ChanceShow),
        _preferences("perfect", "Perfect"),
        _preferences("dos-for-tres", "Dos for Tres"),
        _preferences("dos-for-uno", "Dos for Uno"),
        _preferences("dos-saboteur", "Dos the saboteur"),
        _smart(DstruSmartEngine.rules),
        _lot("random", "Random", "A random move"),
        _lot("neutral", "Neutral Dos", "A random piece"),
    ),
    UltimateBoard.VARIANT: (
        Method(
            "mcts",
            "Monte Carlo",
            "A tree of games played at random",
            _traced("playouts", ultimate.playouts),
        ),
        Method(
            "two-plies",
            "Alpha-beta, two plies",
            "Alpha-beta over two plies",
            _traced("two-plies", ultimate.alphabeta),
        ),
        _lot("random", "Random", "A random move"),
    ),
}
"""By game, in the order of the player's list; the first is shown where no search is."""


BEFORE = {"alphabeta": "two-plies"}
"""What addresses called a method before, where nothing else has that name."""


def methods_for(board: Board) -> tuple[Method, ...]:
    """What the player can show in ``board``, the usual one first; empty where it has nothing."""
    if board.is_game_over():
        return ()
    others = (one for one in METHODS.get(board.VARIANT, ()) if one.acts(board))
    return (*(SEARCHES if is_drawable(board) else ()), *others)


def search_of(method: Method) -> SteppedSearch:
    """The search of a method that has one."""
    assert method.search is not None, method.name
    return method.search


def method_of(methods: tuple[Method, ...], slug: str, order: str) -> Method:
    """The one of ``methods`` that a query names; the first if it names none."""
    named = (slug or methods[0].slug, order)
    known = {(one.slug, one.order): one for one in methods}
    return known.get(named) or known.get((BEFORE.get(slug, ""), order)) or methods[0]


def named(methods: tuple[Method, ...], name: str) -> Method | None:
    """The one of ``methods`` with this ``name``."""
    known = {one.name: one for one in methods}
    return known.get(name) or known.get(BEFORE.get(name, ""))
