"""Moves of programs, as in lichess' Bot API and Board API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.guests import User
from accounts.tokens import Scope
from games import services
from games.api.programs.operations import Parameter, operation
from games.api.views import count_act, idempotency_key, person
from games.live import protocol
from games.live.hub import hub
from games.match import Action, Match, RefusalCode, Refused, Verb, move_verb
from games.queries import selectors
from games.queries.parsing import whole_number
from games.rules.errors import IllegalMove
from games.rules.shape import parse_cell

BOTS_ONLY = "Only bot accounts play here. POST /api/bot/account/upgrade makes one of an account."

ANSWERS = {"yes": True, "no": False, "true": True, "false": False}
"""Answers to an offer, as lichess takes them."""

LONGEST = 9
"""Digits of a cell's number at most; so many name no cell."""

Asked = tuple[Verb, int | None]
"""A verb, and the cell of a move."""

TRIES = 5
"""How often a move is made again that another change, such as an offer, was faster than."""

VERSION = Parameter(
    "version",
    "The version that you answer, from the stream: if there is a newer one the move is refused.",
    {"type": "integer", "minimum": 0},
)

ACTION_KEY = Parameter(
    "Idempotency-Key",
    "Sent again with the same key, the action is not done again and gets the same answer.",
    {"type": "string", "pattern": r"^[\x21-\x7e]{1,36}$"},
    "header",
)


class Moved(TypedDict):
    """``version`` is the one that the action led to."""

    ok: bool
    version: int


Serve = TypeVar("Serve", bound=Callable[..., HttpResponse])


@dataclass(frozen=True, slots=True)
class game_operation:  # noqa: N801  a decorator
    """Declare an action in a game twice, as lichess has it: under ``bot`` for bot accounts, and
    under ``board`` for everybody.
    """

    action: str
    name: str

    def __call__(self, serve: Serve) -> Serve:
        for part, tag, prefix in (("bot", "Bots", ""), ("board", "Board", "board_")):
            operation(
                "POST",
                f"{part}/game/<game:game_id>/{self.action}",
                f"{prefix}{self.name}",
                {200: Moved},
                (400, 404, 409, 422),
                (Scope.PLAY,),
                {"tag": tag, "parameters": (VERSION, ACTION_KEY)},
            )(serve)
        return serve


@game_operation("move/<str:cell>", "move")
def move(request: HttpRequest, game_id: str, cell: str) -> HttpResponse:
    """Make a move: place a mark on a cell, or take one away where that is the turn's action.

    A cell is its name, such as b2, or its number, from 0 along the rows. With an
    ``Idempotency-Key`` it can be sent again.
    """
    return _acted(request, game_id, lambda match: (move_verb(match.board), _cell(match, cell)))


@game_operation("resign", "resign")
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the game up."""
    return _acted(request, game_id, lambda match: (Verb.RESIGN, None))


@game_operation("abort", "abort")
def abort(request: HttpRequest, game_id: str) -> HttpResponse:
    """Cancel a game that has not begun, as far as its rules allow that."""
    return _acted(request, game_id, lambda match: (Verb.ABORT, None))


@game_operation("draw/<str:accept>", "draw")
def draw(request: HttpRequest, game_id: str, accept: str) -> HttpResponse:
    """Offer a draw or accept one (``yes``), or decline one (``no``)."""
    if accept not in ANSWERS:
        raise protocol.BadMessage(f"{accept[:40]!r} is no answer: expected {' or '.join(ANSWERS)}.")
    user = person(request)

    def chosen(match: Match) -> Asked:
        if not ANSWERS[accept]:
            return Verb.DECLINE_DRAW, None
        offered = match.draw_offer is not None and match.draw_offer != match.seat_of(user.pk)
        return (Verb.ACCEPT_DRAW if offered else Verb.OFFER_DRAW), None

    return _acted(request, game_id, chosen)


@game_operation("claim-victory", "claim_victory")
def claim_victory(request: HttpRequest, game_id: str) -> HttpResponse:
    """Win, because your opponent has left: the stream says ``opponentGone``."""
    return _acted(request, game_id, lambda match: (Verb.CLAIM_WIN, None))


@game_operation("claim-draw", "claim_draw")
def claim_draw(request: HttpRequest, game_id: str) -> HttpResponse:
    """End the game as a draw, because somebody has left."""
    return _acted(request, game_id, lambda match: (Verb.CLAIM_DRAW, None))


def _cell(match: Match, text: str) -> int:
    """The cell that a program names. Raises Refused."""
    if (number := whole_number(text, LONGEST)) is not None:
        return number
    try:
        return parse_cell(text, match.board.SHAPE)
    except IllegalMove as error:
        raise Refused(RefusalCode.BAD_CELL, f"{error}.") from None


def require_right_part(request: HttpRequest, user: User) -> None:
    """Raise Refused where only bots play, and this account is none."""
    if request.path.startswith("/api/bot/") and not user.is_bot:
        raise Refused(RefusalCode.BOTS_ONLY, BOTS_ONLY)


def _acted(request: HttpRequest, game_id: str, chosen: Callable[[Match], Asked]) -> HttpResponse:
    """Do what is ``chosen`` on the version that the request names, else on the newest."""
    require_right_part(request, user := person(request))
    count_act(user)
    key = idempotency_key(request, most=36)
    version = _version(request)
    for left in range(TRIES, 0, -1):
        match = selectors.match(game_id)
        known = match.version if version is None else version
        verb, cell = chosen(match)
        asked = Action(verb, known, key, cell, user.pk, gone=hub.attendance.gone(match))
        try:
            accepted = services.act_and_advance(game_id=game_id, action=asked)
        except services.ActionRefused as refused:
            if version is None and refused.code == RefusalCode.STALE_VERSION and left > 1:
                continue
            raise
        break
    return JsonResponse({"ok": True, "version": accepted.version})


def _version(request: HttpRequest) -> int | None:
    text = request.GET.get("version")
    if text is None:
        return None
    if (found := whole_number(text, 9)) is None:
        raise protocol.BadMessage(f"version={text[:40]!r}: expected a version number.")
    return found
