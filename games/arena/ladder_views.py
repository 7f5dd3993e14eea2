"""The page of the ladder."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.arena.grading.cost import FEW_POSITIONS, POSITIONS, RUNS
from games.arena.standings import BY, cross_table, standing
from games.rules import VARIANTS
from games.web.page_limits import limited


@require_safe
@limited("analysis")
def ladder(request: HttpRequest) -> HttpResponse:
    """How the engines of one game stand, in an order that the reader chooses."""
    asked, by = request.GET.get("game", ""), request.GET.get("by", "")
    variant = asked if asked in VARIANTS else next(iter(VARIANTS))
    by = by if by in BY else next(iter(BY))
    rows = standing(variant, by)
    context = {
        "board": VARIANTS[variant],
        "games": VARIANTS.values(),
        "by": by,
        "orders": BY.items(),
        "rows": rows,
        "runs": RUNS,
        "measured": POSITIONS,
        "few": FEW_POSITIONS,
        "cross": cross_table(rows, variant) if len(rows) > 1 else [],
        "played": sum(row.games for row in rows) // 2,
    }
    return render(request, "engines/ladder.html", context)
