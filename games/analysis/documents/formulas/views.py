"""The fifteen formulas, a page each. What an example shows lives in the address alone."""

from __future__ import annotations

from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
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
from games.analysis.documents.formulas.values import VALUES, Examples
from games.analysis.documents.views import refused
from games.web.chapters import Chapter, chapter_place
from games.web.page_limits import limited

ALL = (
    Copy("markdown", "Markdown", as_markdown(FORMULAS)),
    Copy("latex", "LaTeX", as_latex(FORMULAS)),
)
LIVE = ON_VALUES | ON_BOARDS
"""What draws the example of each formula; the campaign adds those that are about it."""

MOST_DRAWN = 256
"""Examples that are kept as they are drawn, 8 KB each: the fifteen, and those lately changed."""


def chapters() -> list[Chapter]:
    """A chapter for each formula, in order."""
    return [
        Chapter(one.title, reverse("analysis:formula", args=[one.number]), one.anchor)
        for one in FORMULAS
    ]


@require_safe
@limited("analysis")
def formulas(request: HttpRequest) -> HttpResponse:
    """The contents: all fifteen. An example in the address leads on to the page of its formula."""
    try:
        given = Examples(request.GET).given
    except BadAddress as error:
        return refused(request, str(error), reverse("analysis:formulas"))
    query = request.GET.urlencode() if given else ""
    if len(given) == 1:
        page = reverse("analysis:formula", args=given)
        return HttpResponsePermanentRedirect(f"{page}?{query}")
    shown = {"chapters": chapters(), "query": query, "all": ALL}
    return render(request, "documents/formulas.html", shown)


@require_safe
@limited("analysis")
def formula(request: HttpRequest, number: int) -> HttpResponse:
    """One formula, with an example that can be changed."""
    if number not in BY_NUMBER:
        raise Http404(f"There is no formula {number}: expected 1 to {len(FORMULAS)}.")
    try:
        section = drawn(number, Examples(request.GET).text(number))
    except BadAddress as error:
        return refused(request, str(error), reverse("analysis:formula", args=[number]))
    shown = {
        "formula": BY_NUMBER[number],
        "section": section,
        "place": chapter_place(chapters(), number),
    }
    return render(request, "documents/formula.html", shown)


@lru_cache(MOST_DRAWN)
def drawn(number: int, text: str) -> SafeString:
    """A formula with its example on ``text``, as HTML. Raises BadAddress, Busy."""
    examples = Examples({VALUES[number].name: text})
    section = {
        "formula": BY_NUMBER[number],
        "live": LIVE[number](examples),
        "fresh": examples.fresh(number),
    }
    return render_to_string("documents/_formula_section.html", section)
