"""Whose token it is, and how an account becomes a bot's."""

from __future__ import annotations

from typing import TypedDict

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.guests import User
from accounts.tokens import Scope
from games import presenters, services
from games.api.programs.asked import number_asked, number_of
from games.api.programs.operations import LINES, operation
from games.api.programs.shapes import Done, GameFacts, game_facts
from games.api.views import person
from games.match import ACTIVE
from games.models import Rating
from games.queries import selectors, social


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


class Playing(TypedDict):
    nowPlaying: list[GameFacts]


PLAYING, MOST_PLAYING = 9, 50
"""Games that are listed at once: unless more are asked for, and at most."""

MOST_ONLINE = 200
"""Bots that are listed at once."""


@operation(
    "GET", "account", "account", {200: Account}, scopes=(Scope.READ,), options={"tag": "Account"}
)
def account(request: HttpRequest) -> HttpResponse:
    """Your account: who you are, and your ratings."""
    user = person(request)
    return JsonResponse(_facts(request, user, selectors.ratings_of(user.pk)))


@operation(
    "GET",
    "account/playing",
    "playing",
    {200: Playing},
    (400,),
    (Scope.READ, Scope.PLAY),
    {"tag": "Account", "parameters": (number_of("games", MOST_PLAYING, PLAYING),)},
)
def playing(request: HttpRequest) -> HttpResponse:
    """The games that you play now: first those that wait for your move, then the newest."""
    user, most = person(request), number_asked(request, MOST_PLAYING, PLAYING)
    found = selectors.newest(selectors.playing_ids(user.pk))
    matches = [one.match for one in found if one.match.status == ACTIVE]
    matches.sort(key=lambda match: match.updated, reverse=True)
    games = [game_facts(match, user.pk) for match in matches]
    games.sort(key=lambda one: not one["isMyTurn"])
    return JsonResponse({"nowPlaying": games[:most]})


@operation(
    "GET",
    "bot/online",
    "online_bots",
    {200: Account},
    (400,),
    options={
        "tag": "Bots",
        "media": LINES,
        "parameters": (number_of("bots", MOST_ONLINE, MOST_ONLINE),),
    },
)
def online_bots(request: HttpRequest) -> HttpResponse:
    """The bots that are here now, a line each.

    They made a request in the last two minutes or listen to a stream.
    """
    here = social.bots_here(number_asked(request, MOST_ONLINE, MOST_ONLINE))
    ratings = selectors.ratings_of_all([one.pk for one in here])
    facts = (_facts(request, one, ratings.get(one.pk, [])) for one in here)
    lines = b"".join(msgspec.json.encode(one) + b"\n" for one in facts)
    return HttpResponse(lines, content_type=LINES)


def _facts(request: HttpRequest, user: User, ratings: list[Rating]) -> Account:
    return {
        "id": user.name.lower(),
        "username": user.name,
        "title": "BOT" if user.is_bot else None,
        "createdAt": int(user.joined_at.timestamp() * 1000),
        "url": None if user.is_guest else _profile(request, user.name),
        "perfs": {
            one.variant: {
                "rating": round(one.rating),
                "rd": round(one.deviation),
                "pairs": one.pairs,
            }
            for one in ratings
        },
    }


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
