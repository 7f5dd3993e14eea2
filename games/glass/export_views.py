"""Positions and games taken elsewhere as JSON, text or a picture, and brought back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games import presenters, selectors, services
from games.engines.solutions import make_ready
from games.glass import address, facts, pictures, records
from games.glass.forms import ImportForm
from games.glass.views import refused
from games.match import FINISHED, PERSON
from games.rules import BadNotation, Board

Players = Mapping[str, str]

YEAR = 60 * 60 * 24 * 365


@require_safe
def position(request: HttpRequest, text: str, kind: str) -> HttpResponse:
    """A position, with the line it stands on if the address tells one."""
    try:
        here = address.read(text)
    except BadNotation:
        return refused(request, address.plain(text))
    line = address.trail(here, request.GET.get("from", ""), request.GET.get("line", ""))
    return _file(request, kind, line, {})


@require_safe
def game(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """A finished game with its players."""
    try:
        match = services.settle(selectors.match(game_id))
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    if match.status != FINISHED:
        raise Http404(f"The game {game_id!r} goes on.")
    start = presenters.start_of(match)
    line = address.Trail((start,), (), 0).after(*match.moves)
    players = {
        seat.name: seat.title if seat.kind == PERSON else presenters.seat_title(seat, start.VARIANT)
        for seat in match.seats
    }
    return _file(request, kind, line, players)


@require_safe
def preview(request: HttpRequest, text: str, about: str) -> HttpResponse:
    """The card of a link: what is true of a ``position``, which ``game`` it is of, or the ``site``.

    Pages of games that go on ask for the second: their addresses must not tell who is ahead.
    """
    try:
        here = address.read(text)
    except BadNotation:
        return refused(request, address.plain(text))
    if about not in CARDS:
        raise Http404(f"{about!r} is no card: expected one of {', '.join(CARDS)}.")
    return _png(request, pictures.card_svg(*CARDS[about](here), here))


def _of_position(here: Board) -> tuple[str, str]:
    make_ready(here)
    acts = "" if here.is_game_over() else f", {here.to_move} to {presenters.task(here)}"
    return facts.verdict(here), f"{here.TITLE}{acts}"


def _of_game(here: Board) -> tuple[str, str]:
    return here.TITLE, here.SUMMARY


def _of_site(here: Board) -> tuple[str, str]:
    return "Oxo", "Noughts and crosses, taken seriously"


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
    return render(request, "glass/import.html", {"form": form}, status=400 if form.errors else 200)


def _file(request: HttpRequest, kind: str, line: address.Trail, players: Players) -> HttpResponse:
    if kind in PICTURES:
        return _picture(request, kind, line.board)
    if kind not in KINDS:
        known = ", ".join((*KINDS, *PICTURES))
        raise Http404(f"{kind!r} is no format: expected one of {known}.")
    return KINDS[kind](line, players)


def _json(line: address.Trail, players: Players) -> HttpResponse:
    return JsonResponse(records.as_data(line, players), json_dumps_params={"ensure_ascii": False})


def _text(line: address.Trail, players: Players) -> HttpResponse:
    return HttpResponse(records.as_text(line, players), content_type="text/plain; charset=utf-8")


KINDS: dict[str, Callable[[address.Trail, Players], HttpResponse]] = {"json": _json, "txt": _text}


def _picture(request: HttpRequest, kind: str, board: Board) -> HttpResponse:
    """The last position as a drawing or in pixels, ``?size=`` of them along a side."""
    wanted = request.GET.get("size", str(pictures.USUAL))
    size = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else 0
    if not pictures.LEAST <= size <= pictures.MOST:
        told = f"{wanted[:20]!r} is no size: expected {pictures.LEAST} to {pictures.MOST} pixels."
        return HttpResponse(told, content_type="text/plain; charset=utf-8", status=400)
    return PICTURES[kind](request, pictures.board_svg(board, size))


def _svg(request: HttpRequest, drawing: str) -> HttpResponse:
    return HttpResponse(drawing, content_type="image/svg+xml")


def _png(request: HttpRequest, drawing: str) -> HttpResponse:
    """In pixels. A browser that has it is told so before anything is drawn.

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
