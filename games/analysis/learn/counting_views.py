"""The page that says what each count of Oxo counts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.learn.counting import EXAMPLE, page
from games.analysis.tree.search_show import MOST_FREE, is_drawable
from games.rules import BadNotation, Board
from games.web.page_limits import limited


@require_safe
@limited("analysis")
def counting(request: HttpRequest) -> HttpResponse:
    """Every count of the position ``?board=``, else of the example."""
    text, error = request.GET.get("board", EXAMPLE)[: variations.LONGEST], ""
    try:
        board = _searched(text)
    except BadNotation as problem:
        board, error = variations.read(EXAMPLE), str(problem)
    found = {**context_of(page(board)), "error": error, "asked": text}
    return render(request, "analysis/counting.html", found, status=400 if error else 200)


def _searched(text: str) -> Board:
    """The position that ``text`` names, if its whole tree can be searched. Raises BadNotation."""
    board = variations.read(text)
    if not is_drawable(board):
        raise BadNotation(
            f"{variations.plain(text)!r} has no tree that can be counted here: choose a position "
            f"of a game of two without chance that goes on, with {MOST_FREE} free cells at most"
        )
    return board
