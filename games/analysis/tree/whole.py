"""The page of the whole tree: its shape, what each technique saves, and its positions as opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.analysis import variations
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.played import lesson_of
from games.analysis.player.methods import SEARCHES, Method, search_of
from games.analysis.tree import nodes
from games.analysis.tree.branches import LEAST_SLOTS, SLOT, STEP_DOWN, Opened, PlacedNode, grow
from games.analysis.tree.branches import read as read_opened
from games.analysis.tree.savings import Savings, figure
from games.engines.steps import SteppedSearch
from games.rules import Board


@dataclass(frozen=True, slots=True)
class WholePage:
    """The whole tree of ``board``.

    ``here`` is the position in hand, ``moves`` are its moves and ``step`` where the search comes
    to it; ``box`` are the width and height of the drawing of ``positions`` and ``edges``.
    """

    board: Board
    url: str
    player: str
    lesson: Lesson | None
    savings: Savings
    tabs: Sequence[Mapping[str, Any]]
    here: nodes.Position
    said: str
    step: str
    crumbs: Sequence[Mapping[str, str]]
    moves: Sequence[nodes.Position]
    positions: Sequence[nodes.Position]
    edges: Sequence[nodes.Edge]
    outline: SafeString
    box: tuple[int, int]
    sides: tuple[str, str]
    depth: int


def page(board: Board, method: Method, at: str | None, more: str) -> WholePage:
    """The tree of a drawable ``board`` as ``method`` leaves it, opened as an address says.

    Without ``at`` the best move is in hand. Raises ValueError for what is no line of moves.
    """
    search = search_of(method)
    line = search.best_line(board)
    shown = read_opened(board, variations.names(board, line[1].path) if at is None else at, more)
    tree, shown = grow(search, board, shown)
    path = reverse("analysis:search_tree", args=[variations.slug_of(board)])
    best = frozenset(frame.path for frame in line)
    drawn = nodes.positions_of(tree, board, shown, best, f"{path}{method.query}&")
    by_key = {one.key: one for one in drawn}
    in_hand = search.at_path(board, shown.at)
    key = variations.names(board, shown.at)
    player = reverse("analysis:search", args=[variations.slug_of(board)])
    return WholePage(
        board=board,
        url=variations.address(board),
        player=player + method.query,
        lesson=lesson_of(method.name),
        savings=figure(board),
        tabs=[_tab(board, one, path, shown, on=one is method) for one in SEARCHES],
        here=by_key[key or "start"],
        said=nodes.said(in_hand[-1]),
        step=f"{player}{method.query}&step={in_hand[-1].step}",
        crumbs=_crumbs(search, board, shown, f"{path}{method.query}&"),
        moves=[one for one in drawn if one.key.rpartition("-")[0] == key and one.name],
        positions=drawn,
        edges=nodes.edges_of(tree, shown),
        outline=nodes.outline(tree, by_key, board),
        box=_box(tree),
        sides=board.RIVALS,
        depth=len(shown.at),
    )


def _tab(board: Board, method: Method, path: str, shown: Opened, *, on: bool) -> dict[str, Any]:
    """A search of this tree; ``on`` if it is the one on show."""
    url = f"{path}{method.query}&{shown.query(board)}#branches"
    return {"title": method.title, "url": url, "on": on}


def _crumbs(search: SteppedSearch, board: Board, shown: Opened, query: str) -> list[dict[str, str]]:
    """The positions on the way to the one in hand; each ``url`` has one in hand."""
    found = []
    for length in range(len(shown.at) + 1):
        path = shown.at[:length]
        name = board.cell_name(path[-1]) if path else "start"
        url = f"{query}{shown.with_open(path).query(board)}"
        found.append({"name": name, "url": url})
    return found


def _box(tree: PlacedNode) -> tuple[int, int]:
    every = list(tree.walk())
    right = max(one.x for one in every) + SLOT / 2
    return max(round(right), LEAST_SLOTS * SLOT), max(one.y for one in every) + STEP_DOWN - 24
