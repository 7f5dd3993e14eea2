"""The analysis board. It needs no login, and every position has an address to share."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.analysis import analysis_cache, truth, variations
from games.analysis.forms import NotationForm
from games.analysis.position import board, compare, engine_figures, facts, move_rows
from games.analysis.position import setup as setting_up
from games.analysis.tree.views import drawable
from games.engines import engines_for, solution_of
from games.page_limits import limited
from games.rules import VARIANTS, BadNotation, board_class


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
    return render(request, "analysis/refused.html", {"form": form, "games": _games()}, status=400)


def _page(request: HttpRequest, variation: variations.Variation) -> HttpResponse:
    here = variation.board
    solution_of(here).make_ready(here)
    sight = analysis_cache.analysis_of(here)
    moves = truth.moves(here)
    # No engine, no opinion: then the board shows the truth alone, and addresses name no engine.
    focus = request.GET.get("engine", "")
    focus = focus if focus in sight["engines"] else ""
    answer, engine = sight["engines"].get(focus), engines_for(here.VARIANT).get(focus)
    rows = compare.table(variation, sight, focus)
    trues = [] if answer else move_rows.rows(variation, moves)
    context: dict[str, Any] = {
        "board": here,
        "slug": variations.slug_of(here),
        "rows": board.rows(variation, focus, answer, moves, engine.title if engine else ""),
        "solved": solution_of(here).value(here) is not None,
        "here": truth.Result(truth.level(here), here.SEATS),
        "scale_at": round(100 + 98 * truth.level(here), 1),
        "verdict": facts.verdict(here),
        "sentence": truth.sentence(here),
        "facts": facts.facts(here),
        "flips": board.flips(here),
        "searchable": drawable(here),
        "tail": variation.tail,
        "steps": _steps(variation, focus),
        "engines": rows,
        "summary": compare.summary(here, rows),
        "focus": engine if answer else None,
        "answer": answer,
        "number_note": compare.number_note(here, answer) if answer else "",
        "truth_url": variation.address(variation.at),
        "moves": trues,
        "has_why": any(row["why"] for row in trues),
        "has_best": any(move.best for move in moves.values()),
        "line": compare.line(variation, answer, focus) if answer else [],
        "figures": engine_figures.figures(here, answer, sight["engines"]) if answer else [],
        "state": engine_figures.state(here),
        "games": _games(),
        "form": NotationForm({"notation": here.notation}),
    }
    return render(request, "analysis/analysis.html", context)


def _steps(variation: variations.Variation, focus: str) -> dict[str, str]:
    """Where the stepper leads; an empty address where it cannot."""
    last = len(variation.cells)
    ways = {"first": 0, "previous": variation.at - 1, "next": variation.at + 1, "last": last}
    return {
        name: variation.address(at, engine=focus) if 0 <= at <= last and at != variation.at else ""
        for name, at in ways.items()
    }


def _games() -> list[dict[str, str]]:
    """Each game with its first position."""
    starts = [board.start() for board in VARIANTS.values()]
    return [
        {"title": start.TITLE, "variant": start.VARIANT, "url": variations.address(start)}
        for start in starts
    ]
