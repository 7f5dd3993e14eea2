"""The same messages as the socket's over HTTP, for programs and where sockets are blocked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypedDict, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.views.decorators.cache import never_cache

from accounts.guests import TooOften, User, count_new_game, playing
from accounts.limits import over_limit
from accounts.tokens import ApiToken, Scope, allows
from games import presenters, services
from games.api.programs.operations import KEY, Operation, Parameter, no_scope, operation
from games.live import protocol
from games.live.hub import hub
from games.match import Match, RefusalCode, Refused
from games.queries import selectors
from games.queries.parsing import shortly, whole_number
from games.services.new import LONGEST_CLOCK

Answer = Callable[..., HttpResponse]

Body = TypeVar("Body")

Word = Annotated[str, msgspec.Meta(max_length=64)]
"""Anything longer names nothing here, and messages must not repeat it whole."""


EngineWord = Annotated[str, msgspec.Meta(max_length=160)]
"""Who plays: an engine comes with its switches."""


def _between(least: int, most: int) -> msgspec.Meta:
    """Says so in the schema; a service refuses other numbers."""
    return msgspec.Meta(extra_json_schema={"minimum": least, "maximum": most})


class ClockSetting(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds each side starts with, and gains with every move."""

    base: Annotated[int, _between(1, LONGEST_CLOCK[0])]
    increment: Annotated[int, _between(0, LONGEST_CLOCK[1])] = 0


class RulesSetting(msgspec.Struct, forbid_unknown_fields=True):
    """``exact`` and ``most`` are the optional rules of games that have one."""

    exact: bool = False
    most: bool = False
    dos: EngineWord = "neutral"

    @property
    def option(self) -> str:
        """The optional rule that is asked for; no game has two."""
        return " and ".join(name for name in ("exact", "most") if getattr(self, name))


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/games/``."""

    variant: Word
    opponent: EngineWord
    seat: Word = "random"
    clock: ClockSetting | None = None
    rated: bool = False
    rules: RulesSetting = msgspec.field(default_factory=RulesSetting)


class Created(TypedDict):
    game: presenters.Snapshot
    url: str


class Acted(protocol.AckFrame):
    """The ack of an action, with the game as it stands after it and an engine's reply."""

    game: presenters.Snapshot


