"""The small boards of a large one: a layer under its cells, with frames, the lines of the one to
play in, the marks of who won them, a cat on those that nobody won, and the trail of the last move;
and a map of them beside the words on where to play.

Each small board is a group from the beginning, and classes say what shows; a page changes these.
"""

from __future__ import annotations

from functools import cache
from math import hypot

from games.drawing.art import picture
from games.drawing.marks import CELL, extent, grid_paths, small_grid, strokes
from games.rules import Board, Shape

FRAME = "M6 10C99 5 203 12 291 8C294 103 288 205 292 291C201 295 98 288 8 292C5 203 12 98 9 9"
"""One stroke round a small board of three cells a side."""

EDGE, HEAD, SHORT = 24, 30, 120
"""Units from the edge of a small board to the end of a trail, along each stroke of its head, and
of a trail that would be too short to draw.
"""


def layer_svg(board: Board, last: int | None = None) -> str:
    """The layer for a position after the move on ``last``; empty in a game without small boards."""
    if board.small_boards is None:
        return ""
    trail = f'<path class="trail" d="{trail_path(board, last)}"/>'
    frame = f'<path class="frame" pathLength="1" d="{FRAME}"/>'
    lines = f'<path class="lines" d="{small_grid(board.SHAPE)}"/>'
    return _drawing(board, "small-boards", frame + lines, trail)


def map_svg(board: Board) -> str:
    """The small boards alone as one small board, with dots where the next move may be."""
    outer = f'<g class="grid" transform="scale({board.SHAPE.small})">' + (
        grid_paths(board.SHAPE.of_small_boards) + "</g>"
    )
    return _drawing(board, "board-map", '<circle class="dot" cx="150" cy="150" r="50"/>', outer)


def _drawing(board: Board, css: str, inside: str, beside: str) -> str:
    """A group for each small board: its class, what is ``inside``, and the mark of its holder."""
    shape, stand, groups = board.SHAPE, board.small_boards, ""
    assert stand is not None
    for small, holder in enumerate(stand.won):
        column, row = shape.of_small_boards.place(small)
        at = f"{column * shape.small * CELL} {row * shape.small * CELL}"
        held = f'<g class="mark-{holder}">{strokes(holder)}</g>' if holder else ""
        if small in stand.closed and not holder:
            held = f'<g class="asleep">{picture("moments/cat").strokes}</g>'
        groups += (
            f'<g data-small="{small}" class="{state_of(board, small)}" transform="translate({at})">'
            f'{inside}<g class="held" transform="scale({shape.small})">{held}</g></g>'
        )
    width, height = extent(shape)
    return (
        f'<svg class="{css} by-{board.to_move}" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f"{groups}{beside}</svg>"
    )


def state_of(board: Board, small: int) -> str:
    """``closed``, ``live`` for the one board to play in, ``may`` for each of several while not all
    are open, or nothing.
    """
    stand = board.small_boards
    assert stand is not None
    if small in stand.closed:
        return "closed"
    if small not in stand.live or len(stand.live) == len(stand.won):
        return ""
    return "live" if len(stand.live) == 1 else "may"


def trail_path(board: Board, last: int | None) -> str:
    """From the last move to the frame of the one board where the next must be, and an arrow's head;
    empty if there are several, or the move was there or beside it.
    """
    stand = board.small_boards
    if last is None or stand is None or len(stand.live) != 1:
        return ""
    return _trail(board.SHAPE, last, stand.live[0])


@cache  # the news of each move has one
def _trail(shape: Shape, cell: int, small: int) -> str:
    side = shape.small * CELL
    x, y = (place * CELL + CELL / 2 for place in shape.place(cell))
    left, top = (place * side + EDGE for place in shape.of_small_boards.place(small))
    to_x = min(max(x, left), left + side - 2 * EDGE)
    to_y = min(max(y, top), top + side - 2 * EDGE)
    length = hypot(to_x - x, to_y - y)
    if length < SHORT:
        return ""
    dx, dy = (to_x - x) / length, (to_y - y) / length
    head = "".join(
        f"M{to_x - HEAD * (dx + turn * dy):.0f} {to_y - HEAD * (dy - turn * dx):.0f}"
        f"L{to_x:.0f} {to_y:.0f}"
        for turn in (-1, 1)
    )
    return f"M{x + 40 * dx:.0f} {y + 40 * dy:.0f}L{to_x:.0f} {to_y:.0f}{head}"
