"""Challenges for programs, as in lichess' API."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts import people
from accounts.guests import User, count_new_game
from accounts.tokens import Scope
from games import people_selectors, services
from games.api import optional_body_of, person
from games.challenge_views import count_challenge
from games.live import protocol
from games.match import RefusalCode
from games.models import Challenge
from games.programs.operations import FORM, operation
from games.programs.shapes import ChallengeFacts, Done, challenge_facts
from games.query import shortly
from games.rules import VARIANTS

READING = (Scope.CHALLENGE, Scope.READ)


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds."""

    limit: int
    increment: int = 0


class NewChallenge(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/challenge/{username}``; as a form it has ``clock.limit``."""

    variant: str = next(iter(VARIANTS))
    rated: bool = False
    clock: Clock | None = None
    seat: str = "random"


class Challenges(TypedDict):
    """Those that wait for your answer, and yours that wait for another's."""

    incoming: list[ChallengeFacts]
    outgoing: list[ChallengeFacts]


class Begun(Done):
    gameId: str  # noqa: N815  as lichess writes it


@operation("GET", "challenge", "challenges", {200: Challenges}, (), READING, {"tag": "Challenges"})
def index(request: HttpRequest) -> HttpResponse:
    """The challenges that wait for an answer."""
    user = person(request)
    return JsonResponse(
        {
            "incoming": [challenge_facts(one) for one in people_selectors.asked(user.pk)],
            "outgoing": [challenge_facts(one) for one in people_selectors.asking(user.pk)],
        }
    )


@operation(
    "POST",
    "challenge/<str:username>",
    "challenge",
    {200: ChallengeFacts},
    (404, 422),
    (Scope.CHALLENGE,),
    {"tag": "Challenges", "body": NewChallenge, "optional_body": True, "form": True},
)
def create(request: HttpRequest, username: str) -> HttpResponse:
    """Challenge somebody to a game.

    The body is JSON, or a form as lichess takes it (``clock.limit``, ``clock.increment``). Sent
    again while it waits, the same challenge is the answer.
    """
    user, asked = person(request), _terms(request)
    other = people.person_named(username)
    if other is None:
        return JsonResponse(
            protocol.refused(RefusalCode.NO_SUCH_ADDRESS, people.nobody(username)), status=404
        )
    clock = (asked.clock.limit, asked.clock.increment) if asked.clock else None
    wanted = services.Request(asked.variant, "friend", asked.seat, clock, asked.rated)
    made = _same(user, other, wanted)
    if made is None:
        count_challenge(request, user)
        made = services.challenge(by=user.pk, to=other.pk, request=wanted)
    made.challenger, made.challenged = user, other
    return JsonResponse(challenge_facts(made))


@operation(
    "POST",
    "challenge/<game:challenge_id>/accept",
    "accept",
    {200: Begun},
    (404, 409, 422),
    (Scope.CHALLENGE,),
    {"tag": "Challenges"},
)
def accept(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Accept a challenge. Its game begins once, however often this is sent."""
    count_new_game(request, user := person(request))
    match = services.accept(challenge_id=challenge_id, user_id=user.pk)
    return JsonResponse({"ok": True, "gameId": match.id})


@operation(
    "POST",
    "challenge/<game:challenge_id>/decline",
    "decline",
    {200: Done},
    (404, 409),
    (Scope.CHALLENGE,),
    {"tag": "Challenges"},
)
def decline(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Decline a challenge."""
    services.decline(challenge_id=challenge_id, user_id=person(request).pk)
    return JsonResponse({"ok": True})


@operation(
    "POST",
    "challenge/<game:challenge_id>/cancel",
    "cancel",
    {200: Done},
    (404, 409),
    (Scope.CHALLENGE,),
    {"tag": "Challenges"},
)
def cancel(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Withdraw a challenge of yours."""
    services.withdraw_challenge(challenge_id=challenge_id, user_id=person(request).pk)
    return JsonResponse({"ok": True})


def _same(user: User, other: User, wanted: services.Request) -> Challenge | None:
    """A challenge of ``user`` to ``other`` on these terms that waits."""
    base, increment = wanted.clock or (None, None)
    for one in people_selectors.asking(user.pk):
        waits = (one.base_ms, one.increment_ms) == (
            None if base is None else base * 1000,
            None if increment is None else increment * 1000,
        )
        terms = (one.challenged_id, one.variant, one.rated, one.seat)
        if waits and terms == (other.pk, wanted.variant, wanted.rated, wanted.seat):
            return one
    return None


def _terms(request: HttpRequest) -> NewChallenge:
    if request.content_type != FORM:
        return optional_body_of(request, NewChallenge)
    fields: dict[str, Any] = dict(request.POST.items())
    clock = {name: fields.pop(f"clock.{name}", None) for name in ("limit", "increment")}
    if any(value is not None for value in clock.values()):
        fields["clock"] = {name: value for name, value in clock.items() if value is not None}
    try:
        return msgspec.convert(fields, NewChallenge, strict=False)
    except msgspec.ValidationError as error:
        raise protocol.BadMessage(f"This form is not understood: {shortly(error)}.") from None
