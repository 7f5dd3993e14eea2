"""Puzzles to solve. Anybody may; the first try at each is stored.

The way to where somebody is lives in the address (``?line=b2-c3``, the solver's own moves), so
it works without scripts and survives a reload.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts.guests import playing
from games.analysis import variations
from games.analysis.puzzles import collection, feedback
from games.analysis.puzzles.collection import Puzzle, Way
from games.engines.sides import rival_of
from games.presenters.side_panels import patterns
from games.rules import Board, RulesError
from games.rules.shape import parse_cell
from progress import puzzle_attempts as attempts


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, the themes, and how far somebody has come."""
    record = attempts.record(request.user.pk)
    day = attempts.today()
    context = {
        "day": day,
        "today": collection.daily(day),
        "record": record,
        "all": len(collection.pool()),
        "themes": attempts.by_theme(record),
    }
    return render(request, "progress/puzzles.html", context)


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    return redirect(_url(collection.daily(attempts.today())))


@require_safe
def onward(request: HttpRequest) -> HttpResponse:
    """The next puzzle of a theme that somebody has not tried, the easiest first."""
    slug = request.GET.get("theme", "")
    theme = collection.THEMES.get(slug)
    if slug and theme is None:
        raise Http404(f"There is no theme {slug!r}.")
    them = collection.of_theme(theme) if theme else list(collection.pool().values())
    ids = [puzzle.id for puzzle in them]
    after = request.GET.get("after", "")
    record = attempts.record(request.user.pk)
    if request.user.pk is None and after in ids:  # no tries are stored: start again after the last
        at = ids.index(after) + 1
        ids = ids[at:] + ids[:at]
    return redirect("progress:puzzle", record.next(ids, after) or ids[0])


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """One puzzle; posting a cell answers it."""
    try:
        found = collection.find(puzzle_id)
    except collection.NoSuchPuzzle as error:
        raise Http404(str(error)) from None
    given = request.POST if request.method == "POST" else request.GET
    try:
        way = collection.play(found, _cells(found.board, given.get("line", "")))
    except (RulesError, ValueError) as error:
        return _page(request, found, collection.play(found, ()), error=f"{error}.")
    if request.method == "POST":
        return _answer(request, found, way, given.get("cell", ""))
    tried = feedback.tried(way.board, given.get("tried", ""))
    if way.solved or tried in found.theme.right(way.board):  # somebody else's idea of an address
        tried = None
    return _page(request, found, way, tried=tried)


def _answer(request: HttpRequest, found: Puzzle, way: Way, text: str) -> HttpResponse:
    own = way.cells[::2]
    try:
        cell = parse_cell(text, found.board.SHAPE)
        way.board.make_move(cell)
    except RulesError as error:
        return _page(request, found, way, error=f"{error}.")
    if way.solved:
        return redirect(_url(found, line=variations.names(found.board, own)))
    if cell not in found.theme.right(way.board):
        _keep(request, found, solved=False)
        name = found.board.cell_name(cell)
        return redirect(_url(found, line=variations.names(found.board, own), tried=name))
    after = collection.play(found, (*own, cell))
    if after.solved:
        _keep(request, found, solved=True)
    return redirect(_url(found, line=variations.names(found.board, (*own, cell))))


def _keep(request: HttpRequest, found: Puzzle, *, solved: bool) -> None:
    with playing(request) as user:
        attempts.keep_try(user_id=user.pk, puzzle_id=found.id, solved=solved)


def _cells(start: Board, line: str) -> tuple[int, ...]:
    """The solver's moves that an address tells. Raises RulesError."""
    names = line.split("-") if line else []
    return tuple(parse_cell(name, start.SHAPE) for name in names[: start.CELLS])


def _url(found: Puzzle, **query: str) -> str:
    path = reverse("progress:puzzle", args=[found.id])
    more = {key: value for key, value in query.items() if value}
    return f"{path}?{urlencode(more)}" if more else path


def _page(
    request: HttpRequest, found: Puzzle, way: Way, tried: int | None = None, error: str = ""
) -> HttpResponse:
    record = attempts.record(request.user.pk)
    variation = _variation(found, way)
    context = {
        "puzzle": found,
        "board": way.board,
        "rows": feedback.rows(variation, tried, over=way.solved),
        "way": way,
        "line": variations.names(found.board, way.cells[::2]),
        "replied": way.board.cell_name(way.cells[-1]) if way.cells and not way.solved else "",
        "wrong": feedback.why_wrong(variation, tried)
        if tried is not None and not way.solved
        else None,
        "said": feedback.why_right(found.board, way.cells[0]) if way.solved else "",
        "error": error,
        "patterns": patterns(type(way.board)),
        "record": record,
        "daily": collection.daily(attempts.today()) is found,
        "analysis": variation.address(variation.at),
        "hidden": {"line": variations.names(found.board, way.cells[::2])},
        "rival": rival_of(found.board),
        "onward": f"{reverse('progress:next_puzzle')}?{_after(found)}",
        "again": _url(found),
    }
    return render(request, "progress/puzzle.html", context, status=400 if error else 200)


def _after(found: Puzzle) -> str:
    return urlencode({"theme": found.theme.slug, "after": found.id})


def _variation(found: Puzzle, way: Way) -> variations.Variation:
    """The line from the first position shown to where the solver is."""
    if found.blunder is None:
        return variations.Variation((found.board,), (), 0).after(*way.cells)
    before, move = found.blunder
    return variations.Variation((before,), (), 0).after(move, *way.cells)
