"""Whole boards as drawings: marks on a grid, with a ring round what won."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, count, pairwise

from games.drawing.marks import CELL, INK, PAPER, STROKES, extent, grid_paths, strokes
from games.drawing.moments import rings
from games.rules import Board, Shape

PALE = 0.2
"""How much is seen of the marks in a small board that is won, as in ``board.css``."""


def lines_of(cells: Collection[int], game: type[Board] | Board) -> list[Sequence[int]]:
    """The lines of a game that lie on ``cells``, those of an outcome. Of a game with small boards
    the lines that these make, with a cell of each.
    """
    if not game.SHAPE.small:
        return [line for line in game.LINES if set(line) <= set(cells)]
    outer, held = game.SHAPE.of_small_boards, dict[tuple[int, int], int]()
    for small, within in enumerate(game.SHAPE.small_boards):
        if won := [cell for cell in within if cell in cells]:
            held[outer.place(small)] = won[0]
    return [
        [held[one] for one in three]
        for three in combinations(sorted(held, key=lambda place: place[::-1]), 3)
        if len({(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(three)}) == 1
    ]


def board_svg(
    marks: Sequence[str],
    shape: Shape,
    lines: Sequence[Sequence[int]] = (),
    *,
    held: Sequence[str] = (),
    colours: Mapping[str, str] | None = None,
    label: str = "",
    size: int | None = None,
) -> str:
    """A whole board as one SVG element.

    ``marks`` holds a seat's name or "" for each cell, ``held`` the same for each small board;
    ``lines`` are the winning patterns to ring.
    Without ``colours`` the site's style sheet decides; with them (``PAPER_COLOURS``) the drawing
    stands alone. ``label`` is its text alternative: without one it counts as decoration. ``size``
    are the pixels along its longer edge.
    """
    body = [_ground(shape)] if colours else []
    body.append(_group("grid", grid_paths(shape), 5, colours, ""))
    small = zip(shape.small_boards, held, strict=False)
    closed = {cell for cells, won in small if won for cell in cells}
    placed = {at: _placed(mark, at, shape, colours) for at, mark in enumerate(marks) if mark}
    body += [drawn for cell, drawn in placed.items() if cell not in closed]
    if pale := "".join(drawn for cell, drawn in placed.items() if cell in closed):
        body.append(f'<g opacity="{PALE}">{pale}</g>')
    outer, scale = shape.of_small_boards, shape.small
    body += [_placed(mark, at, outer, colours, scale) for at, mark in enumerate(held) if mark]
    if lines:
        winner = marks[lines[0][0]]
        body.append(_group(f"sweep by-{winner}", rings(lines, shape), 5, colours, winner))
    return _drawing("mini", body, shape, label=label, size=size)


def position_svg(
    board: Board,
    *,
    colours: Mapping[str, str] | None = None,
    label: str = "",
    size: int | None = None,
) -> str:
    """The drawing of a position, with a ring round what won; the rest as in ``board_svg``."""
    lines = lines_of(board.outcome.cells, board) if board.outcome else []
    held = board.small_boards.won if board.small_boards else ()
    return board_svg(
        board.marks, board.SHAPE, lines, held=held, colours=colours, label=label, size=size
    )


@lru_cache(maxsize=8192)
def leaf_svg(
    marks: Sequence[str],
    shape: Shape,
    lines: Sequence[Sequence[int]] = (),
    last: int | None = None,
) -> str:
    """The same board with one path for each seat, for pages that draw dozens and change them.

    The cell of the ``last`` move is marked.
    """
    body = [] if last is None else [_last(*shape.place(last))]
    body.append(_path("grid", _data(grid_paths(shape)), 5))
    for seat in dict.fromkeys(filter(None, marks)):
        cells = [cell for cell, mark in enumerate(marks) if mark == seat]
        moved = "".join(
            _moved(stroke, *shape.place(at)) for at in cells for stroke in STROKES[seat]
        )
        body.append(_path(f"mark-{seat}", moved, 11))
    if lines:
        body.append(_path(f"sweep by-{marks[lines[0][0]]}", _data(rings(lines, shape)), 5))
    return _drawing("mini", body, shape)


def _last(column: int, row: int) -> str:
    x, y = column * CELL + 8, row * CELL + 8
    return f'<rect class="last" x="{x}" y="{y}" width="{CELL - 16}" height="{CELL - 16}" rx="14"/>'


def _path(css: str, data: str, width: int) -> str:
    return f'<path class="{css}" stroke="currentColor" stroke-width="{width}" d="{data}"/>'


def _data(paths: str) -> str:
    """The data of several path elements as that of one."""
    return "".join(re.findall(r' d="([^"]+)"', paths))


def _moved(data: str, column: int, row: int) -> str:
    """Path data of absolute points, moved to a cell."""
    by = (column * CELL, row * CELL)
    numbers = count()
    return re.sub(r"-?[\d.]+", lambda found: f"{float(found[0]) + by[next(numbers) % 2]:g}", data)


def _drawing(
    css: str, body: Sequence[str], shape: Shape, *, label: str = "", size: int | None = None
) -> str:
    width, height = extent(shape)
    name = f'role="img" aria-label="{escaped(label)}"' if label else 'aria-hidden="true"'
    scale = (size or 0) / max(width, height)
    measure = f' width="{width * scale:.0f}" height="{height * scale:.0f}"' if size else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css}" viewBox="0 0 {width} {height}"'
        f'{measure} {name} fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"{''.join(body)}</svg>"
    )


def _ground(shape: Shape) -> str:
    """The paper under a drawing that stands alone: its ink must show on dark pages too."""
    width, height = extent(shape)
    return f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>'


def _placed(
    mark: str, cell: int, shape: Shape, colours: Mapping[str, str] | None, scale: int = 1
) -> str:
    column, row = shape.place(cell)
    at = f"translate({column * CELL * scale} {row * CELL * scale})"
    if scale > 1:
        at += f" scale({scale})"
    return _group(f"mark-{mark}", strokes(mark), 11, colours, mark, at)


def _group(
    css: str,
    paths: str,
    width: int,
    colours: Mapping[str, str] | None,
    key: str,
    transform: str = "",
) -> str:
    stroke = colours.get(key, INK) if colours else "currentColor"
    moved = f' transform="{transform}"' if transform else ""
    return f'<g class="{css}" stroke="{stroke}" stroke-width="{width}"{moved}>{paths}</g>'


def boxed(svg: str, box: str) -> str:
    """A drawing as part of another one, at ``box``: x, y, width and height."""
    x, y, width, height = box.split()
    return svg.replace("<svg ", f'<svg x="{x}" y="{y}" width="{width}" height="{height}" ', 1)


def escaped(text: str) -> str:
    """``text`` as it stands in SVG, in attributes too."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
