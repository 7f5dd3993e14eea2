"""The HTTP twin of the socket: the same bodies, for scripts and where sockets are blocked."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from accounts.limits import over_limit
from games import presenters, selectors, services
from games.live import protocol
from games.live.hub import hub
from games.match import Match, Refused

Answer = Callable[..., HttpResponse]


Word = Annotated[str, msgspec.Meta(max_length=64)]
"""Whatever is longer names nothing here, and is not to be given back whole."""


class ClockSetting(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds each side starts with, and gains with every move."""

    base: int
    increment: int = 0


class RulesSetting(msgspec.Struct, forbid_unknown_fields=True):
    exact: bool = False
    dos: Word = "neutral"


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/games/``."""

    variant: Word
    opponent: Word
    seat: Word = "random"
    clock: ClockSetting | None = None
    rated: bool = False
    rules: RulesSetting = msgspec.field(default_factory=RulesSetting)


class JoinGame(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/games/<id>/join/``; without a seat the first free one is taken."""

    seat: Word | None = None


def answers(*methods: str) -> Callable[[Answer], Answer]:
    """Refuse other methods than ``methods``, and turn the table's refusals into data."""
    return lambda view: _refusing(view, methods)


def _refusing(view: Answer, methods: tuple[str, ...]) -> Answer:
    """``view``, with every refusal an answer that has its code, status and the current game."""

    @never_cache
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method not in methods:
            text = f"{request.method} is not understood here: expected {' or '.join(methods)}."
            response = _refusal("bad_method", text, 405)
            response["Allow"] = ", ".join(methods)
            return response
        try:
            return view(request, *args, **kwargs)
        except selectors.NoSuchGame as error:
            return _refusal("no_such_game", str(error), 404)
        except services.ActionRefused as refused:
            game = _snapshot(request, refused.match)
            return _refusal(refused.code, refused.message, game=game)
        except Refused as refused:
            return _refusal(refused.code, refused.message)
        except protocol.BadMessage as error:
            return _refusal("bad_message", str(error))

    return wrapper


def seated(view: Answer) -> Answer:
    """Refuse visitors who have not logged in, as data rather than with a login page."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            raise Refused("login_required", "Log in to play.")
        return view(request, *args, **kwargs)

    return wrapper


@answers("POST")
@seated
def create(request: HttpRequest) -> HttpResponse:
    """Make a game: 201 with its snapshot and address."""
    body = _body(request, NewGame)
    user: Any = request.user
    if wait := over_limit("create_game", user.pk):
        raise Refused("too_fast", f"Too many new games. Try again in {wait} seconds.")
    wanted = services.Request(
        variant=body.variant,
        opponent=body.opponent,
        seat=body.seat,
        clock=(body.clock.base, body.clock.increment) if body.clock else None,
        rated=body.rated,
        rules=services.Rules(body.rules.exact, body.rules.dos),
    )
    match = services.new_game(user_id=user.pk, name=user.name, request=wanted)
    url = request.build_absolute_uri(presenters.game_url(match.id))
    return JsonResponse({"game": _snapshot(request, match), "url": url}, status=201)


@answers("GET", "HEAD")
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The snapshot, or 304 when the client's ``since`` is the newest version."""
    match = services.settle(selectors.match(game_id))
    hub.polled(match, request.user.pk)
    since = request.GET.get("since")
    if since is not None:
        if not (since.isascii() and since.isdigit() and len(since) < 12):
            raise protocol.BadMessage(f"since={since[:40]!r}: expected a version number.")
        if match.version <= int(since):
            return HttpResponse(status=304)
    return JsonResponse(_snapshot(request, match))


@answers("GET", "HEAD")
def presence(request: HttpRequest, game_id: str) -> HttpResponse:
    """Who is here: what the socket says by itself. Asking counts as being here."""
    hub.polled(selectors.match(game_id), request.user.pk)
    return JsonResponse(hub.presence_message(game_id))


@answers("POST")
@seated
def actions(request: HttpRequest, game_id: str) -> HttpResponse:
    """Act: 200 with the ack and the snapshot once what it led to is kept."""
    if over_limit("act", request.user.pk):
        raise Refused("too_fast", "Slow down: too many actions.")
    message = protocol.parse_act(_text(request))
    gone = hub.presence.gone(game_id)
    action = message.by(request.user.pk, gone)
    accepted = services.act_and_settle(game_id=game_id, action=action)
    answer = protocol.ack(message.id, accepted.version)
    return JsonResponse({**answer, "game": _snapshot(request, accepted.match)})


@answers("POST")
@seated
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take a free seat: 200 with the snapshot."""
    body = _body(request, JoinGame) if request.body else JoinGame()
    user: Any = request.user
    match = services.join(game_id=game_id, user_id=user.pk, name=user.name, seat=body.seat)
    return JsonResponse(_snapshot(request, match))


def _snapshot(request: HttpRequest, match: Match) -> dict[str, Any]:
    presence, _ = hub.presence.of(match.id)
    return presenters.snapshot(match, request.user.pk, services.now_ms(), presence)


def _refusal(
    code: str, message: str, status: int | None = None, game: dict[str, Any] | None = None
) -> JsonResponse:
    body = protocol.refused(code, message, game)
    return JsonResponse(body, status=status or protocol.HTTP_STATUS[code])


def _text(request: HttpRequest) -> str:
    try:
        return request.body.decode()
    except UnicodeDecodeError:
        raise protocol.BadMessage("The body is not UTF-8 text.") from None


def _body(request: HttpRequest, shape: Any) -> Any:
    text = _text(request)
    try:
        return msgspec.json.decode(text, type=shape)
    except (ValueError, RecursionError) as error:
        raise protocol.BadMessage(f"{text[:80]!r} is not understood: {error}.") from None
