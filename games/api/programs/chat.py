"""What programs say in a game, and what was said: set phrases in the shape of lichess' chat."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.tokens import Scope
from games import services
from games.api.programs.asked import form_or_json
from games.api.programs.bot import require_right_part
from games.api.programs.operations import operation
from games.api.programs.shapes import Done
from games.api.views import person
from games.match import Phrase, RefusalCode, Refused
from games.presenters.remarks import label_of
from games.queries import selectors
from games.web import remarks

LONGEST = 140
"""Characters of a text that is looked up among the phrases, as many as lichess takes."""

WORDS = {label_of(phrase).casefold(): phrase for phrase in Phrase}
"""The phrases by their words."""


class NewLine(msgspec.Struct, forbid_unknown_fields=True):
    """A set phrase, by its words or its code. Everybody at the game reads it, in either room."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
    room: Literal["player", "spectator"] = "player"


class ReadLine(TypedDict):
    user: str
    text: str


SAY = {"body": NewLine, "form": True}


@operation(
    "POST",
    "bot/game/<game:game_id>/chat",
    "chat",
    {200: Done},
    (404, 409, 422),
    (Scope.PLAY,),
    {"tag": "Bots", **SAY},
)
@operation(
    "POST",
    "board/game/<game:game_id>/chat",
    "board_chat",
    {200: Done},
    (404, 409, 422),
    (Scope.PLAY,),
    {"tag": "Board", **SAY},
)
def say(request: HttpRequest, game_id: str) -> HttpResponse:
    """Say one of the set phrases: there is no free text."""
    require_right_part(request, user := person(request))
    phrase = _phrase(form_or_json(request, NewLine).text)
    services.say(game_id=game_id, user_id=user.pk, code=phrase)
    return JsonResponse({"ok": True})


@operation(
    "GET",
    "bot/game/<game:game_id>/chat",
    "read_chat",
    {200: list[ReadLine]},
    (404,),
    options={"tag": "Bots"},
)
@operation(
    "GET",
    "board/game/<game:game_id>/chat",
    "read_board_chat",
    {200: list[ReadLine]},
    (404,),
    options={"tag": "Board"},
)
def read(request: HttpRequest, game_id: str) -> HttpResponse:
    """What was said in a game, the oldest first."""
    heard = remarks.heard_by(request.user, selectors.match(game_id))
    lines: list[ReadLine] = [{"user": one.who, "text": label_of(one.code)} for one in heard]
    return JsonResponse(lines, safe=False)


def _phrase(text: str) -> Phrase:
    """The phrase with these words or this code, whatever the case. Raises Refused."""
    asked = text.strip().casefold()
    if asked in list(Phrase):
        return Phrase(asked)
    if (found := WORDS.get(asked)) is not None:
        return found
    known = ", ".join(label_of(phrase) for phrase in Phrase)
    raise Refused(RefusalCode.NOT_ALLOWED, f"{text[:40]!r} is none of the phrases: {known}.")
