"""Proofs: what was computed, with the command that computes it again."""

from __future__ import annotations

import tomllib
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.analysis.proofs import report
from games.engines import engines_for
from games.page_limits import limited

PATIENCE = 2.0
"""Seconds a request waits for a computation; after that the page says so."""

RETRY_AFTER = 5


@require_safe
@limited("analysis")
def index(request: HttpRequest) -> HttpResponse:
    """All engines of the game that is proved, and the solutions of all games."""
    if not report.ready(PATIENCE):
        return _soon(request)
    context = {
        "rows": report.engine_rows(),
        "solutions": report.solution_tables(),
        "at": report.proof("perfect").at,
        "version": code_version(),
    }
    return render(request, "analysis/proofs.html", context)


@require_safe
@limited("analysis")
def engine(request: HttpRequest, slug: str) -> HttpResponse:
    """One engine: its counts and the games it can lose."""
    found = engines_for(report.proved_game().VARIANT).get(slug)
    if found is None:
        raise Http404(f"There is no engine {slug!r}.")
    if not report.ready(PATIENCE, slug):
        return _soon(request)
    computed = report.proof(slug)
    lost = report.lost_lines(slug)
    context = {
        "engine": found,
        "rows": report.engine_rows(slug),
        "lost": lost,
        "all_shown": sum(record.losses for record in computed.result.values()) == len(lost),
        "at": computed.at,
        "version": code_version(),
        "command": f"python manage.py prove {slug}",
    }
    return render(request, "analysis/proof.html", context)


def _soon(request: HttpRequest) -> HttpResponse:
    answer = render(request, "analysis/computing.html", status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer


@cache
def code_version() -> str:
    """The version of the code that computed, as its project file states it."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return str(project["project"]["version"])
