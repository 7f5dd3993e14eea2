"""Positions and games taken elsewhere as JSON, text or a drawing, and brought back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games import marks, presenters, selectors, services
from games.glass import address, records
from games.glass.forms import ImportForm
from games.match import FINISHED, PERSON
from games.rules import BadNotation

Players = Mapping[str, str]


@require_safe
def position(request: HttpRequest, text: str, kind: str) -> HttpResponse:
    """A position, with the line it stands on if the address tells one."""
    try:
        here = address.read(text)
    except BadNotation as error:
        raise Http404(str(error)) from None
    line = address.trail(here, request.GET.get("from", ""), request.GET.get("line", ""))
    return _file(kind, line, {})


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
    return _file(kind, line, players)


@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Read a position or a game and go to its analysis."""
    form = ImportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect(form.line.address(form.line.at))
    return render(request, "glass/import.html", {"form": form}, status=400 if form.errors else 200)


def _file(kind: str, line: address.Trail, players: Players) -> HttpResponse:
    if kind not in KINDS:
        raise Http404(f"{kind!r} is no format: expected one of {', '.join(KINDS)}.")
    return KINDS[kind](line, players)


def _json(line: address.Trail, players: Players) -> HttpResponse:
    return JsonResponse(records.as_data(line, players), json_dumps_params={"ensure_ascii": False})


def _text(line: address.Trail, players: Players) -> HttpResponse:
    return HttpResponse(records.as_text(line, players), content_type="text/plain; charset=utf-8")


def _svg(line: address.Trail, players: Players) -> HttpResponse:
    board = line.board
    lines = marks.lines_of(board.outcome.cells, board.SIDE) if board.outcome else []
    drawn = marks.board_svg(
        board.marks, board.SIDE, lines, colours=marks.PAPER_COLOURS, label=board.notation, size=600
    )
    return HttpResponse(drawn, content_type="image/svg+xml")


KINDS: dict[str, Callable[[address.Trail, Players], HttpResponse]] = {
    "json": _json,
    "txt": _text,
    "svg": _svg,
}
