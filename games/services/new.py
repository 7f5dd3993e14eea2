"""Open the game that a person asks for with the form or ``POST /api/games/``."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from msgspec.structs import replace

from accounts.limits import one_at_a_time
from games.engines import Engine, EngineError, engine_for, engines_for, seats_against
from games.match import (
    EMPTY,
    ENGINE,
    FRIEND,
    LOBBY,
    LOCAL,
    MEETINGS,
    NEUTRAL,
    PERSON,
    Kind,
    Match,
    RefusalCode,
    Refused,
    Seat,
)
from games.queries import selectors
from games.rules import Board, RulesError, board_class, plays_option
from games.services import bots
from games.services.open import open_game, require_account, require_outside
from games.services.setup import GameSetup
from games.storage.store import RequestKey

LONGEST_CLOCK = (3 * 60 * 60, 180)
"""The largest base and increment a clock may have, in seconds."""


MOST_OPEN = settings.SIZES["open_games"]
"""Games that one person may have waiting for somebody at a time."""

MOST_OPEN_OF_GUEST = settings.SIZES["open_games_of_guest"]


@dataclass(frozen=True, slots=True)
class Rules:
    """``option``: the optional rule to play, by its slug. ``dos``: neutral, person or
    ``engine:<slug>``.
    """

    option: str = ""
    dos: str = "neutral"


@dataclass(frozen=True, slots=True)
class Request:
    """The terms of a new game. ``clock`` is (base, increment) in seconds."""

    variant: str
    opponent: str
    seat: str = "random"
    clock: tuple[int, int] | None = None
    rated: bool = False
    rules: Rules = field(default_factory=Rules)


Person = tuple[int, str]
"""Somebody's number and name."""


def new_game(
    *,
    user_id: int,
    name: str,
    request: Request,
    key: RequestKey | None = None,
    against: Person | None = None,
) -> Match:
    """Open the game that the person ``name`` asks for; ``key`` came with the request.

    ``against`` is the opponent who has agreed to play; without one, the seat of a friend stays
    free. Raises Refused: ``bad_message`` for unknown values, ``not_allowed`` for impossible
    combinations, ``login_required`` for a guest's rated game. Raises
    IntegrityError if ``key`` has opened a game.
    """
    try:
        board = board_class(request.variant)
    except RulesError as error:
        raise Refused(RefusalCode.BAD_MESSAGE, f"{error}.") from None
    kind, slug = _opponent(request)
    if kind in MEETINGS:
        require_outside(user_id)
    bots.require_place(user_id, kind)
    if request.rated:
        require_account(user_id)
        if against is not None:
            bots.require_alike((user_id, against[0]))
    check_terms(board, request, kind)
    if not board.CHANCE_SEAT and request.rules.dos != NEUTRAL:
        dos = request.rules.dos[:40]
        raise Refused(
            RefusalCode.BAD_MESSAGE, f"{dos!r} cannot sit down: {board.TITLE} has no third seat."
        )
    try:
        optional = plays_option(board, request.rules.option)
    except RulesError as error:
        raise Refused(RefusalCode.NOT_ALLOWED, f"{error}.") from None
    left = seats_against(_engine_called(slug, board, user_id)) if slug else board.RIVALS
    own = _own_seat(board, request, left or board.RIVALS)
    me = Seat(own, PERSON, user_id, name)
    seats = {own: me}
    for seat in board.SEATS:
        if seat not in seats:
            rival = seat in board.RIVALS
            seats[seat] = (
                _rival(seat, kind, slug, board, me, against)
                if rival
                else _third(seat, request, kind, board, me)
            )
    setup = GameSetup(
        by=user_id,
        variant=request.variant,
        kind=kind,
        seats=seats,
        exact=optional,
        clock=_clock(request, kind),
        rated=request.rated,
        key=key,
    )
    if kind not in MEETINGS or against is not None:
        return open_game(setup)
    with one_at_a_time(user_id):
        require_few_open(user_id)
        return open_game(setup)


OPTION_IS_UNRATED = (
    "Games with this rule are not rated: a rating compares players at one game, "
    "and this is another."
)


def check_terms(board: type[Board], request: Request, kind: Kind) -> None:
    """Raise Refused for a seat, clock or rating that this game cannot have."""
    if request.rated:
        _require_ratable(request, kind)
    _own_seat(board, request, board.RIVALS)
    _clock(request, kind)


def require_few_open(user_id: int) -> None:
    """Raise Refused if a person has as many games waiting as they may have."""
    most = MOST_OPEN_OF_GUEST if selectors.is_guest(user_id) else MOST_OPEN
    if selectors.open_count(user_id) >= most:
        raise Refused(RefusalCode.TOO_MANY, f"You have {most} games waiting. Cancel one first.")


