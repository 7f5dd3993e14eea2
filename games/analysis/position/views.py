"""The analysis board. It needs no login, and every position has an address to share."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.analysis import variations
from games.analysis.forms import NotationForm
from games.analysis.position import page as analysis_page
from games.analysis.position import setup as setting_up
from games.rules import VARIANTS, BadNotation, board_class
from games.web.page_limits import limited


@require_safe
@limited("analysis")
def analysis(request: HttpRequest) -> HttpResponse:
    """Go to a position: the one asked for by notation, or the start of a game."""
    text = request.GET.get("notation")
    if text is not None:
        return _by_notation(request, text)
    variant = request.GET.get("variant", "")
    start = board_class(variant if variant in VARIANTS else next(iter(VARIANTS))).start()
    return _page(request, variations.Variation((start,), (), 0))


@require_safe
@limited("analysis")
def position(request: HttpRequest, text: str) -> HttpResponse:
    """Everything there is to see in one position."""
    try:
        here = variations.read(text)
    except BadNotation:
        return refused(request, variations.plain(text))
    variation = variations.read_variation(
        here, request.GET.get("from", ""), request.GET.get("line", "")
    )
    return _page(request, variation)


@require_safe
@limited("analysis")
def setup(request: HttpRequest, text: str) -> HttpResponse:
    """Put a position together, click by click."""
    try:
        draft = setting_up.draft(text)
    except BadNotation:
        return refused(request, variations.plain(text))
    return render(request, "analysis/setup.html", {"setup": setting_up.page(draft)})


def _by_notation(request: HttpRequest, text: str) -> HttpResponse:
    form = NotationForm({"notation": text})
    if form.is_valid():
        return redirect(variations.address(form.board))
    return refused(request, text)


def refused(request: HttpRequest, text: str) -> HttpResponse:
    """400: the form again, with what was wrong in it quoted."""
    form = NotationForm({"notation": text})
    form.is_valid()
    context = {"form": form, "games": analysis_page.games()}
    return render(request, "analysis/refused.html", context, status=400)


def _page(request: HttpRequest, variation: variations.Variation) -> HttpResponse:
    asked = request.GET.get("why", "")[:LONGEST_ASKED]
    shown = analysis_page.page(variation, request.GET.get("engine", ""), asked)
    return render(request, "analysis/analysis.html", shown)


LONGEST_ASKED = 5
"""Characters of an address that could name a cell, or the count of positions."""
