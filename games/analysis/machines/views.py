"""The pages of learners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import address, over_limit_from
from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.machines import (
    common,
    expectation_page,
    history,
    learner_page,
    menace_page,
)
from games.analysis.machines.dstru_training import DstruKey
from games.analysis.machines.history import FOES, BadHistory
from games.analysis.machines.jobs import TRAININGS, TrainingRun
from games.analysis.machines.learner_page import CARDS, LearnerCard
from games.analysis.machines.trainings import TrainingKey, stored_learner
from games.compute.pool import compute
from games.drawing.matchboxes import HATCHES
from games.engines import LEARNED
from games.engines.learning.menace import boxes
from games.engines.learning.training import (
    LEARNERS,
    MOST_SEED,
    LearnerOptions,
    settings_from,
    written,
)
from games.engines.options import EngineError
from games.models import CommonGame
from games.queries.parsing import whole_number
from games.rules import BadNotation, Board
from games.rules.errors import RulesError, quoted
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
        if "branch" in query:
            steps = (f"c{_branch(query['branch'])}",)
            return redirect(menace_page.address(seed, steps, foe))
        if "set" in query:
            seed, asked = _asked(query, seed, steps)
            return redirect(menace_page.address(seed, history.read("-".join(asked)), foe, box))
        branch = history.branched_after(steps)
        games = common.COMMON.games(branch) if branch else ""
        machine = compute(history.machine, seed, steps, games)
    except BadHistory as error:
        return _refused(request, str(error))
    context = context_of(menace_page.page(machine, steps, foe, box))
    more = {"foe": foe, "common": False, "since": None, "branch": branch}
    return render(request, "machines/menace.html", {**context, **more})


def _asked(query: QueryDict, seed: int, steps: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The seed and the history after what a button of the form asks for."""
    if "over" in query:
        return _seed(query.get("over", "")), steps[:1] if history.branched_after(steps) else ()
    refill = "y" if "refill" in query else "n"
    if refill != _refill(steps):
        steps = (*steps, refill)
    if practise := query.get("practise", ""):
        if not (games := whole_number(practise, 4)):
            raise BadHistory(f"practise {quoted(practise)} does not fit: expected 1 to 9999 games")
        steps = history.with_step(steps, f"{_foe(query.get('foe', 'h'))}{games}")
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


def _branch(text: str) -> int:
    found = whole_number(text, 5)
    if not found:
        raise BadHistory(
            f"branch {quoted(text)} does not fit: expected a game of the common machine"
        )
    return found


def _box(text: str) -> int:
    found = whole_number(text, 3)
    if found is None or found > len(boxes()):
        raise BadHistory(f"box {quoted(text)} does not fit: expected 1 to {len(boxes())}")
    return found


GAME = "common_machine"
"""Where a session has the game with the common machine."""


@require_http_methods(["GET", "HEAD", "POST"])
@limited("analysis")
def common_machine(request: HttpRequest) -> HttpResponse:
    """The machine that everybody teaches. A move is posted; the game is in the session."""
    machine = common.COMMON.now()
    game = common.from_text(request.session.get(GAME, ""))
    if request.method == "POST" and not ("box" in request.POST or "back" in request.POST):
        if over_limit_from("act", request):
            return _refused(request, "That was too fast. Wait a minute, then play on.", 429)
        try:
            if game is None or game.result is not None:
                game = common.begun(machine)
            else:
                game = common.replied(machine, game, request.POST.get("cell", ""))
        except RulesError as error:
            return _refused(request, str(error))
        request.session[GAME] = common.as_text(game)
        if game.result is not None and not over_limit_from("taught", request):
            common.COMMON.store(game.cells, game.result)
        return redirect("analysis:common_machine")
    try:
        box = _box(request.POST.get("box", "0"))
    except BadHistory as error:
        return _refused(request, str(error))
    shown = replace(machine, game=game)
    context = context_of(menace_page.page(shown, (), "h", box))
    since = CommonGame.objects.values_list("at", flat=True).first()
    return render(
        request, "machines/menace.html", {**context, "common": True, "since": since, "branch": 0}
    )


KINDS = ("td", "q")
Q_GAMES = 60_000
AGAINST = (
    ("self", "Itself"),
    ("random", "Pip, who plays at random"),
    ("smart", "Bruno, who sees wins and blocks"),
    ("perfect", "Sable, who never errs"),
    ("half", "Sable or Pip, by chance at each move"),
)


@require_safe
@limited("analysis")
def machines(request: HttpRequest) -> HttpResponse:
    """Four learners side by side, each in its usual training."""
    cards = tuple(CARDS.values())
    return _page(request, "all", cards, [card.key for card in cards], {})


@require_safe
@limited("analysis")
def training(request: HttpRequest, name: str) -> HttpResponse:
    """One learner, in the training that the address names."""
    card = CARDS.get(name)
    if card is None or card.slug == "menace":
        raise Http404(f"There is no learner {name!r}.")
    try:
        key = _key(request.GET, card)
    except (EngineError, BadHistory) as error:
        return _refused(request, str(error))
    usual = key == card.key
    fields = ("seed", "kind", "epsilon", "alpha", "symmetry", "ties", "against")
    chosen = {} if usual else {one: request.GET[one] for one in fields if one in request.GET}
    return _page(request, name, (card,), [key], chosen)