class JoinGame(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/games/<id>/join/``; without a seat the first free one is taken."""

    seat: Word | None = None


SINCE = Parameter(
    "since", "Answer 304 if this version is the newest.", {"type": "integer", "minimum": 0}
)


def serving(operations: Sequence[Operation]) -> Answer:
    """Make the view of an address from its ``operations``.

    It refuses other methods, checks scopes, and answers every refusal with its code, status and the
    current game.
    """
    known = {one.method: one for one in operations}
    methods = [name for one in known for name in ((one, "HEAD") if one == "GET" else (one,))]

    @never_cache
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        asked = known.get("GET" if request.method == "HEAD" else request.method or "")
        if asked is None:
            return bad_method(request, methods)
        try:
            require_scope(request, asked)
            answer: HttpResponse = asked.serve(request, *args, **kwargs)
            return answer
        except selectors.NoSuchGame as error:
            return refusal(RefusalCode.NO_SUCH_GAME, str(error), 404)
        except services.NoSuchChallenge as error:
            return refusal(RefusalCode.NO_SUCH_ADDRESS, str(error), 404)
        except services.ActionRefused as refused:
            game = _snapshot(request, refused.match)
            return refusal(refused.code, refused.message, game=game, wait=refused.wait)
        except Refused as refused:
            return refusal(refused.code, refused.message, wait=refused.wait)
        except TooOften as error:
            return refusal(RefusalCode.TOO_FAST, str(error), wait=error.wait)
        except protocol.BadMessage as error:
            return refusal(RefusalCode.BAD_MESSAGE, str(error))

    return view


def require_scope(request: HttpRequest, asked: Operation) -> None:
    """Raise Refused for a token without a scope that the operation needs. Sessions have all."""
    token: ApiToken | None = getattr(request, "token", None)
    if token is not None and asked.scopes and not allows(token, *asked.scopes):
        raise Refused(RefusalCode.NO_SCOPE, no_scope(asked))


def person(request: HttpRequest) -> User:
    """The person who asks. Raises Refused for a visitor."""
    if not request.user.is_authenticated:
        raise Refused(RefusalCode.LOGIN_REQUIRED, "Log in, or send a token.")
    return request.user


@operation(
    "POST",
    "games/",
    "create",
    {201: Created},
    (422,),
    (Scope.PLAY,),
    {"body": NewGame, "parameters": (KEY,)},
)
def create(request: HttpRequest) -> HttpResponse:
    """Make a game; answer its snapshot and address, and the same again for a repeated key.

    A visitor without a session becomes a guest and gets one.
    """
    body = body_of(request, NewGame)
    wanted = services.Request(
        variant=body.variant,
        opponent=body.opponent,
        seat=body.seat,
        clock=(body.clock.base, body.clock.increment) if body.clock else None,
        rated=body.rated,
        rules=services.Rules(body.rules.option, body.rules.dos),
    )
    with playing(request) as user:
        match = opened(request, user, wanted)
    url = request.build_absolute_uri(presenters.game_url(match.id))
    return JsonResponse({"game": _snapshot(request, match), "url": url}, status=201)


def opened(request: HttpRequest, user: User, wanted: services.Request) -> Match:
    """Open the ``wanted`` game, or return the one that its key has opened before."""
    key = idempotency_key(request)
    once = services.request_key(user.pk, key, wanted) if key is not None else None
    if once and (match := services.opened_before(once)) is not None:
        return match
    count_new_game(request, user)
    if once is None:
        return services.new_game(user_id=user.pk, name=user.name, request=wanted)
    return services.new_game_once(user_id=user.pk, name=user.name, request=wanted, key=once)


def idempotency_key(request: HttpRequest, most: int = 255) -> str | None:
    """The idempotency key of a request, or None. Raises BadMessage."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not re.fullmatch(rf"[\x21-\x7e]{{1,{most}}}", key):
        raise protocol.BadMessage(
            f"Idempotency-Key {key[:80]!r}: expected 1 to {most} printable characters of ASCII "
            "without spaces."
        )
    return key


@operation(
    "GET",
    "games/<game:game_id>/",
    "game",
    {200: presenters.Snapshot, 304: None},
    (400, 404),
    options={"parameters": (SINCE,)},
)
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game as it stands; 304 when ``since`` is the newest version."""
    match = services.current_match(game_id)
    hub.attendance.record_poll(match, request.user.pk)
    since = request.GET.get("since")
    if since is not None:
        if (known := whole_number(since, 11)) is None:
            raise protocol.BadMessage(f"since={since[:40]!r}: expected a version number.")
        if match.version <= known:
            return HttpResponse(status=304)
    return JsonResponse(_snapshot(request, match))


@operation(
    "GET", "games/<game:game_id>/presence/", "presence", {200: protocol.PresenceFrame}, (404,)
)
def presence(request: HttpRequest, game_id: str) -> HttpResponse:
    """Who is connected to a game. This request counts as a connection."""
    hub.attendance.record_poll(selectors.match(game_id), request.user.pk)
    return JsonResponse(hub.attendance.message(game_id))


@operation(
    "POST",
    "games/<game:game_id>/actions/",
    "actions",
    {200: Acted},
    (404, 409, 422),
    (Scope.PLAY,),
    {"body": protocol.Act},
)
def actions(request: HttpRequest, game_id: str) -> HttpResponse:
    """Act in a game: the ack and the snapshot, once the result is stored."""
    count_act(user := person(request))
    message = protocol.parse_act(_text(request))
    gone = hub.attendance.gone(selectors.match(game_id)) if message.claims else frozenset[str]()
    action = message.by(user.pk, gone)
    accepted = services.act_and_advance(game_id=game_id, action=action)
    answer = protocol.ack(message.id, accepted.version)
    return JsonResponse({**answer, "game": _snapshot(request, accepted.match)})


@operation(
    "POST",
    "games/<game:game_id>/join/",
    "join",
    {200: presenters.Snapshot},
    (404, 409, 422),
    (Scope.PLAY,),
    {"body": JoinGame, "optional_body": True},
)
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take a free seat. A visitor becomes a guest by it."""
    body = optional_body_of(request, JoinGame)
    with playing(request) as user:
        match = services.join(game_id=game_id, user_id=user.pk, name=user.name, seat=body.seat)
    return JsonResponse(_snapshot(request, match))


def count_act(user: User) -> None:
    """Count one more action of ``user`` over HTTP. Raises TooOften."""
    if wait := over_limit("act", user.pk):
        raise TooOften("You are too fast. Wait a moment and try again.", wait)


def _snapshot(request: HttpRequest, match: Match) -> presenters.Snapshot:
    presence, _ = hub.attendance.presence.of(match.id)
    return presenters.snapshot(match, request.user.pk, services.now_ms(), presence)


def refusal(
    code: RefusalCode,
    message: str,
    status: int | None = None,
    game: presenters.Snapshot | None = None,
    wait: int = 0,
) -> JsonResponse:
    body = protocol.refused(code, message, game)
    answer = JsonResponse(body, status=status or protocol.HTTP_STATUS[code])
    if wait:
        answer["Retry-After"] = str(wait)
    return answer


def bad_method(request: HttpRequest, methods: Sequence[str]) -> JsonResponse:
    """405 for a request whose method is none of ``methods``."""
    text = f"{request.method} is not understood here: expected {' or '.join(methods)}."
    response = refusal(RefusalCode.BAD_METHOD, text, 405)
    response["Allow"] = ", ".join(methods)
    return response


def _text(request: HttpRequest) -> str:
    try:
        return request.body.decode()
    except RawPostDataException:  # the check for a CSRF token has read the form
        raise protocol.BadMessage("The body is a form: expected JSON.") from None
    except UnicodeDecodeError:
        raise protocol.BadMessage("The body is not UTF-8 text.") from None


def body_of(request: HttpRequest, shape: type[Body]) -> Body:
    """The body as ``shape``, which it has to be. Raises BadMessage."""
    return _decoded(_text(request), shape)


def optional_body_of(request: HttpRequest, shape: type[Body]) -> Body:
    """The same of a body that may be left out: then every field has its default."""
    return _decoded(_text(request) or "{}", shape)


def _decoded(text: str, shape: type[Body]) -> Body:
    try:
        return msgspec.json.decode(text, type=shape)
    except (ValueError, RecursionError) as error:
        raise protocol.BadMessage(f"{text[:80]!r} is not understood: {shortly(error)}.") from None
