"""Moves of bots, as in lichess' Bot API. Whoever wants more posts to the game's ``actions``."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.guests import User
from accounts.tokens import Scope
from games import selectors, services
from games.api import count_act, idempotency_key, person
from games.live import protocol
from games.live.hub import hub
from games.match import Action, RefusalCode, Refused, Verb, move_verb
from games.programs.operations import Parameter, operation
from games.query import whole_number

BOTS_ONLY = "Only bot accounts play here. POST /api/bot/account/upgrade makes one of an account."

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

PLAYING = {"tag": "Bots", "parameters": (VERSION, ACTION_KEY)}


class Moved(TypedDict):
    """``version`` is the one that the action led to."""

    ok: bool
    version: int


@operation(
    "POST",
    "bot/game/<game:game_id>/move/<int:cell>",
    "move",
    {200: Moved},
    (400, 404, 409, 422),
    (Scope.PLAY,),
    PLAYING,
)
def move(request: HttpRequest, game_id: str, cell: int) -> HttpResponse:
    """Make a move: place a mark on a cell, or take one away where that is the turn's action.

    Cells are counted from 0, along the rows. With an ``Idempotency-Key`` it can be sent again.
    """
    return _acted(request, game_id, None, cell)


@operation(
    "POST",
    "bot/game/<game:game_id>/resign",
    "resign",
    {200: Moved},
    (400, 404, 409, 422),
    (Scope.PLAY,),
    PLAYING,
)
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the game up."""
    return _acted(request, game_id, Verb.RESIGN)


@operation(
    "POST",
    "bot/game/<game:game_id>/abort",
    "abort",
    {200: Moved},
    (400, 404, 409, 422),
    (Scope.PLAY,),
    PLAYING,
)
def abort(request: HttpRequest, game_id: str) -> HttpResponse:
    """Cancel a game that has not begun, as far as its rules allow that."""
    return _acted(request, game_id, Verb.ABORT)


def require_bot(user: User) -> None:
    if not user.is_bot:
        raise Refused(RefusalCode.BOTS_ONLY, BOTS_ONLY)


def _acted(
    request: HttpRequest, game_id: str, verb: Verb | None, cell: int | None = None
) -> HttpResponse:
    """Act on the version that the request names, else on the newest."""
    require_bot(user := person(request))
    count_act(user)
    key = idempotency_key(request, most=36)
    version = _version(request)
    gone = hub.attendance.gone_at(game_id)
    for left in range(TRIES, 0, -1):
        match = selectors.match(game_id)
        known = match.version if version is None else version
        asked = Action(verb or move_verb(match.board), known, key, cell, user.pk, gone=gone)
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
