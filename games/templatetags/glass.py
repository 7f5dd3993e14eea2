"""Tags of the glass pages: boards that lead to their analysis, figures out of engines' answers."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games import marks
from games.engines.solutions import make_ready
from games.glass import address
from games.glass.seen import seen
from games.glass.words import number
from games.rules import read_notation

register = template.Library()


@register.simple_tag
def live_board(notation: str, caption: str, engine: str = "") -> SafeString:
    """A small board with a caption; a click opens it on the analysis board."""
    board = read_notation(notation)
    outcome = board.outcome
    lines = marks.lines_of(outcome.cells, board.SIDE) if outcome else []
    return format_html(
        '<a class="live-board" href="{}">{}<span>{}</span></a>',
        address.address(board, **({"engine": engine} if engine else {})),
        mark_safe(marks.board_svg(board.marks, board.SIDE, lines)),  # noqa: S308  our own paths
        caption,
    )


@register.simple_tag
def told(notation: str, engine: str, key: str) -> str:
    """A number of an engine's answer, such as its ``nodes``."""
    board = read_notation(notation)
    make_ready(board)
    return number(seen(board)["engines"][engine][key])


@register.simple_tag
def line_url(start: str, cells: str) -> str:
    """The analysis of the position at the end of a line such as ``a1-b2``."""
    line = address.played(address.read(start), cells.split("-"))
    return line.address(line.at)


@register.simple_tag
def exact(notation: str) -> str:
    """The exact value of a position for the side to act."""
    board = read_notation(notation)
    make_ready(board)
    return number(seen(board)["value"], 4)
