"""An engine, step by step. Each step has an address; scripts fetch many steps at once."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.player.methods import Method, method_of, methods_for, named
from games.analysis.player.page import MOST_FRAMES, Query, frames, page
from games.queries.parsing import whole_number
from games.rules import BadNotation, Board
from games.web.page_limits import limited


@require_safe
@limited("analysis")
def search(request: HttpRequest, text: str) -> HttpResponse:
    """How an engine, or one beside another, has come at ``?step=``."""
    try:
        board = variations.read(text)
    except BadNotation:
        return redirect("analysis:position", text)
    methods = methods_for(board)
    if not methods:
        return redirect(variations.address(board))
    shown = page(board, _query(request, methods), request.GET.get("step", ""))
    embed = request.build_absolute_uri(shown.embed)
    return render(request, "analysis/search.html", {**context_of(shown), "embed_url": embed})


@require_safe
@csp_replace({"frame-ancestors": ["*"]})
@limited("analysis")
@xframe_options_exempt
def embedded(request: HttpRequest, text: str) -> HttpResponse:
    """The same for a frame in somebody else's page: without header, menus and cookies."""
    board, methods = _shown(text)
    query = _query(request, methods)
    shown = page(board, query, request.GET.get("step", ""), "analysis:embed_search")
    context = {**context_of(shown), "layout": "embed.html"}
    return render(request, "analysis/search.html", context)


@require_safe
@limited("analysis")
def steps(request: HttpRequest, text: str) -> HttpResponse:
    """Up to ``count`` steps from ``from`` on, as JSON."""
    board, methods = _shown(text)
    try:
        first, count = (_number(request, name) for name in ("from", "count"))
        return JsonResponse(frames(board, _query(request, methods), first, count))
    except ValueError as error:
        return JsonResponse({"message": str(error)}, status=400)


def _shown(text: str) -> tuple[Board, tuple[Method, ...]]:
    """The position that an address names, and what can be shown there. Raises Http404."""
    try:
        board = variations.read(text)
    except BadNotation as error:
        raise Http404(str(error)) from None
    if not (methods := methods_for(board)):
        raise Http404(f"There is nothing to step through in {board.notation!r}.")
    return board, methods


def _query(request: HttpRequest, methods: tuple[Method, ...]) -> Query:
    method = method_of(methods, request.GET.get("method", ""), request.GET.get("order", ""))
    against = named(methods, request.GET.get("against", ""))
    return Query(method, None if against is method else against)


def _number(request: HttpRequest, name: str) -> int:
    """A whole number of the query, from 1 up. Raises ValueError, quoting it."""
    text = request.GET.get(name, str(MOST_FRAMES) if name == "count" else "1")
    found = whole_number(text, 8)
    if not found:
        raise ValueError(f"{name} is {text[:20]!r}, not a whole number from 1 up.")
    return found
