"""Exports positions and games as JSON, text or pictures, and imports them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games import presenters, services
from games.analysis import game_text, variations
from games.analysis.forms import ImportForm
from games.analysis.own_games import players_of
from games.analysis.position import facts
from games.analysis.position.views import refused
from games.drawing import pictures
from games.engines import solution_of
from games.match import ACTIVE, FINISHED, OPEN, Match
from games.match.fairness import added
from games.presenters import side_panels
from games.queries import selectors
from games.queries.parsing import whole_number
from games.rules import BadNotation, Board
from games.web.page_limits import limited

Players = Mapping[str, str]
Chance = Mapping[str, str | int]

YEAR = 60 * 60 * 24 * 365


def _limit(kind: str, **_: str) -> str:
    return "picture" if kind == "png" else "export"


@require_safe
@limited(_limit)
def position(request: HttpRequest, text: str, kind: str) -> HttpResponse:
    """A position, with its line if the address has one."""
    try:
        here = variations.read(text)
    except BadNotation:
        return refused(request, variations.plain(text))
    line = variations.read_variation(here, request.GET.get("from", ""), request.GET.get("line", ""))
    return _file(request, kind, line, {}, {})


@require_safe
@limited(_limit)
def game(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """A finished game with its players."""
    try:
        match = services.current_match(game_id)
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    if match.status != FINISHED:
        stands = "goes on" if match.status in (OPEN, ACTIVE) else "was cancelled"
        raise Http404(f"The game {game_id!r} {stands}.")
    start = presenters.start_of(match)
    line = variations.Variation((start,), (), 0).after(*match.moves)
    players = players_of(match)
    return _file(request, kind, line, players, _chance_of(match))


def _chance_of(match: Match) -> Chance:
    """What is needed to check the draws of a finished game; nothing if there were none."""
    kept = side_panels.chance(match)
    if kept is None or kept["from"] is None:
        return {}
    facts: dict[str, str | int] = {
        "game": match.id,
        "commitment": kept["commitment"],
        "from": kept["from"],
    }
    if kept["seed"] is not None:
        facts["seed"] = kept["seed"]
    if kept["numbers"]:  # as the draws are made from them
        facts["numbers"] = added(kept["numbers"]).removeprefix(":")
    return facts


@require_safe
@limited("picture")
def preview(request: HttpRequest, text: str, about: str) -> HttpResponse:
    """The card of a link: what is true of a ``position``, which ``game`` it is of, or the ``site``.

    Pages of games that go on ask for the second: their addresses must not tell who is ahead.
    """
    try:
        here = variations.read(text)
    except BadNotation:
        return refused(request, variations.plain(text))
    if about not in CARDS:
        raise Http404(f"{about!r} is no card: expected one of {', '.join(CARDS)}.")
    return _png(request, pictures.card_svg(*CARDS[about](here), here))


def _of_position(here: Board) -> tuple[str, str]:
    solution_of(here).make_ready(here)
    task = presenters.task(type(here), here.action)
    acts = "" if here.is_game_over() else f", {here.to_move} to {task}"
    return facts.verdict(here), f"{here.TITLE}{acts}"


def _of_game(here: Board) -> tuple[str, str]:
    return here.TITLE, here.SUMMARY


def _of_site(here: Board) -> tuple[str, str]:
    return "Your move.", "Tic-tac-toe, taken seriously"


CARDS: dict[str, Callable[[Board], tuple[str, str]]] = {
    "site": _of_site,
    "position": _of_position,
    "game": _of_game,
}


@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Read a position or a game and go to its analysis."""
    form = ImportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect(form.line.address(form.line.at))
    return render(
        request, "analysis/import.html", {"form": form}, status=400 if form.errors else 200
    )


def _file(
    request: HttpRequest, kind: str, line: variations.Variation, players: Players, chance: Chance
) -> HttpResponse:
    if kind in PICTURES:
        return _picture(request, kind, line.board)
    if kind not in KINDS:
        known = ", ".join((*KINDS, *PICTURES))
        raise Http404(f"{kind!r} is no format: expected one of {known}.")
    return KINDS[kind](line, players, chance)


def _json(line: variations.Variation, players: Players, chance: Chance) -> HttpResponse:
    data = game_text.as_data(line, players, chance)
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False})


def _text(line: variations.Variation, players: Players, chance: Chance) -> HttpResponse:
    text = game_text.as_text(line, players, chance)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


KINDS: dict[str, Callable[[variations.Variation, Players, Chance], HttpResponse]] = {
    "json": _json,
    "txt": _text,
}


def _picture(request: HttpRequest, kind: str, board: Board) -> HttpResponse:
    """The last position as a drawing or in pixels, ``?size=`` of them along a side."""
    wanted = request.GET.get("size", str(pictures.USUAL))
    size = whole_number(wanted, 5) or 0
    if not pictures.LEAST <= size <= pictures.MOST:
        message = (
            f"{wanted[:20]!r} is no size: expected {pictures.LEAST} to {pictures.MOST} pixels."
        )
        return HttpResponse(message, content_type="text/plain; charset=utf-8", status=400)
    return PICTURES[kind](request, pictures.board_svg(board, size))


def _svg(request: HttpRequest, drawing: str) -> HttpResponse:
    return HttpResponse(drawing, content_type="image/svg+xml")


def _png(request: HttpRequest, drawing: str) -> HttpResponse:
    """Answer in pixels, or with 304 to a browser that has the picture, before anything is drawn.

    What a position looks like never changes; the design of cards does, and is in their address.
    """
    etag = f'"{sha256(drawing.encode()).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=etag) or HttpResponse(
        pictures.png(drawing), content_type="image/png"
    )
    answer["ETag"] = etag
    patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    return answer


PICTURES: dict[str, Callable[[HttpRequest, str], HttpResponse]] = {"svg": _svg, "png": _png}
