"""Whose token it is, and how an account becomes a bot's."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.tokens import Scope
from games import presenters, selectors, services
from games.api import person
from games.programs.operations import operation
from games.programs.shapes import Done


class Strength(TypedDict):
    """A rating (Glicko-2) with its deviation, and how many rated pairs of games made it."""

    rating: int
    rd: int
    pairs: int


class Account(TypedDict):
    """``title`` is ``BOT`` for a bot account; ``createdAt`` is in ms since 1970.

    Guests have no profile, and no ``url``.
    """

    id: str
    username: str
    title: str | None
    createdAt: int
    url: str | None
    perfs: dict[str, Strength]


@operation(
    "GET", "account", "account", {200: Account}, scopes=(Scope.READ,), options={"tag": "Account"}
)
def account(request: HttpRequest) -> HttpResponse:
    """Your account: who you are, and your ratings."""
    user = person(request)
    ratings = {
        one.variant: {
            "rating": round(one.rating),
            "rd": round(one.deviation),
            "pairs": one.pairs,
        }
        for one in selectors.ratings_of(user.pk)
    }
    return JsonResponse(
        {
            "id": user.name.lower(),
            "username": user.name,
            "title": "BOT" if user.is_bot else None,
            "createdAt": int(user.joined_at.timestamp() * 1000),
            "url": None if user.is_guest else _profile(request, user.name),
            "perfs": ratings,
        }
    )


def _profile(request: HttpRequest, name: str) -> str:
    return request.build_absolute_uri(presenters.profile_url(name))


@operation(
    "POST",
    "bot/account/upgrade",
    "upgrade",
    {200: Done},
    (422,),
    (Scope.PLAY,),
    {"tag": "Account"},
)
def upgrade(request: HttpRequest) -> HttpResponse:
    """Make your account a bot account, for good.

    Only an account that has played no game can become one. Bots are rated apart from people.
    """
    services.become_bot(user_id=person(request).pk)
    return JsonResponse({"ok": True})