@require_safe
@limited("analysis")
def learner_file(request: HttpRequest, name: str) -> HttpResponse:
    """The learner of a training that is over, as a file: how it came to be, and what it keeps."""
    card = CARDS.get(name)
    if card is None or card.slug == "menace":
        raise Http404(f"There is no learner {name!r}.")
    try:
        key = _key(request.GET, card)
    except (EngineError, BadHistory) as error:
        return _refused(request, str(error))
    run = TRAININGS.watch(key, _visitor(request, key, card))
    if not run.done:
        return _refused(request, f"The training goes on: {run.games} of {key.games} games.")
    answer = JsonResponse(compute(stored_learner, run.learner))
    answer["Content-Disposition"] = f'attachment; filename="{name}-{key.seed}.json"'
    return answer


def _visitor(request: HttpRequest, key: TrainingKey, card: LearnerCard) -> str:
    """Who asks for a training; nobody in particular for the usual ones."""
    return "" if key == card.key else _somebody(request)


def _somebody(request: HttpRequest) -> str:
    return str(request.user.pk or address(request))


EXPECTATION_SEED = 1


@require_safe
@limited("analysis")
def expectation(request: HttpRequest) -> HttpResponse:
    """A table of values that learns a game of chance, beside what is exactly true."""
    try:
        key = DstruKey(_seed(request.GET.get("seed", str(EXPECTATION_SEED))))
    except BadHistory as error:
        return _refused(request, str(error))
    visitor = "" if key.seed == EXPECTATION_SEED else _somebody(request)
    run = TRAININGS.watch(key, visitor, resume="stop" not in request.GET)
    state = _state([run])
    if unchanged := get_conditional_response(request, etag=state):
        return unchanged
    page = expectation_page.page(run, key)
    return _fresh(render(request, "machines/expectation.html", context_of(page)), state)


def _state(runs: Sequence[TrainingRun[Any]]) -> str:
    """An entity tag of how far trainings are: a page that asks again has what it would be sent."""
    parts = (f"{run.games}.{run.done:d}{run.stopped:d}.{run.place}" for run in runs)
    return f'W/"{"-".join(parts)}"'


def _fresh(answer: HttpResponse, state: str) -> HttpResponse:
    """``answer`` for now only, of trainings in ``state`` or a little further."""
    answer["Cache-Control"], answer["ETag"] = "no-store", state
    return answer


def _page(
    request: HttpRequest,
    name: str,
    cards: tuple[LearnerCard, ...],
    keys: list[TrainingKey],
    chosen: dict[str, str],
) -> HttpResponse:
    try:
        board, at = _board(request.GET.get("board", "")), _at(request.GET.get("at", ""))
    except (BadNotation, BadHistory) as error:
        return _refused(request, str(error))
    stops = "stop" in request.GET
    runs = []
    for card, key in zip(cards, keys, strict=True):
        runs.append(TRAININGS.watch(key, _visitor(request, key, card), resume=not stops))
    state = _state(runs)
    if unchanged := get_conditional_response(request, etag=state):
        return unchanged
    sections, frames = learner_page.sections(name, cards, runs, board, at, chosen)
    goes_on = any(not run.done and not run.stopped for run in runs)
    slug = variations.slug_of(board)
    context = {
        "name": name,
        "sections": sections,
        "frames": frames,
        "charts": learner_page.chart(sections, at),
        "results": learner_page.results_chart(sections[0]) if len(sections) == 1 else [],
        "summary": learner_page.summary(sections),
        "table": learner_page.table(sections),
        "board": board,
        "at": at,
        "goes_on": goes_on,
        "stopped": any(run.stopped for run in runs),
        "here": learner_page.address(name, slug, at, chosen),
        "moments": [
            (
                title,
                variations.plain(moment),
                learner_page.address(name, moment, at, chosen),
                moment == slug,
            )
            for title, moment in zip(learner_page.MOMENT_NAMES, learner_page.MOMENTS, strict=True)
        ],
        "settings": written(keys[0].settings),
        "key": keys[0],
        "command": command(keys[0]),
        "file": learner_page.file_address(name, chosen),
        "engine": LEARNED[board.VARIANT].get(cards[0].slug),
        "against": AGAINST,
        "symbols": HATCHES,
    }
    return _fresh(render(request, "machines/trainings.html", context), state)


def command(key: TrainingKey) -> str:
    """What repeats a training in a terminal."""
    usual, words = written(LEARNERS[key.slug].DEFAULTS), written(key.settings)
    more = "".join(f" --{name} {word}" for name, word in words.items() if word != usual[name])
    return f"python manage.py learn {key.slug} --games {key.games} --seed {key.seed}{more}"


def _key(query: QueryDict, card: LearnerCard) -> TrainingKey:
    """The training that a form asks for. Raises EngineError or BadHistory, quoting what is bad."""
    slug = query.get("kind", card.slug) if card.name == "table" else card.slug
    if slug not in (card.slug, *(KINDS if card.name == "table" else ())):
        raise BadHistory(f"kind {quoted(slug)} does not fit: expected {' or '.join(KINDS)}")
    kind = LEARNERS[slug]
    options = LearnerOptions(**{name: query.get(name) or None for name in kind.FIELDS})
    settings = settings_from(kind, options)
    games = Q_GAMES if slug == "q" else card.games
    return TrainingKey(slug, _seed(query.get("seed", str(card.seed))), games, settings)


def _board(text: str) -> Board:
    """A position that the learners know. Raises BadNotation."""
    board = variations.read(text or learner_page.MOMENTS[0])
    if board.VARIANT != boxes()[0].board.VARIANT:
        raise BadNotation(
            f"{quoted(variations.plain(text))} is of a game that no learner plays here"
        )
    return board


def _at(text: str) -> int | None:
    if not text:
        return None
    found = whole_number(text, 6)
    if found is None:
        raise BadHistory(f"game {quoted(text)} does not fit: expected a whole number")
    return found


def _refused(request: HttpRequest, error: str, status: int = 400) -> HttpResponse:
    return render(request, "machines/refused.html", {"error": error}, status=status)
