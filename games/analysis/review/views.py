"""The review of a finished game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import presenters, selectors, services
from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.puzzles import feedback
from games.analysis.review import score_sheet as reviewing
from games.engines import solution_of
from games.match import FINISHED, Match
from games.page_limits import limited
from games.presenters.side_panels import patterns
from games.query import whole_number
from games.rules import Board


@require_safe
@limited("analysis")
def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """Anybody who may watch a game may look back on it; one that goes on shows its own page."""
    match = _match(game_id)
    if not _is_over(match):
        return redirect(presenters.game_url(game_id, match.kind))
    return render(request, "analysis/review.html", _context(match, request.user.pk))


@require_safe
@limited("analysis")
def retry(request: HttpRequest, game_id: str, seat: str) -> HttpResponse:
    """The mistakes of one seat, one after the other, each to be made better.

    ``?n=2`` is the second, ``&cell=b2`` the answer to it: nothing is kept, so nothing is posted.
    """
    match = _match(game_id)
    if not _is_over(match):
        return redirect(presenters.game_url(game_id, match.kind))
    start, moves = _judged(match)
    if seat not in start.RIVALS:
        raise Http404(f"{seat!r} is no seat that makes mistakes.")
    found = reviewing.mistakes(moves, seat)
    number = _number(request.GET.get("n", ""), len(found))
    context: dict[str, object] = {
        "review": reverse("analysis:review", args=[game_id]),
        "own": match.seat_of(request.user.pk) == seat,
        "seat": seat,
        "count": len(found),
        "number": number,
        "hidden": {"n": number},
        "patterns": patterns(type(start)),
    }
    if found:
        line = variations.Variation((start,), (), 0).after(*match.moves)
        here = variations.Variation(line.boards, line.cells, found[number - 1].ply - 1)
        tried = request.GET.get("cell", "")
        context |= context_of(feedback.better(here, found[number - 1], tried))
    return render(request, "analysis/retry.html", context)


def _number(text: str, most: int) -> int:
    """Which mistake an address asks for; the first if it asks for none there is."""
    number = whole_number(text, 4)
    return number if number is not None and 0 < number <= most else 1


def _match(game_id: str) -> Match:
    """Raises Http404."""
    try:
        return services.current_match(game_id)
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None


def _is_over(match: Match) -> bool:
    """Whether there is something to look back on."""
    return match.status == FINISHED and bool(match.moves)


def _judged(match: Match) -> tuple[Board, list[reviewing.Judged]]:
    start = presenters.start_of(match)
    solution_of(start).make_ready(start)
    return start, reviewing.judged(start, match.moves, match.opening)


def _context(match: Match, viewer: int | None) -> dict[str, object]:
    start, moves = _judged(match)
    return {
        "game_id": match.id,
        "game_url": presenters.game_url(match.id, match.kind),
        "title": start.TITLE,
        "headline": presenters.headline(match, match.seat_of(viewer)),
        "detail": presenters.detail(match, match.seat_of(viewer)),
        "players": [
            {
                "seat": seat.name,
                "title": presenters.seat_title(seat, start.VARIANT),
                "accuracy": reviewing.accuracy(moves, seat.name),
                "percent": round(100 * (reviewing.accuracy(moves, seat.name) or 0)),
                "own": viewer is not None and seat.user == viewer,
                "mistakes": len(reviewing.mistakes(moves, seat.name)),
            }
            for seat in match.seats
            if seat.name in start.RIVALS
        ],
        "solved": reviewing.is_solved(start),
        "rows": reviewing.rows(start, moves),
        "graph": reviewing.graph(start, moves),
        "expected": bool(start.CHANCE_SEAT),
        "match": match,
        "notation": match.board.notation,
        "cells": match.board.outcome.cells if match.board.outcome else None,
    }
