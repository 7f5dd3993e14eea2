"""The page of the fifteen formulas. What its examples show lives in the address alone."""

from __future__ import annotations

from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games.analysis.documents.address import BadAddress
from games.analysis.documents.formulas.on_boards import ON_BOARDS
from games.analysis.documents.formulas.on_values import ON_VALUES
from games.analysis.documents.formulas.printed import (
    BY_NUMBER,
    FORMULAS,
    Copy,
    as_latex,
    as_markdown,
)
from games.analysis.documents.formulas.values import Alone, Examples
from games.analysis.documents.views import refused
from games.web.page_limits import limited

ALL = (
    Copy("markdown", "Markdown", as_markdown(FORMULAS)),
    Copy("latex", "LaTeX", as_latex(FORMULAS)),
)
LIVE = ON_VALUES | ON_BOARDS
"""What draws the example of each formula; the campaign adds those that are about it."""


MOST_DRAWN = 256
"""Examples that are kept as they are drawn, 8 KB each: the fifteen, and those lately changed."""


@require_safe
@limited("analysis")
def formulas(request: HttpRequest) -> HttpResponse:
    """All fifteen, each with an example that can be changed."""
    try:
        examples = Examples(request.GET)
        sections = [_section(examples, one.number) for one in FORMULAS]
    except BadAddress as error:
        return refused(request, str(error), reverse("analysis:formulas"))
    shown = {"formulas": FORMULAS, "sections": sections, "all": ALL}
    return render(request, "documents/formulas.html", shown)


def _section(examples: Examples, number: int) -> SafeString:
    html = drawn(number, examples.text(number))
    return mark_safe(examples.completed(number, html))  # noqa: S308  what is filled in is escaped


@lru_cache(MOST_DRAWN)
def drawn(number: int, text: str) -> str:
    """A formula with its example on ``text``, as HTML with gaps in its links.

    Raises BadAddress, Busy.
    """
    examples = Alone(number, text)
    section = {
        "formula": BY_NUMBER[number],
        "live": LIVE[number](examples),
        "fresh": examples.fresh(number),
    }
    return render_to_string("documents/_formula_section.html", section)


@require_safe
def formula(request: HttpRequest, number: int) -> HttpResponse:
    """A short address of one formula: its place on the page."""
    if number not in BY_NUMBER:
        raise Http404(f"There is no formula {number}: expected 1 to {len(FORMULAS)}.")
    return HttpResponsePermanentRedirect(
        f"{reverse('analysis:formulas')}#{BY_NUMBER[number].anchor}"
    )
