"""The named patterns of a game as small pictures, with how far each side is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.drawing import marks
from games.rules import Board

register = template.Library()


@dataclass(frozen=True, slots=True)
class PatternPicture:
    """``counts`` are the seats with how many cells of the pattern each holds, of ``size``."""

    name: str
    picture: SafeString
    counts: tuple[tuple[str, int], ...]
    size: int


@register.simple_tag
def pattern_pictures(board: Board) -> list[PatternPicture]:
    """A picture for each named pattern of ``board``; none where patterns have no names."""
    return [
        PatternPicture(
            name,
            _picture(board, line),
            tuple((seat, sum(board.marks[cell] == seat for cell in line)) for seat in board.RIVALS),
            len(line),
        )
        for name, line in zip(board.PATTERN_NAMES, board.LINES, strict=False)
    ]


def _picture(board: Board, line: Sequence[int]) -> SafeString:
    """The grid, the pattern as a dotted stroke, and the marks that stand on it."""
    width, height = marks.extent(board.SHAPE)
    return format_html(
        '<svg class="pattern-picture" viewBox="0 0 {} {}" aria-hidden="true">'
        '<g class="grid">{}</g><path class="way" d="{}"/>{}</svg>',
        width,
        height,
        mark_safe(marks.grid_paths(board.SHAPE)),  # noqa: S308  our own path data
        marks.line_path(line, board.SHAPE),
        format_html_join("", "{}", ((_cell(board, cell),) for cell in line)),
    )


def _cell(board: Board, cell: int) -> SafeString:
    column, row = board.SHAPE.place(cell)
    mark = board.marks[cell]
    return format_html(
        '<g data-cell="{}" data-mark="{}" class="{}" transform="translate({} {})">{}</g>',
        cell,
        mark,
        f"mark mark-{mark}" if mark else "mark",
        column * marks.CELL,
        row * marks.CELL,
        mark_safe(marks.strokes(mark) if mark else ""),  # noqa: S308  our own path data
    )
