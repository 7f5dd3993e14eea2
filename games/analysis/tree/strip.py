"""A whole search as one narrow drawing: every position in the order in which it comes.

A row for each ply, each subtree as wide as it has positions: filled where the search enters,
hatched where it cuts. What would be too narrow to see is drawn together, filled as far as it is
entered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import inf

from games.analysis.player.show import Strip
from games.engines.steps import SteppedSearch
from games.engines.subtrees import levels, narrowed, size
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
def strip(search: SteppedSearch, board: Board) -> Strip:
    """The whole of a search of ``board``."""
    pens = _Pens()
    _draw(pens, search, board, 0.0, 0, WIDTH / size(board), (-inf, inf))
    height = len(levels(board)) * ROW
    return Strip("".join(pens.read), "".join(pens.cut), "".join(pens.rest), height)


def _draw(
    pens: _Pens,
    search: SteppedSearch,
    board: Board,
    x: float,
    ply: int,
    scale: float,
    window: tuple[float, float],
) -> None:
    """Draw what the search enters from ``board`` on, at ``x`` and below."""
    pens.read.append(_block(x, ply, size(board) * scale))
    moves = () if board.is_game_over() else search.moves(board)
    if moves and size(board) * scale / len(moves) < NARROWEST:
        _together(pens, search, board, x, ply, scale, window)
        return
    alpha, beta = window
    closed = False
    x += scale
    for at, cell in enumerate(moves, 1):
        child = board.make_move(cell)
        if closed:
            _skipped(pens.cut, child, x, ply + 1, scale)
        else:
            _draw(pens, search, child, x, ply + 1, scale, (alpha, beta))
            value = search.found(child, alpha, beta).value
            if search.pruning:
                high = search.is_high(board)
                alpha, beta = narrowed(alpha, beta, value, high=high)
                closed = alpha >= beta and at < len(moves)
        x += size(child) * scale


def _together(
    pens: _Pens,
    search: SteppedSearch,
    board: Board,
    x: float,
    ply: int,
    scale: float,
    window: tuple[float, float],
) -> None:
    """All below ``board`` as one bar a ply, filled by the share that is entered."""
    width = size(board) * scale
    read = search.found(board, *window).plies
    for below, of in enumerate(levels(board)):
        if not below:
            continue
        share = width * (read[below] if below < len(read) else 0) / of
        if share:
            pens.read.append(_block(x, ply + below, share))
        if share < width:
            pens.rest.append(_block(x + share, ply + below, width - share))


def _skipped(pen: list[str], board: Board, x: float, ply: int, scale: float) -> None:
    """A subtree that is cut: its outline, ply by ply."""
    width = size(board) * scale
    pen.extend(_block(x, ply + below, width) for below in range(len(levels(board))))


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
