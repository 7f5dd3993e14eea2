"""How marks, grids and small boards are drawn: path data, written once for page, client and admin.

Every mark is a few pen strokes in a 100 × 100 cell, a little imperfect and always the same.
The five differ by shape: X two crossing strokes, O one round one, Uno one upright with a flag,
Tres three sides of a triangle, and Dos, who removes, two slanting strokes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, isqrt

CELL = 100

STROKES: dict[str, tuple[str, ...]] = {
    "X": ("M18 20C35 33 65 63 84 81", "M82 17C67 35 37 61 17 85"),
    "O": ("M64 16C41 6 13 23 13 51C13 75 32 88 51 88C73 88 88 70 87 49C86 29 72 14 50 13.5",),
    "Uno": ("M31 36C41 31 50 23 55 13C56 38 55 62 52 88",),
    "Tres": ("M51 14C41 37 28 60 15 82", "M15 82C38 79 63 80 87 83", "M87 83C76 59 64 38 50 16"),
    "Dos": ("M22 80C34 60 44 41 54 20", "M47 82C58 62 68 43 79 22"),
}

SEAT_OF_LETTER = {"X": "X", "O": "O", "U": "Uno", "T": "Tres"}

INK, PAPER = "#1d2330", "#f6f1e7"
PAPER_COLOURS = {"X": "#1f4fd1", "O": "#b83a0a", "Tres": "#1f4fd1", "Uno": "#b83a0a", "": INK}
"""Colours for drawings that stand alone, outside the site's style sheets; "" is grid and line."""

_BENDS = ((2, -3, 2, -1), (-2, 2, -3, 2), (1, 3, -2, -2))


def strokes(name: str) -> str:
    """The paths of a mark. ``pathLength`` is 1, so that a style sheet can draw them."""
    return "".join(f'<path pathLength="1" d="{d}"/>' for d in STROKES[name])


def mark_svg(name: str) -> str:
    """A mark as an element of its own, coloured and sized by the style sheet."""
    return (
        f'<svg class="mark mark-{name}" viewBox="0 0 100 100" aria-hidden="true">'
        f"{strokes(name)}</svg>"
    )


def grid_paths(side: int) -> str:
    """The lines between ``side`` × ``side`` cells, each with its own slight bend."""
    paths = []
    for number in range(1, side):
        at, (a, b, c, d) = number * CELL, _BENDS[(number - 1) % len(_BENDS)]
        near, far, end = side * 33, side * 66, side * CELL - 3
        paths.append(f"M{at + a} 3C{at + b} {near} {at + c} {far} {at + d} {end}")
        paths.append(f"M3 {at + d}C{near} {at + b} {far} {at + c} {end} {at + a}")
    return "".join(f'<path pathLength="1" d="{d}"/>' for d in paths)


def lines_of(cells: Sequence[int], side: int) -> list[Sequence[int]]:
    """The completed lines of an outcome, which gives their cells line after line."""
    return [cells[start : start + side] for start in range(0, len(cells), side)]


def line_path(cells: Sequence[int], side: int) -> str:
    """A stroke through the first and the last of ``cells``, a little beyond both, faintly bowed."""
    (x1, y1), (x2, y2) = (_centre(cell, side) for cell in (cells[0], cells[-1]))
    length = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    mid_x, mid_y = (x1 + x2) / 2 - 5 * dy, (y1 + y2) / 2 + 5 * dx
    start, end = (x1 - 36 * dx, y1 - 36 * dy), (x2 + 36 * dx, y2 + 36 * dy)
    return "M{:.0f} {:.0f}Q{:.0f} {:.0f} {:.0f} {:.0f}".format(*start, mid_x, mid_y, *end)


def _centre(cell: int, side: int) -> tuple[int, int]:
    return cell % side * CELL + CELL // 2, cell // side * CELL + CELL // 2


def marks_of(notation: str) -> tuple[str, ...]:
    """What stands on each cell of a position in notation: a seat's name or the empty string."""
    return tuple(SEAT_OF_LETTER.get(letter, "") for letter in notation.split(" ")[0])


def side_of(marks: Sequence[str]) -> int:
    return isqrt(len(marks))


def board_svg(
    marks: Sequence[str],
    side: int,
    lines: Sequence[Sequence[int]] = (),
    *,
    colours: Mapping[str, str] | None = None,
    label: str = "",
    size: int | None = None,
) -> str:
    """A whole board as one SVG element.

    ``marks`` holds a seat's name or "" for each cell, ``lines`` the winning patterns to strike.
    Without ``colours`` the site's style sheet decides; with them (``PAPER_COLOURS``) the drawing
    stands alone. ``label`` is its text alternative: without one it counts as decoration.
    """
    body = [_ground(side)] if colours else []
    body.append(_group("grid", grid_paths(side), 5, colours, ""))
    body += [_placed(mark, cell, side, colours) for cell, mark in enumerate(marks) if mark]
    if lines:
        body.append(_group("sweep", struck(lines, side), 7, colours, ""))
    return _drawing("mini", body, side, label=label, size=size)


def played_svg(moves: Sequence[tuple[str, int]], side: int, line: Sequence[int]) -> str:
    """A finished game as a drawing in order of play, which a style sheet can let draw itself.

    ``moves`` are pairs of mark and cell.
    """
    body = [_group("grid", grid_paths(side), 5, None, "")]
    body += [_placed(mark, cell, side, None) for mark, cell in moves]
    body.append(_group("sweep", struck([line], side), 7, None, ""))
    return _drawing("mini self-drawing", body, side)


def _drawing(
    css: str, body: Sequence[str], side: int, *, label: str = "", size: int | None = None
) -> str:
    extent = side * CELL
    name = f'role="img" aria-label="{_quoted(label)}"' if label else 'aria-hidden="true"'
    measure = f' width="{size}" height="{size}"' if size else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css}" viewBox="0 0 {extent} {extent}"'
        f'{measure} {name} fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"{''.join(body)}</svg>"
    )


def _ground(side: int) -> str:
    """The paper under a drawing that stands alone: its ink must show on dark pages too."""
    return f'<rect width="{side * CELL}" height="{side * CELL}" rx="12" fill="{PAPER}"/>'


def struck(lines: Sequence[Sequence[int]], side: int) -> str:
    """The strokes through completed lines."""
    return "".join(f'<path pathLength="1" d="{line_path(line, side)}"/>' for line in lines)


def _placed(mark: str, cell: int, side: int, colours: Mapping[str, str] | None) -> str:
    x, y = cell % side * CELL, cell // side * CELL
    return _group(f"mark-{mark}", strokes(mark), 11, colours, mark, f"translate({x} {y})")


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


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
