"""The pages of learners."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.analysis.context import context_of
from games.analysis.machines import history, menace_page
from games.analysis.machines.history import FOES, BadHistory
from games.compute.pool import compute
from games.engines.learning.menace import boxes
from games.engines.learning.training import MOST_SEED
from games.queries.parsing import whole_number
from games.rules.errors import quoted
from games.web.page_limits import limited


@require_safe
@limited("analysis")
def menace(request: HttpRequest) -> HttpResponse:
    """A machine of matchboxes. What is done with it leads to the address of what comes of it."""
    query = request.GET
    try:
        seed = _seed(query.get("seed", str(menace_page.SEED)))
        steps = history.read(query.get("did", ""))
        foe, box = _foe(query.get("foe", "h")), _box(query.get("box", "0"))
        if "set" in query:
            seed, asked = _asked(query, seed, steps)
            return redirect(menace_page.address(seed, history.read("-".join(asked)), foe, box))
        machine = compute(history.machine, seed, steps)
    except BadHistory as error:
        return render(request, "machines/refused.html", {"error": str(error)}, status=400)
    context = context_of(menace_page.page(machine, steps, foe, box))
    return render(request, "machines/menace.html", {**context, "foe": foe})


def _asked(query: QueryDict, seed: int, steps: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The seed and the history after what a button of the form asks for."""
    if "over" in query:
        return _seed(query.get("over", "")), ()
    refill = "y" if "refill" in query else "n"
    if refill != _refill(steps):
        steps = (*steps, refill)
    if practise := query.get("practise", ""):
        steps = history.with_step(steps, f"{_foe(query.get('foe', 'h'))}{practise}")
    elif "shake" in query:
        steps = (*steps, "g")
    elif "fill" in query:
        steps = (*steps, "o")
    elif cell := query.get("cell", ""):
        if not (steps and steps[-1][0] == "g"):
            raise BadHistory(f"cell {quoted(cell)} is played in no game")
        steps = (*steps[:-1], steps[-1] + cell)
    return seed, steps


def _refill(steps: tuple[str, ...]) -> str:
    return next((step for step in reversed(steps) if step in "yn"), "n")


def _seed(text: str) -> int:
    found = whole_number(text, 10)
    if found is None or found > MOST_SEED:
        raise BadHistory(f"seed {quoted(text)} does not fit: expected 0 to {MOST_SEED}")
    return found


def _foe(text: str) -> str:
    if text not in FOES:
        raise BadHistory(f"{quoted(text)} is no opponent: expected one of {', '.join(FOES)}")
    return text


def _box(text: str) -> int:
    found = whole_number(text, 3)
    if found is None or found > len(boxes()):
        raise BadHistory(f"box {quoted(text)} does not fit: expected 1 to {len(boxes())}")
    return found
