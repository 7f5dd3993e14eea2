"""A search, step by step. Each step has an address; scripts only turn the pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.glass import address, tree
from games.rules import BadNotation, ClassicBoard

METHODS = {"alphabeta": "Alpha-beta", "minimax": "Minimax"}


@require_safe
def search(request: HttpRequest, text: str) -> HttpResponse:
    """The tree of a classic position as far as the search has come at ``?step=``."""
    try:
        board = address.read(text)
    except BadNotation:
        return redirect("glass:position", text)
    if not drawable(board):
        return redirect(address.address(board))
    assert isinstance(board, ClassicBoard)
    method = request.GET.get("method", "")
    method = method if method in METHODS else next(iter(METHODS))
    trace = tree.traced(board.x, board.o, method == "alphabeta")
    step = _step(request.GET.get("step", ""), trace.steps)
    drawing = tree.drawing(trace, step)
    context = {
        "board": board,
        "url": address.address(board),
        "method": method,
        "methods": [
            {
                "slug": slug,
                "title": title,
                "on": slug == method,
                "url": _url(board, slug, None),
                "visited": (one := tree.traced(board.x, board.o, slug == "alphabeta")).visited,
                "cutoffs": one.cutoffs,
            }
            for slug, title in METHODS.items()
        ],
        "step": step,
        "steps": trace.steps,
        "whole": trace.plies > tree.PLIES or trace.plies == len(board.available_moves()),
        "drawing": drawing,
        "looked": tree.looked_at(drawing),
        "outline": tree.outline(trace.root, step),
        "ways": _ways(board, method, trace, step),
    }
    return render(request, "glass/search.html", context)


def drawable(board: object) -> bool:
    """Whether there is a tree to show: a live classic position that is not too large."""
    return (
        isinstance(board, ClassicBoard)
        and not board.is_game_over()
        and len(board.available_moves()) <= tree.MOST_FREE
    )


def _step(text: str, last: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        return last
    return max(1, min(int(text), last))


def _url(board: ClassicBoard, method: str, step: int | None) -> str:
    path = reverse("glass:search", args=[address.slug_of(board)])
    return f"{path}?method={method}" + (f"&step={step}" if step is not None else "")


def _ways(board: ClassicBoard, method: str, trace: tree.Trace, step: int) -> dict[str, str]:
    """Where the controls lead; an empty address where they cannot."""
    cut = tree.next_cut(trace, step)
    to = {
        "first": 1 if step > 1 else None,
        "previous": step - 1 if step > 1 else None,
        "next": step + 1 if step < trace.steps else None,
        "cut": cut,
        "last": trace.steps if step < trace.steps else None,
    }
    return {name: _url(board, method, at) if at else "" for name, at in to.items()}
