"""The engines that the player shows, apart from searches of a whole tree: the registry of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.analysis.player.engines import heuristic, linear, perfect
from games.analysis.player.engines.chance import ChanceShow
from games.analysis.player.show import Show
from games.engines import Engine
from games.engines.classic.guard import GuardedLinearEngine
from games.engines.classic.linear import LinearEngine
from games.engines.classic.minimax import AlphaBetaEngine
from games.engines.classic.perfect import PerfectEngine
from games.engines.dstru.search import SearchEngine
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Played:
    """An engine in the player: ``title`` in lists, ``heading`` above it, and what is played.

    ``slug`` is its name in addresses if it is not that of the engine.
    """

    title: str
    heading: str
    show: Callable[[Board, str], Show]
    slug: str = ""


PLAYED: Mapping[type[Engine], Played] = {
    LinearEngine: Played("Linear", "The linear engine, step by step", linear.show),
    GuardedLinearEngine: Played(
        "Linear, guarded", "The guarded linear engine, step by step", linear.guarded
    ),
    AlphaBetaEngine: Played(
        "Heuristic, one ply", "The heuristic, line by line", heuristic.show, "heuristic"
    ),
    PerfectEngine: Played("Perfect", "The table, row by row", perfect.show),
    SearchEngine: Played("Search with chance", "A search with chance, step by step", ChanceShow),
}
