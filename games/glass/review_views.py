"""The review of a finished game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import presenters, selectors, services
from games.engines.solutions import make_ready
from games.glass import review as reviewing
from games.match import FINISHED, Match


@require_safe
def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """Anybody who may watch a game may look back on it; one that goes on shows its own page."""
    try:
        match = services.settle(selectors.match(game_id))
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    if match.status != FINISHED or not match.moves:
        return redirect(presenters.game_url(game_id))
    return render(request, "glass/review.html", _context(match, request.user.pk))


def _context(match: Match, viewer: int | None) -> dict[str, object]:
    start = presenters.start_of(match)
    make_ready(start)
    moves = reviewing.judged(start, match.moves, match.opening)
    return {
        "game_id": match.id,
        "game_url": presenters.game_url(match.id),
        "title": start.TITLE,
        "headline": presenters.headline(match, match.seat_of(viewer)),
        "detail": presenters.detail(match, match.seat_of(viewer)),
        "players": [
            {
                "seat": seat.name,
                "title": presenters.seat_title(seat, start.VARIANT),
                "accuracy": reviewing.accuracy(moves, seat.name),
                "percent": round(100 * (reviewing.accuracy(moves, seat.name) or 0)),
            }
            for seat in match.seats
            if seat.name in start.SEATS[:2]
        ],
        "rows": reviewing.rows(start, moves),
        "graph": reviewing.graph(start, moves),
        "expected": len(start.SEATS) > 2,
        "notation": match.board.notation,
        "cells": match.board.outcome.cells if match.board.outcome else None,
    }
