"""The pages of games. Each is drawn whole by the server and works without scripts."""

from __future__ import annotations

import uuid
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import over_limit
from games import presenters, selectors, services
from games.forms import CLOCKS, HistoryForm, NewGameForm, PairForm, rival_engines
from games.live import protocol
from games.live.hub import hub
from games.match import FINISHED, Match, Refused
from games.rules import VARIANTS

GAMES_PER_PAGE = 24

WISHES = ("opponent", "seat", "third", "reading", "clock", "rated")
"""What an address can wish for on the form of a new game."""


@never_cache
@ensure_csrf_cookie
@require_safe
def game_page(
    request: HttpRequest, game_id: str, *, template: str = "games/game.html", **extra: Any
) -> HttpResponse:
    """The page of any game, for players and watchers; ``?ply=`` shows an earlier position.

    Other apps draw the same page with a ``template`` that extends it and ``extra`` context.
    """
    try:
        match, row = selectors.load(game_id)
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    match, now = services.settle(match), services.now_ms()
    viewer = request.user.pk
    invite = request.build_absolute_uri(presenters.game_url(game_id))
    hub.polled(match, viewer)
    presence, watchers = hub.presence.of(game_id)
    context = {
        "game": row,
        "snapshot": presenters.snapshot(match, viewer, now, presence),
        "table": presenters.table(match, viewer, now, _ply(request), invite, hub.gone(match)),
        "watchers": watchers,
        "ratings": _rating_changes(match),
        "action_id": str(uuid.uuid4()),
        "match": match,
        **extra,
    }
    return render(request, template, context)


@require_POST
def act(request: HttpRequest, game_id: str) -> HttpResponse:
    """The plain form's way to act; the answer is the page as it then stands."""
    if not request.user.is_authenticated:
        return redirect_to_login(_next(request, game_id))
    try:
        message = protocol.parse_act(protocol.encode(_act_fields(request)).decode())
        if over_limit("act", request.user.pk):
            raise Refused("too_fast", "Slow down: too many actions.")
        action = message.by(request.user.pk, hub.presence.gone(game_id))
        accepted = services.act_and_settle(game_id=game_id, action=action)
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    except (Refused, protocol.BadMessage) as error:
        messages.error(request, str(error))
        return redirect(_next(request, game_id))
    rematch = accepted.match.rematch_game
    if message.action == "rematch" and rematch:
        return redirect(presenters.game_url(rematch))
    return redirect(_next(request, game_id))


@require_POST
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    """Sit down; who has to log in first comes back to the game, where the seat is shown."""
    user: Any = request.user
    if not user.is_authenticated:
        return redirect_to_login(presenters.game_url(game_id))
    try:
        services.join(
            game_id=game_id, user_id=user.pk, name=user.name, seat=request.POST.get("seat") or None
        )
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(presenters.game_url(game_id))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choose a game, an opponent, a seat and a clock."""
    wanted = request.POST.get("variant") or request.GET.get("variant") or ""
    variant = wanted if wanted in VARIANTS else next(iter(VARIANTS))
    initial = {key: request.GET[key] for key in WISHES if key in request.GET}
    form = NewGameForm(request.POST or None, variant=variant, initial=initial)
    if request.method == "POST" and form.is_valid():
        opened = _open(request, form)
        if opened is not None:
            return redirect(opened)
    status = 400 if form.errors else 200
    context = {
        "form": form,
        "engines": list(rival_engines(form.board).values()),
        "games": presenters.showcase(),
        "variant": variant,
    }
    return render(request, "games/new.html", context, status=status)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Games that wait for an opponent."""
    viewer = request.user.pk
    rows = [game for game in selectors.open_games()[:200] if hub.waits(game)][:60]
    cards = [presenters.card(game, viewer) for game in rows]
    return render(request, "games/lobby.html", {"games": cards, "quick": presenters.quick(CLOCKS)})


@require_POST
def pair(request: HttpRequest) -> HttpResponse:
    """Quick pairing: to the game that was found, or to one that waits."""
    user: Any = request.user
    if not user.is_authenticated:
        return redirect_to_login(reverse("games:lobby"))
    form = PairForm(request.POST)
    if wait := over_limit("create_game", user.pk):
        messages.error(request, f"Too many new games. Try again in {wait} seconds.")
    elif not form.is_valid():
        messages.error(request, "There is no such game to be paired for.")
    else:
        try:
            match = services.pair(
                user_id=user.pk, name=user.name, request=form.request(), present=hub.waits
            )
            return redirect(presenters.game_url(match.id))
        except Refused as refused:
            messages.error(request, refused.message)
    return redirect("games:lobby")


@login_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """A person's own finished games, newest first, with filters."""
    form = HistoryForm(request.GET)
    viewer = cast("int", request.user.pk)
    if not form.is_valid():
        return render(request, "games/history.html", {"filters": form}, status=400)
    rows = selectors.finished_games(viewer, form.cleaned_data)
    page = Paginator(rows, GAMES_PER_PAGE).get_page(request.GET.get("page"))
    cards = [presenters.card(game, viewer) for game in page.object_list]
    context = {"page": page, "games": cards, "filters": form}
    return render(request, "games/history.html", context)


def _rating_changes(match: Match) -> list[dict[str, Any]]:
    """What the rated pair that this game closed did to both ratings."""
    if not (match.closes_pair and match.status == FINISHED):
        return []
    return [presenters.rating_change(change) for change in selectors.rating_changes(match.id)]


def _open(request: HttpRequest, form: NewGameForm) -> str | None:
    """Open the game of a valid form: its address, or None with the reason on the form."""
    user: Any = request.user
    if wait := over_limit("create_game", user.pk):
        form.add_error(None, f"Too many new games. Try again in {wait} seconds.")
        return None
    try:
        match = services.new_game(user_id=user.pk, name=user.name, request=form.request())
    except Refused as refused:
        form.add_error(None, refused.message)
        return None
    return presenters.game_url(match.id)


def _act_fields(request: HttpRequest) -> dict[str, Any]:
    """A posted form as a message of the protocol; what is no number stays text and is refused."""
    fields: dict[str, Any] = {"type": "act"}
    for key in ("id", "action", "version", "cell"):
        value = request.POST.get(key)
        if value is not None:
            number = key in ("version", "cell") and value.isascii() and value.isdigit()
            fields[key] = int(value) if number and len(value) < 12 else value
    return fields


def _next(request: HttpRequest, game_id: str) -> str:
    wanted = request.POST.get("next", "")
    # Django takes a word without a slash for the name of a page, and finds none.
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, request.is_secure()
    ):
        return wanted
    return presenters.game_url(game_id)


def _ply(request: HttpRequest) -> int | None:
    text = request.GET.get("ply", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None
