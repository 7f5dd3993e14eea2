"""The whole tree of a position."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.player.methods import SEARCHES, method_of
from games.analysis.tree import chance_whole, whole
from games.analysis.tree.counted import is_counted
from games.analysis.tree.search_show import is_drawable
from games.rules import BadNotation
from games.web.page_limits import limited


@require_safe
@limited("analysis")
def tree(request: HttpRequest, text: str) -> HttpResponse:
    """Its shape, what techniques save, and as much of it as ``?at=`` and ``?open=`` say."""
    try:
        board = variations.read(text)
    except BadNotation:
        return redirect("analysis:position", text)
    if is_counted(board):
        found = context_of(chance_whole.page(board))
        return render(request, "analysis/tree_chance.html", found)
    if not is_drawable(board):
        return redirect(variations.address(board))
    query = request.GET
    method = method_of(SEARCHES, query.get("method", ""), query.get("order", ""))
    try:
        shown = whole.page(board, method, query.get("at"), query.get("open", ""))
    except ValueError as error:
        raise Http404(str(error)) from None
    return render(request, "analysis/tree.html", context_of(shown))
