"""Proofs: what was computed, with the command that computes it again."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.analysis.proofs import report
from games.engines import playing_engines
from games.rules import Board, drawn_word
from games.web.page_limits import limited

PATIENCE = 2.0
"""Seconds a request waits for a computation; after that the page says so."""

RETRY_AFTER = 5


@require_safe
@limited("analysis")
def index(request: HttpRequest) -> HttpResponse:
    """The engines of the first game that is proved, and the solutions of all games."""
    if not report.ready(PATIENCE):
        return _soon(request)
    first, *others = report.proved_games()
    context = {
        "rows": report.engine_rows(first),
        "others": others,
        "solutions": report.solution_tables(),
        "at": report.proof(first, "perfect").at,
        "version": settings.VERSION,
    }
    return render(request, "analysis/proofs.html", context)


@require_safe
@limited("analysis")
def engine(request: HttpRequest, slug: str) -> HttpResponse:
    """One engine of the first game, or all engines of the game called ``slug``."""
    first, *others = report.proved_games()
    for game in others:
        if slug == game.VARIANT:
            return _of_game(request, game)
    return _of_engine(request, first, slug)


@require_safe
@limited("analysis")
def engine_of(request: HttpRequest, variant: str, slug: str) -> HttpResponse:
    """One engine of another game."""
    for game in report.proved_games()[1:]:
        if variant == game.VARIANT:
            return _of_engine(request, game, slug)
    raise Http404(f"There are no proofs of {variant!r} here.")


def _of_game(request: HttpRequest, game: type[Board]) -> HttpResponse:
    """The engines of a game whose proofs take minutes: as many as are computed by now."""
    report.proofs_ready(PATIENCE, game)
    computed = report.computed_proofs(game)
    if not computed:
        return _soon(request)
    left = len(playing_engines(game.VARIANT)) * len(report.readings(game)) - len(computed)
    context = {
        "game": game,
        "rows": report.engine_rows(game),
        "left": left,
        "neither": drawn_word(game),
        "at": max(one.at for one in computed.values()),
        "version": settings.VERSION,
        "command": f"python manage.py prove --all --game {game.VARIANT}",
    }
    answer = render(request, "analysis/proofs_of.html", context)
    if left:
        answer["Cache-Control"] = "no-store"
    return answer


def _of_engine(request: HttpRequest, game: type[Board], slug: str) -> HttpResponse:
    """One engine: its counts and the games it can lose."""
    found = playing_engines(game.VARIANT).get(slug)
    if found is None:
        raise Http404(f"There is no engine {slug!r}.")
    if not report.proofs_ready(PATIENCE, game, slug):
        return _soon(request)
    computed = report.computed_proofs(game, slug)
    lost = report.lost_lines(game, slug)
    losses = sum(record.losses for one in computed.values() for record in one.result.values())
    first = game is report.proved_games()[0]
    context = {
        "engine": found,
        "game": None if first else game,
        "rows": report.engine_rows(game, slug),
        "neither": "" if first else drawn_word(game),
        "lost": lost,
        "all_shown": losses == len(lost),
        "at": max(one.at for one in computed.values()),
        "version": settings.VERSION,
        "command": f"python manage.py prove {slug}{'' if first else f' --game {game.VARIANT}'}",
    }
    return render(request, "analysis/proof.html", context)


def _soon(request: HttpRequest) -> HttpResponse:
    answer = render(request, "analysis/computing.html", status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer
