"""What players say in a game, by forms and over HTTP as JSON."""

from __future__ import annotations

from typing import TypedDict

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.tokens import Scope
from games import presenters, services
from games.api.programs.operations import operation
from games.api.views import body_of
from games.live import protocol
from games.match import Phrase, Refused
from games.presenters.remarks import remark_line
from games.queries import selectors, social
from games.web import remarks


class Say(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/games/<id>/remarks/``."""

    phrase: Phrase


class Said(TypedDict):
    remarks: list[protocol.SaidFrame]


@require_POST
def say(request: HttpRequest, game_id: str) -> HttpResponse:
    """The plain form's way to say something."""
    asked = request.POST.get("phrase", "")
    if asked not in list(Phrase):
        messages.error(request, f"{asked[:40]!r} is none of the phrases.")
        return redirect(presenters.game_url(game_id))
    try:
        services.say(game_id=game_id, user_id=request.user.pk, code=Phrase(asked))
    except selectors.NoSuchGame as error:
        raise Http404(str(error)) from None
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(presenters.game_url(game_id))


@operation(
    "POST",
    "games/<game:game_id>/remarks/",
    "remarks",
    {200: protocol.SaidFrame},
    (404, 409, 422),
    (Scope.PLAY,),
    {"body": Say},
)
def post(request: HttpRequest, game_id: str) -> HttpResponse:
    """Say something in a game, in a set phrase."""
    code = body_of(request, Say).phrase
    made = services.say(game_id=game_id, user_id=request.user.pk, code=code)
    line = remark_line(made.title, made.seat, made.code, made.number)
    return JsonResponse(protocol.said(line, made.code, made.number))


@operation("GET", "games/<game:game_id>/remarks/", "read_remarks", {200: Said}, (404,))
def read(request: HttpRequest, game_id: str) -> HttpResponse:
    """What was said in a game."""
    match = selectors.match(game_id)
    heard = {line.key: line for line in remarks.heard_by(request.user, match)}
    rows = social.remarks_of(game_id)
    frames = [
        protocol.said(heard[key], row.code, row.number)
        for row in rows
        if (key := f"{row.seat}-{row.number}") in heard
    ]
    return JsonResponse({"remarks": frames})
