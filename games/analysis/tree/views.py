"""A search, step by step. Each step has an address; scripts fetch many steps at once."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.tree import whole
from games.analysis.tree.page import MOST_FRAMES, Method, frames, is_drawable, method_of, page
from games.page_limits import limited
from games.query import whole_number
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
    shown = page(board, _method(request), request.GET.get("step", ""))
    embed = request.build_absolute_uri(shown.embed)
    return render(request, "analysis/search.html", {**context_of(shown), "embed_url": embed})


@require_safe
@limited("analysis")
def tree(request: HttpRequest, text: str) -> HttpResponse:
    """The whole tree of a position: its shape, and as much of it as ``?at=`` and ``?open=`` say."""
    try:
        board = variations.read(text)
    except BadNotation:
        return redirect("analysis:position", text)
    if not is_drawable(board):
        return redirect(variations.address(board))
    try:
        shown = whole.page(
            board, _method(request), request.GET.get("at"), request.GET.get("open", "")
        )
    except ValueError as error:
        raise Http404(str(error)) from None
    return render(request, "analysis/tree.html", context_of(shown))


@require_safe
@csp_replace({"frame-ancestors": ["*"]})
@limited("analysis")
@xframe_options_exempt
def embedded(request: HttpRequest, text: str) -> HttpResponse:
    """The same for a frame in somebody else's page: without header, menus and cookies."""
    try:
        board = variations.read(text)
    except BadNotation as error:
        raise Http404(str(error)) from None
    if not is_drawable(board):
        raise Http404(f"There is no tree of {board.notation!r} to show.")
    step = request.GET.get("step", "")
    shown = page(board, _method(request), step, "analysis:embed_search")
    context = {**context_of(shown), "layout": "embed.html"}
    return render(request, "analysis/search.html", context)


@require_safe
@limited("analysis")
def steps(request: HttpRequest, text: str) -> HttpResponse:
    """Up to ``count`` steps from ``from`` on, as JSON."""
    try:
        board = variations.read(text)
    except BadNotation as error:
        raise Http404(str(error)) from None
    if not is_drawable(board):
        raise Http404(f"There is no tree of {board.notation!r} to show.")
    try:
        first, count = (_number(request, name) for name in ("from", "count"))
        return JsonResponse(frames(board, _method(request), first, count))
    except ValueError as error:
        return JsonResponse({"message": str(error)}, status=400)


def _method(request: HttpRequest) -> Method:
    return method_of(request.GET.get("method", ""), request.GET.get("order", ""))


def _number(request: HttpRequest, name: str) -> int:
    """A whole number of the query, from 1 up. Raises ValueError, quoting it."""
    text = request.GET.get(name, str(MOST_FRAMES) if name == "count" else "1")
    found = whole_number(text, 8)
    if not found:
        raise ValueError(f"{name} is {text[:20]!r}, not a whole number from 1 up.")
    return found
