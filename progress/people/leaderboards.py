"""People by their stars, and people or bots by their rating at one game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.live.visitor_pages import same_for_visitors
from games.queries import selectors as games
from games.queries.paging import CappedPaginator
from games.rules import VARIANTS
from progress.campaign import presenters, selectors
from progress.people import places

PEOPLE_PER_PAGE = 50


@require_safe
@same_for_visitors("ratings")
def ratings(request: HttpRequest, variant: str, bots: bool = False) -> HttpResponse:
    """People, or bots, by their rating at one game: they never play each other for ratings."""
    if variant not in VARIANTS:
        raise Http404(f"There is no game {variant!r}.")
    rows = games.rating_board(variant, bots=bots)
    counted = rows if bots else games.rated_at(variant)
    page = CappedPaginator(rows, PEOPLE_PER_PAGE, counted).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": list(enumerate(map(games.RatedPerson._make, page.object_list), page.start_index())),
        "boards": presenters.boards(variant),
        "title": VARIANTS[variant].TITLE,
        "variant": variant,
        "bots": bots,
    }
    return render(request, "progress/ratings.html", context)


@require_safe
@same_for_visitors("leaderboards")
def leaderboards(request: HttpRequest) -> HttpResponse:
    """People by stars, with the viewer's own place."""
    page = CappedPaginator(selectors.nameless_leaderboard(), PEOPLE_PER_PAGE).get_page(
        request.GET.get("page")
    )
    rows = list(enumerate(selectors.named(page.object_list), page.start_index()))
    viewer = request.user.pk
    context = {
        "page": page,
        "rows": rows,
        "own": places.place(viewer) if viewer is not None else None,
        "stars": selectors.own_standing(request.user).total,
        "boards": presenters.boards(None),
    }
    return render(request, "progress/leaderboards.html", context)
