"""The pages of games. Each is drawn whole by the server and works without scripts."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import people
from accounts.guests import TooOften, User, count_new_game, playing
from accounts.limits import over_limit
from games import characters, presenters, services
from games.live import protocol
from games.live.hub import hub
from games.live.visitor_pages import same_for_visitors
from games.match import FINISHED, LOBBY, Action, Match, RefusalCode, Refused, Verb
from games.queries import meetings, selectors
from games.queries.lobby import ladder_games, longest_waiting, open_games
from games.queries.paging import MOST_COUNTED, CappedPaginator
from games.queries.parsing import whole_number
from games.rules import VARIANTS
from games.web import new_game, remarks, waiting
from games.web.forms import CLOCKS, HistoryForm, NewGameForm, PairForm

GAMES_PER_PAGE = 24

FILTERED_PAGES = 5
"""How far a filtered history is counted: what is rare takes long to find."""

RUNNING_PER_PAGE = 12
"""How many of a person's games that go on stand above a page of finished ones."""

MOST_LOOKED_AT, MOST_WAITING, MOST_OF_LADDER = 200, 60, 4
"""How many open games the lobby looks at, and of how many it shows, whose openers are there."""

WISHES = ("opponent", "seat", "third", "reading", "clock", "rated")
"""What an address can wish for on the form of a new game."""

LOGGED_OUT = "You are not logged in any more. Log in again, and you are back in your game."


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
        match = selectors.match(game_id)
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    match, now = services.advance(match), services.now_ms()
    viewer = request.user.pk
    invite = request.build_absolute_uri(presenters.game_url(game_id))
    hub.attendance.record_poll(match, viewer)
    gone = hub.attendance.gone(match)
    presence, watchers = hub.attendance.presence.of(game_id)
    context = {
        "game": match,
        "snapshot": presenters.snapshot(match, viewer, now, presence),
        "page": presenters.page_context(
            match, viewer, _ply(request), invite, gone, meetings.past_of(match, viewer)
        ),
        "watchers": watchers,
        "wait": waiting.wait_of(match, viewer, watchers),
        "change": waiting.change_of(match, viewer),
        "elsewhere": waiting.elsewhere(viewer, game_id),
        "ratings": _rating_changes(match),
        "action_id": str(uuid.uuid4()),
        "remarks": remarks.heard_by(request.user, match),
        "sayings": remarks.choices_of(request.user, match),
        "match": match,
        **extra,
    }
    return render(request, template, context)


@require_POST
def act(request: HttpRequest, game_id: str) -> HttpResponse:
    """Act by a plain form; answers the page as it then is."""
    if not request.user.is_authenticated:
        messages.info(request, LOGGED_OUT)
        return redirect_to_login(_next(request, game_id))
    try:
        message = protocol.parse_act(json.dumps(_act_fields(request)))
        if over_limit("act", request.user.pk):
            raise Refused(RefusalCode.TOO_FAST, "You are too fast. Wait a moment and try again.")
        claims = message.claims
        gone = hub.attendance.gone(selectors.match(game_id)) if claims else frozenset[str]()
        action = message.by(request.user.pk, gone)
        accepted = services.act_and_advance(game_id=game_id, action=action)
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    except (Refused, protocol.BadMessage) as error:
        messages.error(request, str(error))
        return redirect(_next(request, game_id))
    rematch = accepted.match.rematch_game
    if message.action == Verb.REMATCH and rematch:
        return redirect(presenters.game_url(rematch))
    return redirect(_next(request, game_id))


@require_POST
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take a free seat."""
    seat = request.POST.get("seat") or None
    try:
        with playing(request) as user:
            services.join(game_id=game_id, user_id=user.pk, name=user.name, seat=seat)
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(presenters.game_url(game_id))


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Start a game: with one tap, or from the list of all engines with their switches."""
    wanted = request.POST.get("variant") or request.GET.get("variant") or ""
    last = new_game.remembered_variant(request.session)
    variant = wanted if wanted in VARIANTS else last
    wishes = {key: request.GET[key] for key in WISHES if key in request.GET}
    last_settings = new_game.remembered(request.session, variant)
    sent: Mapping[str, str] = request.POST.dict()
    if "tap" in request.POST:
        sent = new_game.tapped(sent, last_settings, VARIANTS[variant])
    initial = last_settings | wishes
    form = NewGameForm(sent or None, variant=variant, user_id=request.user.pk, initial=initial)
    if request.method == "POST" and form.is_valid():
        opened = _open(request, form)
        if opened is not None:
            if "meanwhile" not in request.POST:
                new_game.remember(request.session, form)
            return redirect(opened)
    return _new_page(request, form, wishes)


@require_POST
def first_move(request: HttpRequest) -> HttpResponse:
    """Start a game with the move that was made on a board that waits for one."""
    start = presenters.first_board()
    cell = request.POST.get("cell", "")
    if cell not in map(str, start.snapshot["legal"]):
        messages.error(request, f"{cell[:40]!r} is not a free cell of this board.")
        return redirect("home")
    asked = start.request
    wanted = services.Request(asked["variant"], asked["opponent"], asked["seat"])
    with playing(request) as user:
        count_new_game(request, user)
        match = services.new_game(user_id=user.pk, name=user.name, request=wanted)
        move = Action(Verb.PLACE, match.version, str(uuid.uuid4()), int(cell), user.pk)
        services.act_and_advance(game_id=match.id, action=move)
    return redirect(presenters.game_url(match.id))


