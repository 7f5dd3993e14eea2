"""The page of the rush: how it stands, its puzzle at hand, and how it ended."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import time_zones
from accounts.guests import playing
from games.analysis.puzzles import feedback
from games.analysis.puzzles.collection import find, pool
from games.rules import VARIANTS, RulesError
from progress.models import Rush
from progress.puzzles import rush as rules
from progress.puzzles.puzzle_limits import count_answer, count_rush
from progress.puzzles.puzzle_variations import variation


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rush(request: HttpRequest) -> HttpResponse:
    """The rush of the viewer; posting ``start`` begins one, posting a cell answers its puzzle."""
    if request.method != "POST":
        return _page(request, rules.of_person(request.user.pk))
    game = request.POST.get("game") or rules.GAMES[0]
    if game not in rules.GAMES:
        row = rules.of_person(request.user.pk)
        return _page(request, row, f"{game[:20]!r} is no game with puzzles.", 400)
    if "start" in request.POST:
        count_rush(request)
        with playing(request) as user:
            zone = user.time_zone
            rules.begin(user_id=user.pk, zone=zone, game=game)
        return redirect("progress:rush")
    return _answer(request)


def _answer(request: HttpRequest) -> HttpResponse:
    count_answer(request)
    given = request.POST
    row = rules.of_person(request.user.pk)
    if row is None:
        return _page(request, None, "There is no rush of yours. Start one.", 409)
    try:
        run, step = int(given.get("run", "")), int(given.get("step", ""))
    except ValueError:
        what = ", ".join(f"{name}={given.get(name, '')[:20]!r}" for name in ("run", "step"))
        return _page(request, row, f"{what}: two numbers are expected.", 400)
    try:
        row = rules.answer(
            user_id=row.pk,
            run=run,
            step=step,
            line=given.get("line", ""),
            cell=given.get("cell", ""),
        )
    except rules.RushRefused as error:
        return _page(request, rules.of_person(request.user.pk), str(error), 409)
    except RulesError as error:
        return _page(request, row, f"{error}.", 400)
    if request.headers.get("Sec-Fetch-Mode") in ("cors", "same-origin"):
        return _page(request, row)  # a script shows the answer itself: one way less
    return redirect("progress:rush")


def _page(
    request: HttpRequest, row: Rush | None, error: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, object] = {"rush": row, "error": error, "mistakes_allowed": rules.MISTAKES}
    if row is not None and not rules.over(row):
        context |= _running(row)
    else:
        zone = time_zones.of_viewer(request)
        context["best_of_day"] = rules.best_of_day(request.user.pk, zone)
        context["missed"] = [find(one) for one in row.missed if one in pool()] if row else []
        asked = request.GET.get("game", "")
        game = asked if asked in rules.GAMES else rules.game_of(row)
        context["game"] = game
        context["games"] = [VARIANTS[one] for one in rules.GAMES]
        context["examples"] = rules.examples(game)
    return render(request, "progress/rush.html", context, status=status)


def _running(row: Rush) -> dict[str, object]:
    puzzle, way = rules.at_hand(row)
    line = variation(puzzle, way)
    seconds = rules.left(row)
    minutes, rest = divmod(int(-(-seconds // 1)), 60)
    return {
        "running": True,
        "puzzle": puzzle,
        "board": way.board,
        "rows": feedback.rows(line, (), over=False),
        "hidden": {"run": row.run, "step": row.step, "line": row.line},
        "left_ms": round(seconds * 1000),
        "left": f"{minutes}:{rest:02}",
        "mistakes": range(len(row.missed)),
        "spare": range(rules.MISTAKES - len(row.missed)),
    }
