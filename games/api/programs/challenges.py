"""Challenges for programs, as in lichess' API."""

from __future__ import annotations

from typing import Annotated, TypedDict

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts import people
from accounts.guests import User, count_new_game, count_one
from accounts.tokens import Scope
from games import services
from games.api.programs.asked import form_or_json
from games.api.programs.operations import KEY, operation
from games.api.programs.shapes import ChallengeFacts, Done, GameFacts, challenge_facts, game_facts
from games.api.views import Word, opened, person
from games.engines import rival_engines
from games.live import protocol
from games.match import RefusalCode
from games.models import Challenge
from games.queries import social
from games.rules import VARIANTS

READING = (Scope.CHALLENGE, Scope.READ)

LEVELS = 8
"""Levels of the computer, as lichess counts them."""

COLOURS = ("white", "black")
"""Whom lichess calls the two rivals, the one that begins first."""


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds."""

    limit: int
    increment: int = 0


class ChallengeTerms(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The clock is ``clock.limit`` and ``clock.increment``, or an object ``clock``, in seconds.

    ``color`` may take the place of ``seat``: white is the first of the two rivals. ``days`` and
    ``fen`` may be null only: there are no games by correspondence or from other positions.
    """

    variant: Word | None = None
    clock: Clock | None = None
    clock_limit: int | None = msgspec.field(default=None, name="clock.limit")
    clock_increment: int | None = msgspec.field(default=None, name="clock.increment")
    seat: Word | None = None
    color: Word | None = None
    days: None = None
    fen: None = None

    def __post_init__(self) -> None:
        """Raises ValueError if the clock is said twice, in two ways."""
        if self.clock is not None and (self.clock_limit, self.clock_increment) != (None, None):
            raise ValueError("expected either clock or clock.limit with clock.increment")

    @property
    def game(self) -> str:
        return next(iter(VARIANTS)) if self.variant is None else self.variant

    def asked(self, opponent: str, *, rated: bool = False) -> services.Request:
        """The game that these terms ask for. Raises BadMessage."""
        return services.Request(self.game, opponent, self._seat(), self._clock(), rated)

    def _seat(self) -> str:
        board = VARIANTS.get(self.game)
        if self.seat is not None or self.color is None or board is None:
            return "random" if self.seat is None else self.seat
        return dict(zip(COLOURS, board.RIVALS, strict=True)).get(self.color, self.color)

    def _clock(self) -> tuple[int, int] | None:
        if self.clock is not None:
            return self.clock.limit, self.clock.increment
        if self.clock_limit is not None:
            return self.clock_limit, self.clock_increment or 0
        if self.clock_increment is not None:
            raise protocol.BadMessage("clock.increment needs clock.limit.")
        return None


class NewChallenge(ChallengeTerms, forbid_unknown_fields=True, kw_only=True):
    """The terms of a challenge, as JSON or as a form."""

    rated: bool = False


class NewAiGame(ChallengeTerms, forbid_unknown_fields=True, kw_only=True):
    """The terms of a game against the computer. Level 1 is the weakest engine, 8 the best."""

    level: Annotated[int, msgspec.Meta(ge=1, le=LEVELS)]


Challenges = TypedDict(
    "Challenges",
    {
        "in": list[ChallengeFacts],
        "out": list[ChallengeFacts],
        "incoming": list[ChallengeFacts],
        "outgoing": list[ChallengeFacts],
    },
)
Challenges.__doc__ = """Those that wait for your answer (``in``), and yours that wait for another's.

``incoming`` and ``outgoing`` are the same under their first names.
"""


class Begun(Done):
    gameId: str  # noqa: N815  as lichess writes it


@operation("GET", "challenge", "challenges", {200: Challenges}, (), READING, {"tag": "Challenges"})
def index(request: HttpRequest) -> HttpResponse:
    """The challenges that wait for an answer."""
    user = person(request)
    asked = [challenge_facts(one) for one in social.asked(user.pk)]
    own = [challenge_facts(one) for one in social.asking(user.pk)]
    return JsonResponse({"in": asked, "out": own, "incoming": asked, "outgoing": own})


@operation(
    "POST",
    "challenge/ai",
    "challenge_ai",
    {201: GameFacts},
    (422,),
    (Scope.CHALLENGE, Scope.PLAY),
    {"tag": "Challenges", "body": NewAiGame, "form": True, "parameters": (KEY,)},
)
def create_ai(request: HttpRequest) -> HttpResponse:
    """Begin a game against the computer, at a level from 1 to 8.

    ``POST /api/games/`` plays any engine by its name.
    """
    user, terms = person(request), form_or_json(request, NewAiGame)
    engine = _engine(terms.game, terms.level)
    match = opened(request, user, terms.asked(f"engine:{engine}"))
    return JsonResponse(game_facts(match, user.pk), status=201)


def _engine(variant: str, level: int) -> str:
    """The engine of a level: the levels are spread over the engines, weakest first."""
    if variant not in VARIANTS:
        raise protocol.BadMessage(f"{variant!r} is no game: expected {' or '.join(VARIANTS)}.")
    engines = list(rival_engines(variant))
    return engines[round((level - 1) * (len(engines) - 1) / (LEVELS - 1))]


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

    Sent again while it waits, the same challenge is the answer.
    """
    user, terms = person(request), form_or_json(request, NewChallenge)
    other = people.person_named(username)
    if other is None:
        return JsonResponse(
            protocol.refused(RefusalCode.NO_SUCH_ADDRESS, people.nobody(username)), status=404
        )
    wanted = terms.asked("friend", rated=terms.rated)
    made = _same(user, other, wanted)
    if made is None:
        count_one(request, user, "challenge", "challenges")
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
    for one in social.asking(user.pk):
        waits = (one.base_ms, one.increment_ms) == (
            None if base is None else base * 1000,
            None if increment is None else increment * 1000,
        )
        terms = (one.challenged_id, one.variant, one.rated, one.seat)
        if waits and terms == (other.pk, wanted.variant, wanted.rated, wanted.seat):
            return one
    return None
