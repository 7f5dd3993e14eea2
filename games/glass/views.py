"""The analysis board. It needs no login, and every position has an address to share."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.engines import engines_for
from games.engines.solutions import make_ready
from games.glass import address, board, compare, facts, figures, seen
from games.glass import setup as setting_up
from games.glass.forms import NotationForm
from games.glass.search_views import drawable
from games.rules import VARIANTS, BadNotation, board_class

FAVOURITES = ("linear", "perfect")
"""The engine in focus unless one is asked for: the first of these that can act, else the last."""


@require_safe
def analysis(request: HttpRequest) -> HttpResponse:
    """Go to a position: the one asked for by notation, or the start of a game."""
    text = request.GET.get("notation")
    if text is not None:
        return _by_notation(request, text)
    variant = request.GET.get("variant", "")
    start = board_class(variant if variant in VARIANTS else next(iter(VARIANTS))).start()
    return _page(request, address.Trail((start,), (), 0))


@require_safe
def position(request: HttpRequest, text: str) -> HttpResponse:
    """Everything there is to see in one position."""
    try:
        here = address.read(text)
    except BadNotation:
        return refused(request, address.plain(text))
    trail = address.trail(here, request.GET.get("from", ""), request.GET.get("line", ""))
    return _page(request, trail)


@require_safe
def setup(request: HttpRequest, text: str) -> HttpResponse:
    """Put a position together, click by click."""
    try:
        draft = setting_up.draft(text)
    except BadNotation:
        return refused(request, address.plain(text))
    return render(request, "glass/setup.html", {"setup": setting_up.page(draft)})


def _by_notation(request: HttpRequest, text: str) -> HttpResponse:
    form = NotationForm({"notation": text})
    if form.is_valid():
        return redirect(address.address(form.board))
    return refused(request, text)


def refused(request: HttpRequest, text: str) -> HttpResponse:
    """400: the form again, with what was wrong in it quoted."""
    form = NotationForm({"notation": text})
    form.is_valid()
    return render(request, "glass/refused.html", {"form": form, "games": _games()}, status=400)


def _page(request: HttpRequest, trail: address.Trail) -> HttpResponse:
    here = trail.board
    make_ready(here)
    sight = seen.seen(here)
    wanted = request.GET.get("engine", "")
    focus = _focus(wanted, list(sight["engines"]))
    asked = focus if focus == wanted else ""  # addresses name an engine only if somebody did
    answer = sight["engines"].get(focus)
    rows = compare.table(trail, sight, focus)
    context: dict[str, Any] = {
        "board": here,
        "slug": address.slug_of(here),
        "rows": board.rows(trail, asked, answer),
        "verdict": facts.verdict(here),
        "facts": facts.facts(here),
        "flips": board.flips(here),
        "searchable": drawable(here),
        "tail": trail.tail,
        "steps": _steps(trail, asked),
        "engines": rows,
        "summary": compare.summary(rows),
        "focus": engines_for(here.VARIANT).get(focus),
        "answer": answer,
        "line": compare.line(trail, answer, asked) if answer else [],
        "figures": figures.figures(here, answer, sight["engines"]) if answer else [],
        "state": figures.state(here),
        "games": _games(),
        "form": NotationForm({"notation": here.notation}),
    }
    return render(request, "glass/analysis.html", context)


def _focus(wanted: str, there: list[str]) -> str:
    """The engine whose numbers stand on the board."""
    known = [slug for slug in (wanted, *FAVOURITES) if slug in there]
    return (known or there[-1:] or [""])[0]


def _steps(trail: address.Trail, focus: str) -> dict[str, str]:
    """Where the stepper leads; an empty address where it cannot."""
    last = len(trail.cells)
    ways = {"first": 0, "previous": trail.at - 1, "next": trail.at + 1, "last": last}
    return {
        name: trail.address(at, engine=focus) if 0 <= at <= last and at != trail.at else ""
        for name, at in ways.items()
    }


def _games() -> list[dict[str, str]]:
    """Each game with its first position."""
    starts = [board.start() for board in VARIANTS.values()]
    return [
        {"title": start.TITLE, "variant": start.VARIANT, "url": address.address(start)}
        for start in starts
    ]
