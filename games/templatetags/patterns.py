"""The named patterns of a game as small pictures, with how far each side is."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing import marks
from games.rules import Board
from games.templatetags.oxo import mark

register = template.Library()


@register.simple_tag
def pattern_pictures(board: Board) -> SafeString:
    """A picture for each named pattern of ``board``; none where patterns have no names."""
    found = (
        _pattern(type(board), number, tuple(board.marks[cell] for cell in line))
        for number, (_, line) in enumerate(zip(board.PATTERN_NAMES, board.LINES, strict=False))
    )
    return mark_safe("".join(found))  # made by _pattern


@lru_cache(1024)
def _pattern(game: type[Board], number: int, placed: tuple[str, ...]) -> str:
    """One pattern: its picture, and how many of its cells each side holds."""
    name, line = escape(game.PATTERN_NAMES[number]), game.LINES[number]
    counts = "".join(
        f'<span class="pattern-count">{mark(seat)}<span class="vh">{seat}</span> '
        f'<span data-count="{seat}">{placed.count(seat)}</span> of {len(line)}</span>'
        for seat in game.RIVALS
    )
    width, height = marks.extent(game.SHAPE)
    cells = (_cell(game, cell, on_it) for cell, on_it in zip(line, placed, strict=True))
    picture = (
        f'<svg class="pattern-picture" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<g class="grid">{marks.grid_paths(game.SHAPE)}</g>'
        f'<path class="way" d="{marks.line_path(line, game.SHAPE)}"/>{"".join(cells)}</svg>'
    )
    return (
        f'<li data-pattern="{number}">{picture}<span class="pattern-name">{name}</span>\n  '
        f"{counts}</li>"
    )


def _cell(game: type[Board], cell: int, placed: str) -> str:
    column, row = game.SHAPE.place(cell)
    css = f"mark mark-{placed}" if placed else "mark"
    at = f"{column * marks.CELL} {row * marks.CELL}"
    strokes = marks.strokes(placed) if placed else ""
    return (
        f'<g data-cell="{cell}" data-mark="{placed}" class="{css}" transform="translate({at})">'
        f"{strokes}</g>"
    )
