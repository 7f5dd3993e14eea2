"""Pages of published engines: the list of them, and what their authors decide."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.arena.publish import CannotPublish, retire
from games.arena.publish import publish as publish_engine
from games.arena.report import shown
from games.arena.views import own
from games.queries.engines import published_engines
from games.queries.paging import CappedPaginator
from games.rules import VARIANTS
from games.web.page_limits import limited

PER_PAGE = 40


@require_safe
@limited("analysis")
def index(request: HttpRequest) -> HttpResponse:
    """The published engines of one game, the newest first."""
    asked = request.GET.get("game", "")
    variant = asked if asked in VARIANTS else next(iter(VARIANTS))
    page = CappedPaginator(published_engines(variant), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "board": VARIANTS[variant],
        "games": VARIANTS.values(),
        "page": page,
        "engines": [shown(row) for row in page.object_list],
    }
    return render(request, "engines/index.html", context)


@require_POST
def publish(request: HttpRequest, engine_id: str) -> HttpResponse:
    """Publish one of the reader's engines, or take it back."""
    row = own(request, engine_id)
    if request.POST.get("published") == "no":
        retire(row)
        messages.success(request, f"{row.title} plays no new games.")
        return redirect(row)
    try:
        publish_engine(row)
    except CannotPublish as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{row.title} is published: everybody can play it.")
    return redirect(row)
