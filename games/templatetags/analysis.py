"""Tags of the analysis pages: boards that link to their analysis, figures of engines' answers."""

from __future__ import annotations

from urllib.parse import urlencode

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.analysis import results, variations
from games.analysis.analysis_cache import analysis_of
from games.analysis.documents import bits
from games.analysis.learn.first_steps import STEPS
from games.analysis.tree import savings
from games.analysis.wording import fixed, number
from games.drawing import boards
from games.engines import solution_of
from games.presenters.addresses import address
from games.rules import Board, board_class, read_notation

register = template.Library()


@register.simple_tag
def live_board(notation: str, caption: str, engine: str = "") -> SafeString:
    """A small board with a caption; a click opens it on the analysis board."""
    board = read_notation(notation)
    return format_html(
        '<a class="live-board" href="{}">{}<span>{}</span></a>',
        variations.address(board, **({"engine": engine} if engine else {})),
        mark_safe(boards.position_svg(board)),  # our own paths
        caption,
    )


@register.simple_tag
def has_first_steps(variant: str) -> bool:
    """Whether a game is taught by its first moves."""
    return variant in STEPS


@register.simple_tag
def taught_games() -> list[tuple[str, str]]:
    """The games that are taught by their first moves: (slug, title)."""
    return [(variant, board_class(variant).TITLE) for variant in STEPS]


@register.simple_tag
def nodes(notation: str, engine: str) -> str:
    """How many positions an engine enters from a position."""
    board = read_notation(notation)
    solution_of(board).make_ready(board)
    return number(analysis_of(board)["engines"][engine]["nodes"])


@register.inclusion_tag("analysis/_squares.html")
def squares(board: Board) -> dict[str, object]:
    """The numbers of the squares, folded, and the way to the workbench with this board."""
    query = urlencode({"board": f"{board.notation[:9]}-{board.to_move}", "squares": "on"})
    return {"rows": bits.squares(), "url": f"{address('analysis:bits')}?{query}"}


@register.inclusion_tag("analysis/_ladder.html")
def ladder(notation: str) -> dict[str, savings.SavingsTable | None]:
    """What each technique of the search saves in a position."""
    board = read_notation(notation)
    return {"ladder": savings.table(board)}


@register.simple_tag
def line_url(start: str, cells: str) -> str:
    """The analysis of the position at the end of a line such as ``a1-b2``."""
    line = variations.played(variations.read(start), cells.split("-"))
    return line.address(line.at)


@register.simple_tag
def exact(notation: str) -> str:
    """The exact value of a position with chance, and for whom it counts: ``+0.7536 for Tres``."""
    board = read_notation(notation)
    solution_of(board).make_ready(board)
    return f"{fixed(results.level(board), 4)} for {board.RIVALS[0]}"
