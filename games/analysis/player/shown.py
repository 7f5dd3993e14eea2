"""The engines that the player shows, apart from searches of a whole tree: the registry of them.

An engine is here with the trace it makes and the words for it in ``words.json``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.analysis.player.chance import ChanceShow
from games.analysis.player.show import Show
from games.analysis.player.trace_show import TraceShow
from games.analysis.tree.search_show import pseudo_code
from games.engines import Engine, engines_for, solution_of
from games.engines import simple_traces as simple
from games.engines.classic import traces as classic
from games.engines.classic.simple import SmartEngine
from games.engines.dstru.simple import SmartEngine as DstruSmartEngine
from games.engines.dstru.table_trace import preferences
from games.engines.trace import EngineTrace
from games.rules import Board, ClassicBoard, DstruBoard


@dataclass(frozen=True, slots=True)
class PlayerEngine:
    """An engine in the player: ``title`` in lists, ``heading`` above it, and what shows it.

    ``slug`` is its name in addresses if it is not that of the engine. ``for_all`` shows it for the
    seats that it does not hold as well. ``bits`` says that its steps speak of squares as bits.
    """

    title: str
    heading: str
    show: Callable[[Board, str], Show]
    slug: str = ""
    for_all: bool = False
    bits: bool = False


def _traced(words: str, trace: Callable[[Any], EngineTrace]) -> Callable[[Board, str], Show]:
    """What shows the ``trace`` of a live position in these ``words``."""
    return lambda board, title: TraceShow(trace(board), words, title)


def _preferences(slug: str) -> Callable[[Board, str], Show]:
    """What shows an engine that plays from the table; it waits for that."""
    engine: Any = engines_for(DstruBoard.VARIANT)[slug]

    def trace(board: Any) -> EngineTrace:
        solution_of(board).make_ready(board)
        return preferences(board, engine)

    return _traced("preferences", trace)


def _table(slug: str) -> PlayerEngine:
    title = engines_for(DstruBoard.VARIANT)[slug].title
    return PlayerEngine(title, f"{title}, one preference after the other", _preferences(slug))


SMART, LOT = ("Smart", "Three rules, cell by cell"), _traced("lot", simple.lot)

SHOWN = {
    ClassicBoard.VARIANT: {
        "linear": PlayerEngine(
            "Linear",
            "The linear engine, step by step",
            _traced("linear", lambda board: classic.linear(board, guarded=False)),
        ),
        "linear-guarded": PlayerEngine(
            "Linear, guarded",
            "The guarded linear engine, step by step",
            _traced("linear-guarded", lambda board: classic.linear(board, guarded=True)),
        ),
        "alphabeta": PlayerEngine(
            "Heuristic, one ply",
            "The heuristic, line by line",
            _traced("heuristic", classic.heuristic),
            "heuristic",
        ),
        "minimax": PlayerEngine(
            "Minimax as document 003 prints it",
            "Minimax as it is printed",
            pseudo_code,
            "pseudo-code",
        ),
        "bitboard": PlayerEngine(
            "Bitboard",
            "A board as integers, move by move",
            _traced("bitboard", classic.bitboard),
            bits=True,
        ),
        "perfect": PlayerEngine(
            "Perfect", "The table, row by row", _traced("solved", classic.perfect)
        ),
        "smart": PlayerEngine(
            *SMART, _traced("rules", lambda board: simple.rules(board, SmartEngine.rules(board)))
        ),
        "random": PlayerEngine("Random", "A move by lot", LOT),
    },
    DstruBoard.VARIANT: {
        "search": PlayerEngine(
            "Search with chance", "A search with chance, step by step", ChanceShow, for_all=True
        ),
        **{
            slug: _table(slug)
            for slug in ("perfect", "dos-for-tres", "dos-for-uno", "dos-saboteur")
        },
        "smart": PlayerEngine(
            *SMART,
            _traced("rules", lambda board: simple.rules(board, DstruSmartEngine.rules(board))),
        ),
        "random": PlayerEngine("Random", "A move by lot", LOT),
        "neutral": PlayerEngine("Neutral Dos", "A piece by lot", LOT),
    },
}
"""By game and engine, in the order of the player's list; the first is shown where no search is."""


def shown_in(variant: str) -> list[tuple[Engine, PlayerEngine]]:
    """The engines of a game that the player shows."""
    engines = engines_for(variant)
    return [(engines[slug], shown) for slug, shown in SHOWN.get(variant, {}).items()]
