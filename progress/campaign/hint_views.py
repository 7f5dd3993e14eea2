"""Ask for a hint: on the page of a stage about its opening, in a game about the position."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.guests import playing
from accounts.limits import in_words, over_limit
from games import services as play_services
from games.match import ACTIVE, Match
from games.queries import selectors as games
from games.queries.parsing import whole_number
from games.rules import Board
from progress.campaign import catalog, hint_words, hints, presenters, selectors, services
from progress.campaign.catalog import Stage

NOT_NOW = "You get a hint when it is your move."


@dataclass(frozen=True, slots=True)
class HintSheet:
    """What a page shows of a hint. ``given`` are the steps so far, ``next`` the one to ask for.

    ``cells`` are those that the last of them is about.

    ``taken`` counts the steps of all hints at this stage. ``url`` is where to ask; empty where
    there is no hint now, or none left.
    """

    given: tuple[str, ...]
    cells: tuple[int, ...]
    next: int
    taken: int
    url: str


def sheet(user_id: int | None, stage: Stage, board: Board, url: str) -> HintSheet:
    """The hint for ``board`` as far as a person has asked for it."""
    row = selectors.hints_of(user_id, stage)
    step = row.step if row is not None and row.position == board.notation else 0
    found = hints.find(stage, board) if step else None
    given = hint_words.steps(found)[:step] if found else ()
    cells = hint_words.pointed(found, len(given)) if found else ()
    more = len(given) < len(hints.STEPS) and board.outcome is None
    return HintSheet(given, cells, len(given) + 1, row.taken if row else 0, url if more else "")


def on_start(user_id: int | None, stage: Stage) -> HintSheet | None:
    """The hint for a stage's opening; None where the engine moves first."""
    if stage.first != "player":
        return None
    return sheet(user_id, stage, stage.board, f"{presenters.stage_url(stage)}hint/")


def in_game(user_id: int | None, stage: Stage, match: Match) -> HintSheet | None:
    """The hint for the position of a game that is being played."""
    if match.status != ACTIVE or match.board.outcome is not None:
        return None
    return sheet(user_id, stage, match.board, f"{presenters.play_url(match.id)}hint/")


def asked_stage(slug: str, level: int | None, number: int) -> Stage:
    """The stage of an address, where the campaign without a ``slug`` is the main one.

    Raises Http404.
    """
    known = slug != catalog.MAIN.slug
    found = catalog.find_in(slug or catalog.MAIN.slug, level, number) if known else None
    if found is None:
        on = "" if level is None else f" on level {level}"
        of = f" of {slug!r}" if slug else ""
        raise Http404(f"There is no stage {number}{on} in the campaign{of}.")
    return found


@require_POST
def at_stage(
    request: HttpRequest, number: int, level: int | None = None, slug: str = ""
) -> HttpResponse:
    """The next step of the hint for a stage's opening."""
    stage = asked_stage(slug, level, number)
    page, viewer = redirect(f"{presenters.stage_url(stage)}#hint"), request.user.pk
    locked = not selectors.may_play(viewer, stage, selectors.standing(viewer))
    if locked or on_start(None, stage) is None:
        messages.error(request, "There is no hint for this board now.")
        return redirect(presenters.stage_url(stage))
    with playing(request) as user:
        _give(request, user.pk, stage, stage.board)
    return page


@require_POST
def in_play(request: HttpRequest, game_id: str) -> HttpResponse:
    """The next step of the hint for the position of a game; only its player may ask."""
    attempt = selectors.attempt_of(game_id)
    if attempt is None:
        raise Http404(f"No stage is played in game {game_id!r}.")
    page = presenters.play_url(game_id)
    match = play_services.advance(games.match(game_id))
    stage = catalog.at(attempt.level, attempt.stage)
    if attempt.user_id != request.user.pk:
        messages.error(request, "Only the player of this game can ask for a hint.")
    elif match.status != ACTIVE or hints.find(stage, match.board) is None:
        messages.error(request, NOT_NOW)
    else:
        _give(request, request.user.pk, stage, match.board)
        page = f"{page}#hint"
    return redirect(page)


def _give(request: HttpRequest, user_id: int, stage: Stage, board: Board) -> None:
    step = whole_number(request.POST.get("step", ""), 1)
    if step is None:
        said = request.POST.get("step", "")[:40]
        messages.error(request, f"{said!r} is no step of a hint: expected 1, 2 or 3.")
    elif wait := over_limit("hint", user_id):
        messages.error(request, f"That was too often. Ask again in {in_words(wait)}.")
    else:
        services.take_hint(user_id=user_id, stage=stage, position=board.notation, step=step)
