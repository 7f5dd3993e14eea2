"""Puzzles to solve. Anybody may; the first try at each is stored.

The way to where somebody is lives in the address (``?line=b2-c3``, the solver's own moves), so
it works without scripts and survives a reload.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts import time_zones
from accounts.guests import playing
from games.analysis import variations
from games.analysis.puzzles import calendar, collection, feedback, playback
from games.analysis.puzzles.collection import Puzzle, SolutionPath
from games.engines.sides import rival_of
from games.live.visitor_pages import same_for_visitors
from games.rules import Board, RulesError
from games.rules.shape import parse_cell
from games.signals import AnsweredQuestion, answer_given
from progress.puzzles import daily as todays
from progress.puzzles import lessons, puzzle_ratings
from progress.puzzles import puzzle_attempts as attempts
from progress.puzzles.puzzle_limits import count_answer
from progress.puzzles.puzzle_variations import variation as variation_of


@require_safe
@same_for_visitors("puzzles")
def index(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, the themes, and how far somebody has come."""
    record = _record(request)
    context = {
        "day": record.clock.day,
        "today": _todays(record),
        "record": record,
        "rating": puzzle_ratings.rating_of(request.user.pk),
        "all": len(collection.pool()),
        "themes": attempts.by_theme(record),
    }
    return render(request, "progress/puzzles.html", context)


@require_safe
def onward(request: HttpRequest) -> HttpResponse:
    """The next puzzle, of a theme if one is named, that somebody has not tried.

    It is the one nearest to their rating; who has none begins with the easiest.
    """
    slug = request.GET.get("theme", "")
    theme = collection.THEMES.get(slug)
    if slug and theme is None:
        raise Http404(f"There is no theme {slug!r}.")
    them = collection.of_theme(theme) if theme else list(collection.pool().values())
    after = request.GET.get("after", "")
    record = _record(request)
    if record.solved or record.failed:
        them = puzzle_ratings.nearest_first(request.user.pk, them)
    ids = [puzzle.id for puzzle in them]
    if request.user.pk is None and after in ids:  # no tries are stored: start again after the last
        at = ids.index(after) + 1
        ids = ids[at:] + ids[:at]
    return redirect("progress:puzzle", record.next(ids, after) or ids[0])


@require_http_methods(["GET", "HEAD", "POST"])
@same_for_visitors("puzzle")
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


def _answer(request: HttpRequest, found: Puzzle, way: SolutionPath, text: str) -> HttpResponse:
    count_answer(request)
    own = way.cells[::2]
    try:
        cell = parse_cell(text, found.board.SHAPE)
        way.board.make_move(cell)
    except RulesError as error:
        return _page(request, found, way, error=f"{error}.")
    if way.solved:
        return redirect(_url(found, line=variations.names(found.board, own)))
    if cell not in found.theme.right(way.board):
        _keep(request, found, own, text, solved=False)
        name = found.board.cell_name(cell)
        return redirect(_url(found, line=variations.names(found.board, own), tried=name))
    after = collection.play(found, (*own, cell))
    _keep(request, found, own, text, solved=after.solved or None)
    return redirect(_url(found, line=variations.names(found.board, (*own, cell))))


def _keep(
    request: HttpRequest, found: Puzzle, own: Sequence[int], cell: str, *, solved: bool | None
) -> None:
    """Store an answer given after the moves ``own``; ``solved`` is None if more are needed."""
    record = _record(request)
    day = record.clock.day
    if solved is not None:
        _tell_class(request, found, AnsweredQuestion(1, cell, solved))
    if _todays(record).id == found.id:
        with suppress(todays.DayOver), playing(request) as user:
            zone = user.time_zone
            todays.answer(user_id=user.pk, zone=zone, cell=cell, day=day, line=own)
    elif solved is not None:
        with playing(request) as user:
            zone = user.time_zone
            attempts.keep_try(user_id=user.pk, puzzle_id=found.id, solved=solved, zone=zone)
            lessons.mark_puzzle(user_id=user.pk, puzzle_id=found.id, right=solved, today=day)


def _tell_class(request: HttpRequest, found: Puzzle, answer: AnsweredQuestion) -> None:
    user = request.user
    if user.is_authenticated and user.in_class:
        told = {"user": user, "kind": "puzzle", "what": found.id, "seed": ""}
        answer_given.send(Puzzle, **told, answers=[answer], of=1)


def _record(request: HttpRequest) -> attempts.PuzzleRecord:
    return attempts.record(request.user.pk, zone=time_zones.of_viewer(request))


def _todays(record: attempts.PuzzleRecord) -> Puzzle:
    day = record.clock.day
    return todays.board_of(day, record.rows.get(day))


def _cells(start: Board, line: str) -> tuple[int, ...]:
    """The solver's moves that an address tells. Raises RulesError."""
    names = line.split("-") if line else []
    return tuple(parse_cell(name, start.SHAPE) for name in names[: start.CELLS])


def _url(found: Puzzle, **query: str) -> str:
    path = reverse("progress:puzzle", args=[found.id])
    more = {key: value for key, value in query.items() if value}
    return f"{path}?{urlencode(more)}" if more else path


def _page(
    request: HttpRequest,
    found: Puzzle,
    way: SolutionPath,
    tried: int | None = None,
    error: str = "",
) -> HttpResponse:
    record = _record(request)
    variation = variation_of(found, way)
    played = playback.playbacks(found, way, () if tried is None else ((way.board, tried),))
    step = playback.shown(played, request.GET.get("see", ""), request.GET.get("step", ""))
    name = "" if tried is None else found.board.cell_name(tried)
    line = variations.names(found.board, way.cells[::2])
    context = {
        "puzzle": found,
        "board": step.step.line.board if step else way.board,
        "rows": feedback.rows(step.step.line, (), over=True)
        if step
        else feedback.rows(variation, () if tried is None else (tried,), over=way.solved),
        "playbacks": played,
        "playback_data": playback.data(played),
        "shown": step,
        "here": _url(found, line=line, tried=name),
        "due": [
            one for one in lessons.puzzles_due(request.user.pk, record.clock.day) if one != found.id
        ],
        "comes_back": lessons.comes_back(request.user.pk, found.id),
        "way": way,
        "replied": way.board.cell_name(way.cells[-1]) if way.cells and not way.solved else "",
        "wrong": feedback.why_wrong(variation, tried)
        if tried is not None and not way.solved
        else None,
        "said": feedback.why_right(found.board, way.cells[0]) if way.solved else "",
        "error": error,
        "record": record,
        "rated": puzzle_ratings.rating_of_puzzle(found),
        "daily": _todays(record).id == found.id,
        "own_board": _is_own_board(found, record.clock.day),
        "analysis": variation.address(variation.at),
        "hidden": {"line": line},
        "rival": rival_of(found.board),
        "onward": f"{reverse('progress:next_puzzle')}?{_after(found)}",
        "again": _url(found),
    }
    return render(request, "progress/puzzle.html", context, status=400 if error else 200)


def _is_own_board(found: Puzzle, day: date) -> bool:
    """Whether it is today's board of a game that has one to itself."""
    game = found.theme.variant
    return game in calendar.games_of(day) and calendar.own_board(game, day).id == found.id


def _after(found: Puzzle) -> str:
    return urlencode({"theme": found.theme.slug, "after": found.id})
