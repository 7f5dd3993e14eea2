"""The engines that the player can show in a position, and their names in addresses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from games.analysis.player.show import Show
from games.analysis.player.shown import PlayerEngine, shown_in
from games.analysis.tree.search_show import SearchShow, is_drawable
from games.engines.steps import SteppedSearch, shared
from games.engines.techniques import Techniques
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Method:
    """An engine as the address names it; ``slug`` and ``order`` are its query.

    ``search`` is there for those that search a whole tree, and ``show`` makes what is played.
    ``bits`` says that it speaks of squares as bits.
    """

    slug: str
    order: str
    title: str
    heading: str
    show: Callable[[Method, Board], Show]
    search: SteppedSearch | None = None
    bits: bool = False

    @property
    def name(self) -> str:
        """One word for it."""
        return f"{self.slug}-{self.order}" if self.order else self.slug

    @property
    def query(self) -> str:
        named = {"method": self.slug} | ({"order": self.order} if self.order else {})
        return f"?{urlencode(named)}&step="


def _search(method: Method, board: Board) -> Show:
    return SearchShow(search_of(method), board, method.heading)


ALPHABETA, MINIMAX = "Alpha-beta, step by step", "Minimax, step by step"

SEARCHES = (
    Method(
        "alphabeta",
        "",
        "Alpha-beta, a1 to c3",
        ALPHABETA,
        _search,
        shared(Techniques(pruning=True)),
    ),
    Method(
        "alphabeta",
        "lines",
        "Alpha-beta, most lines first",
        ALPHABETA,
        _search,
        shared(Techniques(pruning=True, ordering=True)),
    ),
    Method("minimax", "", "Minimax", MINIMAX, _search, shared()),
)
"""The first is the one that an address without a query names."""


def methods_for(board: Board) -> tuple[Method, ...]:
    """What the player can show in ``board``, the usual one first; empty where it has nothing."""
    if board.is_game_over():
        return ()
    others = [
        _played(one.slug, played)
        for one, played in shown_in(board.VARIANT)
        if played.for_all or one.holds(board.to_move)
    ]
    return (*(SEARCHES if is_drawable(board) else ()), *others)


@cache
def _played(slug: str, engine: PlayerEngine) -> Method:
    def show(method: Method, board: Board) -> Show:
        return engine.show(board, method.heading)

    return Method(engine.slug or slug, "", engine.title, engine.heading, show, bits=engine.bits)


def search_of(method: Method) -> SteppedSearch:
    """The search of a method that has one."""
    assert method.search is not None, method.name
    return method.search


def method_of(methods: tuple[Method, ...], slug: str, order: str) -> Method:
    """The one of ``methods`` that a query names; the first if it names none."""
    named = (slug or methods[0].slug, order)
    return next((one for one in methods if (one.slug, one.order) == named), methods[0])


def named(methods: tuple[Method, ...], name: str) -> Method | None:
    """The one of ``methods`` with this ``name``."""
    return next((one for one in methods if one.name == name), None)
