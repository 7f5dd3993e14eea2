"""The engines that the player shows, apart from searches of a whole tree: the registry of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.analysis.player.engines import (
    bitboard,
    heuristic,
    linear,
    perfect,
    pseudo_code,
    rules,
    table,
)
from games.analysis.player.engines.chance import ChanceShow
from games.analysis.player.show import Show
from games.engines import Engine
from games.engines.classic.bitboard import BitboardEngine
from games.engines.classic.guard import GuardedLinearEngine
from games.engines.classic.linear import LinearEngine
from games.engines.classic.minimax import AlphaBetaEngine, MinimaxEngine
from games.engines.classic.perfect import PerfectEngine
from games.engines.classic.simple import RandomEngine, SmartEngine
from games.engines.dstru import perfect as tables
from games.engines.dstru import simple as dstru
from games.engines.dstru.search import SearchEngine
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Played:
    """An engine in the player: ``title`` in lists, ``heading`` above it, and what is played.

    ``slug`` is its name in addresses if it is not that of the engine. ``for_all`` shows it for the
    seats that it does not hold as well. ``bits`` says that its steps speak of squares as bits.
    """

    title: str
    heading: str
    show: Callable[[Board, str], Show]
    slug: str = ""
    for_all: bool = False
    bits: bool = False


SMART = Played("Smart", "Three rules, cell by cell", rules.show)
UNIFORM = Played("Random", "A move by lot", rules.uniform)

TABLES = (
    tables.PerfectEngine(),
    tables.DosForTresEngine(),
    tables.DosForUnoEngine(),
    tables.DosSaboteurEngine(),
)

PLAYED: Mapping[type[Engine], Played] = {
    LinearEngine: Played("Linear", "The linear engine, step by step", linear.show),
    GuardedLinearEngine: Played(
        "Linear, guarded", "The guarded linear engine, step by step", linear.guarded
    ),
    AlphaBetaEngine: Played(
        "Heuristic, one ply", "The heuristic, line by line", heuristic.show, "heuristic"
    ),
    MinimaxEngine: Played(
        "Minimax as document 003 prints it",
        "Minimax as it is printed",
        pseudo_code.show,
        "pseudo-code",
    ),
    BitboardEngine: Played(
        "Bitboard", "A board as integers, move by move", bitboard.show, bits=True
    ),
    PerfectEngine: Played("Perfect", "The table, row by row", perfect.show),
    SmartEngine: SMART,
    RandomEngine: UNIFORM,
    SearchEngine: Played(
        "Search with chance", "A search with chance, step by step", ChanceShow, for_all=True
    ),
    **{
        type(one): Played(
            one.title, f"{one.title}, one preference after the other", table.playing(one)
        )
        for one in TABLES
    },
    dstru.SmartEngine: SMART,
    dstru.RandomEngine: UNIFORM,
    dstru.NeutralEngine: Played("Neutral Dos", "A piece by lot", rules.uniform),
}
"""In the order of the player's list; the first of a game is shown where no search is."""