def _new_page(request: HttpRequest, form: NewGameForm, wishes: dict[str, str]) -> HttpResponse:
    """The page of one tap, or the list of engines where that was asked for or is needed."""
    status = 400 if form.errors else 200
    listed = "tap" not in request.POST if request.method == "POST" else "engines" in request.GET
    if listed or not new_game.has_quick_start(wishes, form.board):
        return render(request, "games/new_engines.html", {"form": form}, status=status)
    context = {
        "form": form,
        "quick": new_game.quick_page(form, request.session, waiting.queue()),
        "games": presenters.showcase(),
    }
    return render(request, "games/new.html", context, status=status)


@require_safe
@same_for_visitors("lobby")
def lobby(request: HttpRequest) -> HttpResponse:
    """Games that wait for an opponent, and games to watch."""
    viewer = request.user.pk
    apart = people.apart_from(viewer)
    longest = longest_waiting(MOST_LOOKED_AT, apart)
    present = [one.id for one in longest if hub.attendance.opener_present(one)][:MOST_WAITING]
    games = open_games().filter(id__in=present) if present else ()
    cards = [presenters.card(game, viewer) for game in games]
    own = next((card for card in cards if card.mine), None)
    nearest = waiting.nearest(own, viewer) if own else None
    context = {
        "games": cards,
        "quick": presenters.quick(CLOCKS),
        "elsewhere": waiting.elsewhere(viewer),
        "offers": presenters.offers(own.variant, nearest.who if nearest else None) if own else (),
        "nearest": nearest,
        "running": waiting.running(apart),
        "ladder": [presenters.card(game, None) for game in ladder_games(MOST_OF_LADDER)],
        "first": characters.rivals(next(iter(VARIANTS)))[0],
        "seats": [seat for board in VARIANTS.values() for seat in board.SEATS],
    }
    return render(request, "games/lobby.html", context)


@require_POST
def pair(request: HttpRequest) -> HttpResponse:
    """Quick pairing: redirects to the game that was found or opened."""
    form = PairForm(request.POST)
    if not form.is_valid():
        asked = request.POST.get("terms", "")[:40]
        messages.error(request, f"The lobby offers no game {asked!r}. Choose another.")
        return redirect("games:lobby")
    try:
        with playing(request) as user:
            count_new_game(request, user)
            wanted = form.request()
            match = services.pair(
                user_id=user.pk,
                name=user.name,
                request=wanted,
                present=hub.attendance.opener_present,
            )
    except (Refused, TooOften) as refused:
        messages.error(request, str(refused))
        return redirect("games:lobby")
    return redirect(presenters.game_url(match.id))


@login_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """A person's own games, newest first: running ones, then finished ones, with filters."""
    form = HistoryForm(request.GET)
    viewer = cast("int", request.user.pk)
    if not form.is_valid():
        return render(request, "games/history.html", {"filters": form}, status=400)
    wanted = form.filters()
    rows = selectors.finished_games(viewer, wanted)
    most = FILTERED_PAGES if any(wanted.values()) else MOST_COUNTED
    page = CappedPaginator(rows, GAMES_PER_PAGE, most=most).get_page(request.GET.get("page"))
    cards = [presenters.card(game, viewer) for game in page.object_list]
    context = {"page": page, "games": cards, "filters": form, "filtered": any(wanted.values())}
    if request.GET.keys() <= {"running"}:
        going_on = CappedPaginator(selectors.running_games(viewer), RUNNING_PER_PAGE)
        shown = context["going_on"] = going_on.get_page(request.GET.get("running"))
        context["running"] = [presenters.card(game, viewer) for game in shown.object_list]
    return render(request, "games/history.html", context)


def _rating_changes(match: Match) -> list[presenters.RatingLine]:
    """How the rated pair that this game closed changed both ratings."""
    if not (match.closes_pair and match.status == FINISHED):
        return []
    return [presenters.rating_change(change) for change in selectors.rating_changes(match.id)]


def _open(request: HttpRequest, form: NewGameForm) -> str | None:
    """Open the game of a valid form: its address, or None with the reason on the form.

    One's game that waits is given up for it once nothing forbids another one. Somebody who sat
    down there meanwhile is met.
    """
    left = request.POST.get("instead", "")
    try:
        with playing(request) as user:
            count_new_game(request, user)
            if left:
                services.require_no_maintenance()
                if not waiting.give_up(left, user.pk):
                    return presenters.game_url(left)
            match = _begin(user, form.request(), tapped="tap" in request.POST)
    except (Refused, TooOften) as refused:
        form.add_error(None, str(refused))
        return None
    return presenters.game_url(match.id)


def _begin(user: User, wanted: services.Request, *, tapped: bool) -> Match:
    """Open the game; "Anyone" joins a game that waits on the same terms."""
    if tapped and wanted.opponent == LOBBY and wanted.rules == services.Rules():
        return services.pair(
            user_id=user.pk, name=user.name, request=wanted, present=hub.attendance.opener_present
        )
    return services.new_game(user_id=user.pk, name=user.name, request=wanted)


def _act_fields(request: HttpRequest) -> dict[str, str | int]:
    """A posted form as a message of the protocol; text in place of a number is refused there."""
    fields: dict[str, str | int] = {"type": "act"}
    for key in ("id", "action", "version", "cell", "number"):
        value = request.POST.get(key)
        if value is not None:
            number = whole_number(value, 16) if key in ("version", "cell", "number") else None
            fields[key] = value if number is None else number
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
    return whole_number(request.GET.get("ply", ""), 3)
