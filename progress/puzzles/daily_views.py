"""Today's board and the boards of the days before."""

from __future__ import annotations

from calendar import day_name
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import time_zones
from accounts.guests import playing
from games.analysis.puzzles import calendar, feedback, playback
from games.analysis.puzzles.calendar import daily, number
from games.engines.sides import rival_of
from games.rules import Board, RulesError, board_class
from progress.puzzles import archive, lessons, own_days, puzzle_attempts, puzzle_ratings
from progress.puzzles.daily import DayOver, DayProgress, answer, board_of, shared, stored
from progress.puzzles.day_clock import is_midnight
from progress.puzzles.puzzle_limits import count_answer
from progress.puzzles.puzzle_variations import variation


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def today(request: HttpRequest) -> HttpResponse:
    """The board of one's day; posting a cell answers it."""
    if request.method != "POST":
        return _page(request)
    count_answer(request)
    given = request.POST.get("day", "")
    if (day := archive.day_of(given)) is None:
        error = f"{given[:20]!r} is no day of a board. Answer this one."
        return _page(request, error=error, status=400)
    try:
        with playing(request) as user:
            zone = user.time_zone
            answer(user_id=user.pk, zone=zone, cell=request.POST.get("cell", ""), day=day)
    except DayOver as error:
        return _page(request, error=f"{error}.", status=409)
    except RulesError as error:
        return _page(request, error=f"{error}.", status=400)
    return redirect("progress:todays_puzzle")


def _page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    zone = time_zones.of_viewer(request)
    record = puzzle_attempts.record(request.user.pk, zone=zone)
    day = record.clock.day
    row = record.rows.get(day)
    puzzle = board_of(day, row)
    done = stored(puzzle, row)
    line = variation(puzzle, done.way)
    played = playback.playbacks(puzzle, done.way, done.slips)
    step = playback.shown(played, request.GET.get("see", ""), request.GET.get("step", ""))
    board = step.step.line.board if step else done.way.board
    missed = done.wrong[-1] if done.wrong and not done.found else None
    replied = done.way.cells and not done.found
    context = {
        "day": day,
        "number": number(day),
        "puzzle": puzzle,
        "done": done,
        "board": board,
        "rows": feedback.rows(step.step.line, (), over=True)
        if step
        else feedback.rows(line, () if done.found else done.wrong, over=done.found),
        "playbacks": played,
        "playback_data": playback.data(played),
        "shown": step,
        "again": lessons.comes_back(request.user.pk, puzzle.id),
        "hidden": {"day": day.isoformat()},
        "replied": board.cell_name(done.way.cells[-1]) if replied else "",
        "wrong": None if missed is None else feedback.why_wrong(line, missed),
        "said": feedback.why_right(puzzle.board, done.way.cells[0]) if done.found else "",
        "rival": rival_of(puzzle.board),
        "here": reverse("progress:todays_puzzle"),
        "analysis": line.address(line.at),
        "error": error,
        "record": record,
        "others": _others(request.user.pk, record),
        "share": _shared(request, done, record) if done.found else "",
        "strip": archive.strip(record),
        "rating": puzzle_ratings.rating_of(request.user.pk),
        **_until(record.clock.closes_at),
        "zone": time_zones.title(zone or time_zones.UTC),
        "zone_known": zone,
        "ends_there": is_midnight(record.clock.closes_at, zone),
    }
    return render(request, "progress/today.html", context, status=status)


def _others(user_id: int | None, record: puzzle_attempts.PuzzleRecord) -> list[type[Board]]:
    """The games with a board of today that somebody knows."""
    known = puzzle_attempts.known_games(user_id, record)
    return [board_class(game) for game in calendar.games_of(record.clock.day) if game in known]


def _until(closes_at: datetime) -> dict[str, object]:
    """When the day ends, for a page that counts down with the server's clock."""
    now = own_days.now()
    left = closes_at - now
    return {"now": now, "closes_at": closes_at, "left": in_hours(left.total_seconds())}


def in_hours(seconds: float) -> str:
    """A wait of hours as people say it: "5 h 12 min", "12 min", and at last "1 min"."""
    hours, minutes = divmod(max(1, int(-(-seconds // 60))), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _shared(request: HttpRequest, done: DayProgress, record: puzzle_attempts.PuzzleRecord) -> str:
    day = record.clock.day
    url = request.build_absolute_uri(archive.day_url(day))
    return shared(done, day, record.streak, url)


@require_safe
def own_board(request: HttpRequest, game: str) -> HttpResponse:
    """The latest board that a game has to itself: the page of its puzzle."""
    if game not in calendar.DAYS:
        raise Http404(f"{game[:20]!r} has no board of the day to itself.")
    clock = own_days.clock_of(request.user.pk, time_zones.of_viewer(request))
    return redirect("progress:puzzle", calendar.own_board(game, clock.day).id)


@require_safe
def months(request: HttpRequest, month: str = "") -> HttpResponse:
    """The boards of a month, with one's own marks; without one the month of today."""
    record = puzzle_attempts.record(request.user.pk, zone=time_zones.of_viewer(request))
    first = archive.day_of(f"{month}-01") if month else record.clock.day.replace(day=1)
    if first is None or first > record.clock.day:
        raise Http404(f"There are no boards of {month!r} yet.")
    context = {
        "month": archive.month(first, record),
        "weekdays": day_name,
        "words": archive.WORDS,
    }
    return render(request, "progress/archive.html", context)


@require_safe
def day(request: HttpRequest, day: str) -> HttpResponse:
    """The board of a day: today's, or the page of its puzzle, where it counts for no streak."""
    found = archive.day_of(day)
    clock = own_days.clock_of(request.user.pk, time_zones.of_viewer(request))
    if found is None or found > clock.day:
        raise Http404(f"There is no board of {day!r} yet.")
    if found == clock.day:
        return redirect("progress:todays_puzzle")
    return redirect(reverse("progress:puzzle", args=[daily(found).id]))