def _require_ratable(request: Request, kind: Kind) -> None:
    """Raise Refused unless two people play with a clock, by the rules that ratings compare."""
    if kind not in MEETINGS:
        raise Refused(
            RefusalCode.NOT_ALLOWED, "You can play a rated game against a friend or in the lobby."
        )
    if request.clock is None:
        raise Refused(RefusalCode.NOT_ALLOWED, "A rated game needs a clock.")
    if request.rules.option:
        raise Refused(RefusalCode.NOT_ALLOWED, OPTION_IS_UNRATED)
    if request.rules != Rules():
        raise Refused(
            RefusalCode.NOT_ALLOWED, "Rated games are for two people, by the usual rules."
        )


def _opponent(request: Request) -> tuple[Kind, str]:
    """The kind of the game, and the name of the engine that opposes the person, if one does."""
    word, _, slug = request.opponent.partition(":")
    if word == Kind.ENGINE and slug:
        return Kind.ENGINE, slug
    if request.opponent in (FRIEND, LOBBY, LOCAL):
        return Kind(request.opponent), ""
    raise Refused(
        RefusalCode.BAD_MESSAGE,
        f"{request.opponent!r} is no opponent: expected friend, lobby, local or engine:<name>.",
    )


def _rival(
    seat: str, kind: Kind, slug: str, board: type[Board], me: Seat, against: Person | None
) -> Seat:
    if slug:
        return _engine(seat, slug, board, me)
    if against is not None:
        return Seat(seat, PERSON, *against)
    return replace(me, name=seat) if kind == LOCAL else Seat(seat, EMPTY)


def _engine(seat: str, name: str, board: type[Board], asker: Seat) -> Seat:
    found = _engine_called(name, board, asker.user)
    if not found.holds(seat):
        able = ", ".join(engines_for(board.VARIANT, seat))
        raise Refused(
            RefusalCode.BAD_MESSAGE, f"{name!r} cannot hold {seat}: expected one of {able}."
        )
    if found.too_slow:
        raise Refused(RefusalCode.NOT_ALLOWED, f"{found.too_slow}.")
    return Seat(seat, ENGINE, engine=found.name)


def _engine_called(name: str, board: type[Board], user_id: int | None) -> Engine:
    try:
        return engine_for(user_id, board.VARIANT, name)
    except EngineError as error:
        raise Refused(RefusalCode.BAD_MESSAGE, f"{error}.") from None


def _own_seat(board: type[Board], request: Request, left: Sequence[str]) -> str:
    """The seat that was asked for, or any of those that are ``left``."""
    if request.seat == "random":
        return secrets.choice(left)
    if request.seat in board.RIVALS or (
        request.seat in board.SEATS and request.rules.dos == PERSON
    ):
        return request.seat
    expected = ", ".join([*board.SEATS, "random"])
    raise Refused(
        RefusalCode.BAD_MESSAGE, f"{request.seat!r} is no seat for you: expected {expected}."
    )


def _third(seat: str, request: Request, kind: Kind, board: type[Board], me: Seat) -> Seat:
    """Who holds the third seat."""
    dos = request.rules.dos
    if dos == NEUTRAL:
        return Seat(seat, NEUTRAL, engine=NEUTRAL)
    if dos == PERSON:
        if kind == Kind.ENGINE:
            raise Refused(
                RefusalCode.NOT_ALLOWED, f"Against an engine nobody else can join as {seat}."
            )
        return replace(me, name=seat) if kind == LOCAL else Seat(seat, EMPTY)
    word, _, slug = dos.partition(":")
    if word != ENGINE or not slug:
        raise Refused(
            RefusalCode.BAD_MESSAGE, f"{dos!r} is no {seat}: expected neutral, person or engine:…"
        )
    return _engine(seat, slug, board, me)


def _clock(request: Request, kind: Kind) -> tuple[int, int] | None:
    if request.clock is None:
        return None
    base, increment = request.clock
    if kind == LOCAL:
        raise Refused(RefusalCode.NOT_ALLOWED, "A game at one screen has no clock.")
    if not (0 < base <= LONGEST_CLOCK[0] and 0 <= increment <= LONGEST_CLOCK[1]):
        raise Refused(
            RefusalCode.BAD_MESSAGE,
            f"A clock of {base} + {increment} seconds cannot be: expected 1 to "
            f"{LONGEST_CLOCK[0]} and 0 to {LONGEST_CLOCK[1]}.",
        )
    return base * 1000, increment * 1000
