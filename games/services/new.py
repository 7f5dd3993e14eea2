"""Open the game a person asks for, in the words of the form and of ``POST /api/games/``."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from games.engines import EngineError, engine
from games.match import EMPTY, ENGINE, LOCAL, NEUTRAL, PERSON, Match, Refused, Seat
from games.rules import Board, RulesError, board_class
from games.services.open import open_game

LONGEST_CLOCK = (3 * 60 * 60, 180)
"""The largest base and increment a clock may have, in seconds."""


@dataclass(frozen=True, slots=True)
class Rules:
    """``exact``: the literal reading of "won". ``dos``: neutral, person or ``engine:<slug>``."""

    exact: bool = False
    dos: str = "neutral"


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody wants to play. ``clock`` is (base, increment) in seconds."""

    variant: str
    opponent: str
    seat: str = "random"
    clock: tuple[int, int] | None = None
    rated: bool = False
    rules: Rules = field(default_factory=Rules)


def new_game(*, user_id: int, name: str, request: Request) -> Match:
    """Open the game that the person ``name`` asks for.

    Raises Refused: ``bad_message`` for words that mean nothing here, ``not_allowed`` for
    combinations that cannot be.
    """
    try:
        board = board_class(request.variant)
    except RulesError as error:
        raise Refused("bad_message", f"{error}.") from None
    kind, slug = _opponent(request)
    if request.rated:
        raise Refused("not_allowed", "Games here are not rated.")
    own = _own_seat(board, request)
    me = Seat("", PERSON, user_id, name)
    other = me if kind == LOCAL else _engine(request.variant, slug) if slug else Seat("", EMPTY)
    seats = dict.fromkeys(board.SEATS[:2], other) | {own: me}
    seats |= {seat: _third(request, kind, me) for seat in board.SEATS[2:] if seat != own}
    placed = {seat: _at(seat, who) for seat, who in seats.items()}
    try:
        return open_game(
            by=user_id,
            variant=request.variant,
            kind=kind,
            seats=placed,
            exact=request.rules.exact,
            clock=_clock(request, kind),
        )
    except RulesError as error:
        raise Refused("not_allowed", f"{error}.") from None


def _opponent(request: Request) -> tuple[str, str]:
    """(kind of game, engine's slug or nothing)."""
    word, _, slug = request.opponent.partition(":")
    if word == ENGINE and slug:
        return ENGINE, slug
    if request.opponent in ("friend", "lobby", "local"):
        return request.opponent, ""
    raise Refused(
        "bad_message",
        f"{request.opponent!r} is no opponent: expected friend, lobby, local or engine:<name>.",
    )


def _engine(variant: str, slug: str) -> Seat:
    try:
        found = engine(variant, slug)
    except EngineError as error:
        raise Refused("bad_message", f"{error}.") from None
    return Seat("", ENGINE, engine=found.slug)


def _own_seat(board: type[Board], request: Request) -> str:
    if request.seat == "random":
        return secrets.choice(board.SEATS[:2])
    if request.seat in board.SEATS[:2] or (
        request.seat in board.SEATS and request.rules.dos == PERSON
    ):
        return request.seat
    expected = ", ".join([*board.SEATS, "random"])
    raise Refused("bad_message", f"{request.seat!r} is no seat for you: expected {expected}.")


def _third(request: Request, kind: str, me: Seat) -> Seat:
    """Who holds a seat beyond the two rivals'."""
    dos = request.rules.dos
    if dos == NEUTRAL:
        return Seat("", NEUTRAL, engine=NEUTRAL)
    if dos == PERSON:
        if kind == ENGINE:
            raise Refused("not_allowed", "Against an engine nobody else can join as Dos.")
        return me if kind == LOCAL else Seat("", EMPTY)
    word, _, slug = dos.partition(":")
    if word != ENGINE or not slug:
        raise Refused("bad_message", f"{dos!r} is no Dos: expected neutral, person or engine:…")
    return _engine(request.variant, slug)


def _at(name: str, who: Seat) -> Seat:
    return Seat(name, who.kind, who.user, who.title, who.engine, who.rating)


def _clock(request: Request, kind: str) -> tuple[int, int] | None:
    if request.clock is None:
        return None
    base, increment = request.clock
    if kind == LOCAL:
        raise Refused("not_allowed", "A game at one screen has no clock.")
    if not (0 < base <= LONGEST_CLOCK[0] and 0 <= increment <= LONGEST_CLOCK[1]):
        raise Refused(
            "bad_message",
            f"A clock of {base} + {increment} seconds cannot be: expected 1 to "
            f"{LONGEST_CLOCK[0]} and 0 to {LONGEST_CLOCK[1]}.",
        )
    return base * 1000, increment * 1000
