"""The review of a finished game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import presenters, selectors, services
from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.puzzles import feedback
from games.analysis.review import page, score_sheet
from games.match import FINISHED, Match
from games.page_limits import limited
from games.query import whole_number


@require_safe
@limited("analysis")
def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """Anybody who may watch a game may look back on it; one that goes on shows its own page."""
    match = _match(game_id)
    if not _is_over(match):
        return redirect(presenters.game_url(game_id, match.kind))
    shown = page.review_page(match, request.user.pk)
    return render(request, "analysis/review.html", context_of(shown))


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
    context = context_of(page.retry_page(match, seat, len(found), number, request.user.pk))
    if found:
        mistake, line = found[number - 1], variations.Variation((start,), (), 0)
        here = line.after(*match.moves).at_ply(mistake.ply - 1)
        context |= context_of(feedback.better(here, mistake, request.GET.get("cell", "")))
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
