"""A search, step by step. Each step has an address; scripts only turn the pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.analysis import variations
from games.analysis.tree import tree_drawing
from games.analysis.tree.ladder_figure import figure
from games.engines.trace import Trace
from games.page_limits import limited
from games.query import whole_number
from games.rules import BadNotation, Board

METHODS = {"alphabeta": "Alpha-beta", "minimax": "Minimax"}


@require_safe
@limited("analysis")
def search(request: HttpRequest, text: str) -> HttpResponse:
    """The tree of a position as far as the search has come at ``?step=``."""
    try:
        board = variations.read(text)
    except BadNotation:
        return redirect("analysis:position", text)
    if not drawable(board):
        return redirect(variations.address(board))
    method = request.GET.get("method", "")
    method = method if method in METHODS else next(iter(METHODS))
    trace = tree_drawing.traced(board, method == "alphabeta")
    step = _step(request.GET.get("step", ""), trace.steps)
    drawing = tree_drawing.drawing(trace, step)
    context = {
        "board": board,
        "url": variations.address(board),
        "method": method,
        "methods": [
            {
                "slug": slug,
                "title": title,
                "on": slug == method,
                "url": _url(board, slug, None),
                "visited": (one := tree_drawing.traced(board, slug == "alphabeta")).visited,
                "cutoffs": one.cutoffs,
            }
            for slug, title in METHODS.items()
        ],
        "step": step,
        "steps": trace.steps,
        "whole": trace.plies > tree_drawing.PLIES or trace.plies == len(board.available_moves()),
        "drawing": drawing,
        "looked": tree_drawing.looked_at(drawing),
        "outline": tree_drawing.outline(trace, step),
        "sentence": tree_drawing.sentence(trace, step),
        "ladder": figure(board),
        "ways": _ways(board, method, trace, step),
    }
    return render(request, "analysis/search.html", context)


def drawable(board: Board) -> bool:
    """Whether there is a tree to show: of a live position without chance, not too large."""
    return (
        not board.CHANCE_SEAT
        and not board.is_game_over()
        and len(board.available_moves()) <= tree_drawing.MOST_FREE
    )


def _step(text: str, last: int) -> int:
    step = whole_number(text, 5)
    return last if step is None else max(1, min(step, last))


def _url(board: Board, method: str, step: int | None) -> str:
    path = reverse("analysis:search", args=[variations.slug_of(board)])
    return f"{path}?method={method}" + (f"&step={step}" if step is not None else "")


def _ways(board: Board, method: str, trace: Trace, step: int) -> dict[str, str]:
    """Where the controls lead; an empty address where they cannot."""
    cut = tree_drawing.next_cut(trace, step)
    to = {
        "first": 1 if step > 1 else None,
        "previous": step - 1 if step > 1 else None,
        "next": step + 1 if step < trace.steps else None,
        "cut": cut,
        "last": trace.steps if step < trace.steps else None,
    }
    return {name: _url(board, method, at) if at else "" for name, at in to.items()}
