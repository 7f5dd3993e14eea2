"""The page of the fifteen formulas. What its examples show lives in the address alone."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.analysis.documents.address import BadAddress
from games.analysis.documents.views import refused
from games.page_limits import limited
from progress.formulas.example import Live
from progress.formulas.on_boards import ON_BOARDS
from progress.formulas.on_campaign import ON_CAMPAIGN
from progress.formulas.on_values import ON_VALUES
from progress.formulas.printed import BY_NUMBER, FORMULAS, Formula
from progress.formulas.values import Examples

LIVE = ON_VALUES | ON_BOARDS | ON_CAMPAIGN


@dataclass(frozen=True, slots=True)
class Section:
    """A formula with its live example; ``fresh`` is the address of its original example."""

    formula: Formula
    live: Live
    fresh: str


@require_safe
@limited("analysis")
def formulas(request: HttpRequest) -> HttpResponse:
    """All fifteen, each with an example that can be changed."""
    try:
        shown = sections(Examples(request.GET))
    except BadAddress as error:
        return refused(request, str(error), reverse("progress:formulas"))
    return render(request, "progress/formulas.html", {"sections": shown})


def sections(examples: Examples) -> list[Section]:
    """Each formula with its live example and the way back to its own. Raises BadAddress, Busy."""
    return [
        Section(formula, LIVE[formula.number](examples), examples.fresh(formula.number))
        for formula in FORMULAS
    ]


@require_safe
def formula(request: HttpRequest, number: int) -> HttpResponse:
    """A short address of one formula: its place on the page."""
    if number not in BY_NUMBER:
        raise Http404(f"There is no formula {number}: expected 1 to {len(FORMULAS)}.")
    return HttpResponsePermanentRedirect(
        f"{reverse('progress:formulas')}#{BY_NUMBER[number].anchor}"
    )
