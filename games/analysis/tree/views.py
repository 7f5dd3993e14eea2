"""A search, step by step. Each step has an address; scripts only turn the pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.tree.page import METHODS, is_drawable, page
from games.page_limits import limited
from games.rules import BadNotation


@require_safe
@limited("analysis")
def search(request: HttpRequest, text: str) -> HttpResponse:
    """The tree of a position as far as the search has come at ``?step=``."""
    try:
        board = variations.read(text)
    except BadNotation:
        return redirect("analysis:position", text)
    if not is_drawable(board):
        return redirect(variations.address(board))
    method = request.GET.get("method", "")
    method = method if method in METHODS else next(iter(METHODS))
    shown = page(board, method, request.GET.get("step", ""))
    return render(request, "analysis/search.html", context_of(shown))
