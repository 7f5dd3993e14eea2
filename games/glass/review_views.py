"""The review of a finished game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import presenters, selectors, services
from games.engines.solutions import make_ready
from games.figures import patterns
from games.glass import address, answers
from games.glass import review as reviewing
from games.match import FINISHED, Match
from games.rules import Board


@require_safe
def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """Anybody who may watch a game may look back on it; one that goes on shows its own page."""
    match = _match(game_id)
    if not _is_over(match):
        return redirect(presenters.game_url(game_id, match.kind))
    return render(request, "glass/review.html", _context(match, request.user.pk))


@require_safe
def retry(request: HttpRequest, game_id: str, seat: str) -> HttpResponse:
    """The mistakes of one seat, one after the other, each to be made better.

    ``?n=2`` is the second, ``&cell=b2`` the answer to it: nothing is kept, so nothing is posted.
    """
    match = _match(game_id)
    if not _is_over(match):
        return redirect(presenters.game_url(game_id, match.kind))
    start, moves = _judged(match)
    if seat not in start.SEATS[:2]:
        raise Http404(f"{seat!r} is no seat that makes mistakes.")
    found = reviewing.mistakes(moves, seat)
    number = _number(request.GET.get("n", ""), len(found))
    context: dict[str, object] = {
        "review": reverse("glass:review", args=[game_id]),
        "own": match.seat_of(request.user.pk) == seat,
        "seat": seat,
        "count": len(found),
        "number": number,
        "hidden": {"n": number},
        "patterns": patterns(type(start)),
    }
    if found:
        line = address.Trail((start,), (), 0).after(*match.moves)
        here = address.Trail(line.boards, line.cells, found[number - 1].ply - 1)
        context |= answers.better(here, found[number - 1], request.GET.get("cell", ""))
    return render(request, "glass/retry.html", context)


def _number(text: str, most: int) -> int:
    """Which mistake an address asks for; the first if it asks for none there is."""
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text[:4]) <= most else 1


def _match(game_id: str) -> Match:
    """Raises Http404."""
    try:
        return services.settle(selectors.match(game_id))
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None


def _is_over(match: Match) -> bool:
    """Whether there is something to look back on."""
    return match.status == FINISHED and bool(match.moves)


def _judged(match: Match) -> tuple[Board, list[reviewing.Judged]]:
    start = presenters.start_of(match)
    make_ready(start)
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
            if seat.name in start.SEATS[:2]
        ],
        "rows": reviewing.rows(start, moves),
        "graph": reviewing.graph(start, moves),
        "expected": len(start.SEATS) > 2,
        "match": match,
        "notation": match.board.notation,
        "cells": match.board.outcome.cells if match.board.outcome else None,
    }
