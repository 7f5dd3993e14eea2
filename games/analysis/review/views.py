"""The review of a finished game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import presenters, services
from games.analysis import variations
from games.analysis.puzzles import feedback
from games.analysis.review import page, score_sheet, what_if
from games.match import FINISHED, Match
from games.queries import selectors
from games.queries.parsing import whole_number
from games.rules import RulesError
from games.web.page_limits import limited
from games.web.views import game_page


@require_safe
@limited("analysis")
def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game's page with its review. Anybody who may watch a game may look back on it.

    A game that goes on shows its own page.
    """
    match = _match(game_id)
    if not _is_over(match):
        return redirect(presenters.game_url(game_id, match.kind))
    shown = page.review_page(match, request.user.pk)
    return game_page(request, game_id, template="analysis/review.html", review=shown)


@require_safe
@limited("analysis")
@never_cache
def panel(request: HttpRequest, game_id: str) -> HttpResponse:
    """The review alone, for the page that the game is on."""
    match = _match(game_id)
    if not _is_over(match):
        raise Http404(f"{game_id!r} goes on.")
    shown = page.review_page(match, request.user.pk)
    return render(request, "analysis/_review.html", {"review": shown})


@require_safe
@limited("analysis")
def play_on(request: HttpRequest, game_id: str) -> JsonResponse:
    """A line from ``?ply=`` on with the replies of ``&engine=``: what would have been."""
    match = _match(game_id)
    ply = whole_number(request.GET.get("ply", ""), 4)
    if not _is_over(match) or ply is None or ply > len(match.moves):
        return _refused("Choose a position of a finished game.")
    slug, line = request.GET.get("engine", ""), request.GET.get("line", "")[:LONGEST_LINE]
    if slug not in what_if.opponents(match.board):
        return _refused(f"{slug[:40]!r} is no engine here.")
    try:
        return JsonResponse(what_if.play_on(match, ply, line, slug))
    except RulesError as error:
        return _refused(f"{error}.")


def _refused(message: str) -> JsonResponse:
    return JsonResponse({"message": message}, status=422)


LONGEST_LINE = 300
"""Characters of a line that is played on: names of cells, no more than a game has moves."""


@require_safe
@limited("analysis")
def retry(request: HttpRequest, game_id: str, seat: str) -> HttpResponse:
    """The mistakes of one seat, one after the other, each to be made better.

    ``?n=2`` is the second, ``&cell=b2`` the answer to it: nothing is kept, so nothing is posted.
    """
    match = _match(game_id)
    if not _is_over(match):
        return redirect(presenters.game_url(game_id, match.kind))
    start, moves = page.judged(match)
    if seat not in start.RIVALS:
        raise Http404(f"{seat!r} is no seat that makes mistakes.")
    found = score_sheet.mistakes(moves, seat)
    number = _number(request.GET.get("n", ""), len(found))
    context = {
        "review": reverse("analysis:review", args=[match.id]),
        "own": match.seat_of(request.user.pk) == seat,
        "seat": seat,
        "count": len(found),
        "judged": any(one.verdict for one in moves if one.board.to_move == seat),
        "number": number,
        "hidden": {"n": number},
    }
    if found:
        mistake, line = found[number - 1], variations.Variation((start,), (), 0)
        here = line.after(*match.moves).at_ply(mistake.ply - 1)
        context |= feedback.better(here, mistake, request.GET.get("cell", ""))
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
