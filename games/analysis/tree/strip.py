"""A whole search as one narrow drawing: every position in the order in which it comes.

A row for each ply, each subtree as wide as it has positions: filled where the search enters,
hatched where it cuts. What would be too narrow to see is drawn together, filled as far as it is
entered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from games.analysis.player.show import SearchStrip
from games.engines.steps import SteppedSearch, TreeNode
from games.engines.subtrees import SubtreeResult, levels, size
from games.rules import Board

WIDTH, ROW, GAP = 1200, 9, 1
NARROWEST = 4.0
"""Units below which a subtree is not drawn by itself."""


@dataclass(slots=True)
class _Pens:
    read: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)


@lru_cache(maxsize=256, typed=True)
def strip(search: SteppedSearch, board: Board) -> SearchStrip:
    """The whole of a search of ``board``."""
    pens = _Pens()
    _draw(pens, search, search.tree(board), 0.0, WIDTH / size(board))
    height = len(levels(board)) * ROW
    return SearchStrip("".join(pens.read), "".join(pens.cut), "".join(pens.rest), height)


def _draw(pens: _Pens, search: SteppedSearch, node: TreeNode, x: float, scale: float) -> None:
    """Draw what the search does from ``node`` on, at ``x`` and below."""
    width, ply = size(node.board) * scale, len(node.path)
    if node.found is None:
        pens.cut.extend(_block(x, ply + at, width) for at in range(len(levels(node.board))))
        return
    pens.read.append(_block(x, ply, width))
    moves = len(node.board.available_moves())
    if moves and width / moves < NARROWEST:
        _together(pens, node.board, node.found, x, ply, width)
        return
    x += scale
    for child in search.children(node):
        _draw(pens, search, child, x, scale)
        x += size(child.board) * scale


def _together(
    pens: _Pens, board: Board, found: SubtreeResult, x: float, ply: int, width: float
) -> None:
    """All below ``board`` as one bar a ply, filled by the share that is entered."""
    for below, of in enumerate(levels(board)):
        if not below:
            continue
        share = width * (found.plies[below] if below < len(found.plies) else 0) / of
        if share:
            pens.read.append(_block(x, ply + below, share))
        if share < width:
            pens.rest.append(_block(x + share, ply + below, width - share))


def _block(x: float, ply: int, width: float) -> str:
    drawn = f"{max(width - 0.4, 0.4):.1f}"
    return f"M{x:.1f} {ply * ROW}h{drawn}v{ROW - GAP}h-{drawn}z"


def place(search: SteppedSearch, board: Board, path: tuple[int, ...]) -> float:
    """Where the position after ``path`` stands on the strip, from 0 to 1."""
    before = 0
    here = board
    for cell in path:
        before += 1
        for one in search.moves(here):
            if one == cell:
                break
            before += size(here.make_move(one))
        here = here.make_move(cell)
    return round(before / size(board), 5)
