"""The campaign's pages: the map, a stage, and its game."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.guests import count_new_game, playing
from games.analysis.learn import lessons
from games.live.visitor_pages import same_for_visitors
from games.web.views import game_page
from progress.campaign import catalog, facts, hint_views, presenters, selectors, services, zones
from progress.campaign.catalog import Campaign, Stage
from progress.campaign.sentences import AttemptResult


@require_safe
@same_for_visitors("campaign")
def campaign(request: HttpRequest) -> HttpResponse:
    """The map. Visitors see it as it is for somebody who begins."""
    return _map(request, catalog.MAIN)


@require_safe
def onward(request: HttpRequest) -> HttpResponse:
    """Where the campaign goes on: the game of the next stage if it is in play, else its page."""
    viewer = request.user.pk
    stage = selectors.standing(viewer).next_stage
    if stage is None:
        return redirect("progress:campaign")
    running = selectors.running(viewer).get(stage.key)
    return redirect(presenters.play_url(running) if running else presenters.stage_url(stage))


@require_safe
def campaign_apart(request: HttpRequest, slug: str) -> HttpResponse:
    """The map of a campaign that counts apart."""
    if slug not in catalog.CAMPAIGNS:
        raise Http404(f"There is no campaign {slug!r}.")
    if slug == catalog.MAIN.slug:
        return redirect("progress:campaign")
    return _map(request, catalog.CAMPAIGNS[slug])


def _map(request: HttpRequest, drawn: Campaign) -> HttpResponse:
    viewer = request.user.pk
    standing, running = selectors.own_standing(request.user), selectors.running(viewer)
    upcoming = standing.next_of(drawn.stages)
    context = {
        **_names(drawn),
        "zones": zones.zones(standing, running, drawn.slug),
        "figures": presenters.figures(standing, drawn),
        "next": presenters.stage_card(standing, upcoming, running) if upcoming else None,
        "ahead": standing.ahead_of(upcoming, drawn.stages),
        "others": presenters.other_campaigns(standing, drawn.slug),
    }
    if drawn == catalog.PLAIN:
        context["odds"] = [facts.odds(stages[0]) for stages in map(catalog.stages_on, drawn.levels)]
    return render(request, "progress/campaign.html", context)


def _names(campaign: Campaign) -> dict[str, object]:
    """Which campaign a page is about, and whether it is one of those that differ in their rules."""
    return {
        "campaign": campaign,
        "apart": campaign in (catalog.APART, catalog.SMALL_BOARDS),
        "plain": campaign == catalog.PLAIN,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def stage(
    request: HttpRequest, number: int, level: int | None = None, slug: str = ""
) -> HttpResponse:
    """A stage's question and opening; posting starts it, or goes on with it."""
    found = hint_views.asked_stage(slug, level, number)
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
    standing, running = selectors.own_standing(request.user), selectors.running(viewer)
    context = {
        **_names(catalog.campaign_of(stage)),
        "stage": stage,
        "card": presenters.stage_card(standing, stage, running),
        "learn": lessons.BY_SLUG[stage.learn],
        "next": standing.next_of(catalog.campaign_of(stage).stages),
        "hint": hint_views.on_start(viewer, stage),
        "needs_help": selectors.needs_help(viewer, stage),
        "odds": facts.odds(stage),
    }
    if not selectors.may_play(viewer, stage, standing):
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

    stage, viewer = catalog.at(attempt.level, attempt.stage), request.user.pk
    mine = attempt.user_id == viewer

    @cache
    def needs_help() -> bool:
        return mine and selectors.needs_help(viewer, stage)

    extra = {
        **_names(catalog.campaign_of(stage)),
        "stage": stage,
        "learn": lessons.BY_SLUG[stage.learn],
        "attempt": attempt,
        "outcome": outcome,
        "mine": mine,
        "needs_help": needs_help,
    }
    return game_page(request, game_id, template="progress/game.html", **extra)
