"""The campaign's pages, people's pages, and the first page of the site."""

from __future__ import annotations

from functools import cache

from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from accounts.guests import count_new_game, playing
from games import selectors as games
from games.analysis.learn import lessons
from games.presenters import card, first_board
from games.rules import VARIANTS
from games.views import game_page
from progress import catalog, presenters, puzzle_attempts, selectors, services
from progress import home as first_page
from progress.catalog import Stage
from progress.sentences import AttemptResult
from progress.standing import Standing

RECENT_GAMES = 8
PEOPLE_PER_PAGE = 50


@ensure_csrf_cookie
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A board to play on, for a visitor; the way on, for people who play here."""
    viewer = request.user.pk
    if viewer is not None:
        return render(request, "home.html", {"home": first_page.home(viewer)})
    context = {"board": first_board(), "figures": presenters.figures(Standing())}
    return render(request, "home.html", context)


@require_safe
def campaign(request: HttpRequest) -> HttpResponse:
    """The map. Visitors see it as it is for somebody who begins."""
    viewer = request.user.pk
    standing, running = selectors.standing(viewer), selectors.running(viewer)
    context = {
        "levels": presenters.campaign(standing, running),
        "figures": presenters.figures(standing),
        "next": standing.next_stage,
    }
    return render(request, "progress/campaign.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def stage(request: HttpRequest, level: int, number: int) -> HttpResponse:
    """A stage's lesson and opening; posting starts it, or goes on with it."""
    found = _stage(level, number)
    return _start(request, found) if request.method == "POST" else _stage_page(request, found)


def _start(request: HttpRequest, stage: Stage) -> HttpResponse:
    try:
        with playing(request) as user:
            count_new_game(request, user)
            game_id = services.start_stage(user_id=user.pk, level=stage.level, number=stage.number)
    except services.StageLocked:
        return _stage_page(request, stage)
    return redirect("progress:play", game_id)


def _stage_page(request: HttpRequest, stage: Stage) -> HttpResponse:
    """The page of a stage; while it is locked, a refusal that says what opens it."""
    viewer = request.user.pk
    standing, running = selectors.standing(viewer), selectors.running(viewer)
    context = {
        "stage": stage,
        "level": catalog.level(stage.level),
        "card": presenters.stage_card(standing, stage, running),
        "learn": lessons.BY_SLUG[stage.learn],
        "next": standing.next_stage,
    }
    if not standing.is_open(stage):
        return render(request, "progress/locked.html", context, status=403)
    return render(request, "progress/stage.html", context)


def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """The page of a stage's game: the page of any game, with the lesson and what it earned."""
    attempt = selectors.attempt_of(game_id)
    if attempt is None:
        raise Http404(f"No stage is played in game {game_id!r}.")

    @cache
    def outcome() -> AttemptResult | None:
        """Asked by the template, after the page has done what the server owed the game."""
        return selectors.outcome(game_id)

    stage = catalog.at(attempt.level, attempt.stage)
    extra = {
        "stage": stage,
        "learn": lessons.BY_SLUG[stage.learn],
        "attempt": attempt,
        "outcome": outcome,
        "mine": attempt.user_id == request.user.pk,
    }
    return game_page(request, game_id, template="progress/game.html", **extra)


@require_safe
def ratings(request: HttpRequest, variant: str) -> HttpResponse:
    """People by their rating at one game."""
    if variant not in VARIANTS:
        raise Http404(f"There is no game {variant!r}.")
    page = Paginator(games.rating_board(variant), PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": list(enumerate(page.object_list, page.start_index())),
        "boards": presenters.boards(variant),
        "title": VARIANTS[variant].TITLE,
        "variant": variant,
    }
    return render(request, "progress/ratings.html", context)


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """People by stars, with the viewer's own place."""
    page = Paginator(selectors.leaderboard(), PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    rows = list(enumerate(page.object_list, page.start_index()))
    viewer = request.user.pk
    context = {
        "page": page,
        "rows": rows,
        "own": selectors.place(viewer) if viewer is not None else None,
        "boards": presenters.boards(None),
    }
    return render(request, "progress/leaderboards.html", context)


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A person: how far they have come, and their last games as they saw them."""
    person = get_user_model().objects.filter(name__iexact=name, is_active=True).first()
    if person is None:
        raise Http404(f"Nobody here is called {name!r}.")
    if person.get_username() != name:
        return redirect("progress:profile", person.get_username())
    standing = selectors.standing(person.pk)
    rows = games.finished_games(person.pk, {})[:RECENT_GAMES]
    solved = puzzle_attempts.record(person.pk)
    context = {
        "person": person,
        "figures": presenters.figures(standing),
        "levels": [presenters.level_summary(standing, level) for level in catalog.LEVELS],
        "place": selectors.place(person.pk),
        "ratings": presenters.ratings(games.ratings_of(person.pk)),
        "puzzles": solved,
        "themes": puzzle_attempts.by_theme(solved) if solved.solved else [],
        "games": [card(game, person.pk) for game in rows],
    }
    return render(request, "progress/profile.html", context)


def _stage(level: int, number: int) -> Stage:
    found = catalog.find(level, number)
    if found is None:
        raise Http404(f"There is no stage {number} on level {level}.")
    return found
