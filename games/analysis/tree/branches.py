"""The whole tree as far as somebody has opened it: which positions are shown, and where they stand.

An address says what is open: ``at`` is the position in hand, and all before it are open with it;
``open`` lists more, as ``b1.c2-a3``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from games.analysis import variations
from games.engines.steps import SteppedSearch, TreeNode
from games.rules import Board, RulesError

MOST = 150
"""Positions that one drawing has; with more than that open, only the line in hand stays open."""

LONGEST = 1200
"""Characters of ``open``; more is nothing that a page leads to."""

Path = tuple[int, ...]

Span = tuple[float, float]

TOP = 10
SLOT, STEP_DOWN, LEAST_SLOTS = 100, 132, 7
"""Units of a position across and downwards, and how many positions across a drawing has room for
at least. ``TOP`` units are above the first."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The positions that are open: all of their moves are shown. ``at`` is the one in hand."""

    at: Path
    paths: frozenset[Path]

    def query(self, board: Board) -> str:
        """The part of an address that says so."""
        longest = [path for path in self.paths if path and not self._leads_on(path)]
        more = [path for path in sorted(longest) if self.at[: len(path)] != path]
        named = {"at": variations.names(board, self.at)}
        if more:
            named["open"] = ".".join(variations.names(board, path) for path in more)
        return urlencode(named)

    def _leads_on(self, path: Path) -> bool:
        return any(len(one) > len(path) and one[: len(path)] == path for one in self.paths)

    def with_open(self, path: Path) -> Opened:
        """This with ``path`` in hand and open."""
        return opened(path, self.paths)

    def with_closed(self, path: Path) -> Opened:
        """This with ``path`` closed, and the position before it in hand."""
        rest = [one for one in self.paths if one[: len(path)] != path]
        return opened(path[:-1], rest)


def opened(at: Path, paths: Sequence[Path] | frozenset[Path] = ()) -> Opened:
    """``at`` and ``paths``, with all that lead to them."""
    every = {path[:length] for path in (at, *paths) for length in range(len(path) + 1)}
    return Opened(at, frozenset(every))


def read(board: Board, at: str, more: str) -> Opened:
    """What an address opens. Raises ValueError, quoting it, for what is no line of moves."""
    if len(more) > LONGEST:
        raise ValueError(f"open has {len(more)} characters, more than {LONGEST}.")
    return opened(_path(board, at), [_path(board, one) for one in more.split(".") if one])


def _path(board: Board, text: str) -> Path:
    if not text:
        return ()
    if len(text) <= variations.LONGEST * 3:
        try:
            return variations.played(board, text.split("-")).cells
        except RulesError:
            pass
    raise ValueError(f"{text[:40]!r} is no line of moves from {board.notation!r}.")


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A position that is shown: ``x`` is its middle, ``children`` its moves if it is open."""

    node: TreeNode
    x: float
    children: tuple[PlacedNode, ...]

    @property
    def y(self) -> int:
        return TOP + len(self.node.path) * STEP_DOWN

    def walk(self) -> Iterator[PlacedNode]:
        """This and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def grow(search: SteppedSearch, board: Board, shown: Opened) -> tuple[PlacedNode, Opened]:
    """The tree as far as it is open, and what of that could be shown."""
    count = sum(len(_at(search, board, path)[1]) for path in shown.paths)
    if count > MOST:
        shown = opened(shown.at)
    tree, outline = _grow(search, search.tree(board), shown.paths)
    left, right = min(low for low, _ in outline), max(high for _, high in outline)
    missing = max(0.0, LEAST_SLOTS * SLOT - (right - left) - SLOT)
    return _moved(tree, SLOT / 2 - left + missing / 2), shown


def _at(search: SteppedSearch, board: Board, path: Path) -> tuple[TreeNode, tuple[TreeNode, ...]]:
    here = search.at_path(board, path)[-1]
    return here, search.children(here)


def _grow(
    search: SteppedSearch, node: TreeNode, paths: frozenset[Path]
) -> tuple[PlacedNode, list[Span]]:
    """The branch of ``node``, itself at 0, and how far it reaches to both sides, ply by ply."""
    children: list[PlacedNode] = []
    reach: list[Span] = []
    for one in search.children(node) if node.path in paths else ():
        child, spans = _grow(search, one, paths)
        by = max(
            (had[1] + SLOT - low for had, (low, _) in zip(reach, spans, strict=False)), default=0.0
        )
        children.append(_moved(child, by))
        spans = [(low + by, high + by) for low, high in spans]
        both = [(had[0], new[1]) for had, new in zip(reach, spans, strict=False)]
        reach = both + (reach[len(both) :] or spans[len(both) :])
    middle = (children[0].x + children[-1].x) / 2 if children else 0.0
    under = [(low - middle, high - middle) for low, high in reach]
    return PlacedNode(node, 0.0, tuple(_moved(one, -middle) for one in children)), [
        (0.0, 0.0),
        *under,
    ]


def _moved(branch: PlacedNode, by: float) -> PlacedNode:
    return PlacedNode(branch.node, branch.x + by, tuple(_moved(one, by) for one in branch.children))
