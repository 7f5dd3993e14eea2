"""Open the game a person asks for, in the words of the form and of ``POST /api/games/``."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

from games import selectors
from games.engines import EngineError, engine, engines_for
from games.match import EMPTY, ENGINE, LOCAL, MEETINGS, NEUTRAL, PERSON, Match, Refused, Seat
from games.rules import Board, RulesError, board_class
from games.services.open import open_game

LONGEST_CLOCK = (3 * 60 * 60, 180)
"""The largest base and increment a clock may have, in seconds."""


MOST_OPEN = 8
"""Games that one person may have waiting for somebody at a time."""


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
    if kind in MEETINGS and selectors.open_count(user_id) >= MOST_OPEN:
        raise Refused("too_many", f"You have {MOST_OPEN} games waiting. Call one off first.")
    if request.rated:
        _require_ratable(request, kind)
    if not board.SEATS[2:] and request.rules.dos != NEUTRAL:
        dos = request.rules.dos[:40]
        raise Refused("bad_message", f"{dos!r} cannot sit down: {board.TITLE} has no third seat.")
    own = _own_seat(board, request)
    me = Seat(own, PERSON, user_id, name)
    seats = {own: me}
    for seat in board.SEATS:
        if seat not in seats:
            rival = seat in board.SEATS[:2]
            seats[seat] = (
                _rival(seat, kind, slug, board, me)
                if rival
                else _third(seat, request, kind, board, me)
            )
    try:
        return open_game(
            by=user_id,
            variant=request.variant,
            kind=kind,
            seats=seats,
            exact=request.rules.exact,
            clock=_clock(request, kind),
            rated=request.rated,
        )
    except RulesError as error:
        raise Refused("not_allowed", f"{error}.") from None


def _require_ratable(request: Request, kind: str) -> None:
    """Ratings compare two people who play by the same rules, and every rated game has an end."""
    if kind not in MEETINGS:
        raise Refused("not_allowed", "Rated games are played against a friend or in the lobby.")
    if request.clock is None:
        raise Refused("not_allowed", "A rated game needs a clock.")
    if request.rules != Rules():
        raise Refused("not_allowed", "Rated games are played by the usual rules, two people each.")


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


def _rival(seat: str, kind: str, slug: str, board: type[Board], me: Seat) -> Seat:
    if slug:
        return _engine(seat, slug, board)
    return replace(me, name=seat) if kind == LOCAL else Seat(seat, EMPTY)


def _engine(seat: str, slug: str, board: type[Board]) -> Seat:
    try:
        found = engine(board.VARIANT, slug)
    except EngineError as error:
        raise Refused("bad_message", f"{error}.") from None
    if not found.holds(seat):
        able = ", ".join(engines_for(board.VARIANT, seat))
        raise Refused("bad_message", f"{slug!r} cannot hold {seat}: expected one of {able}.")
    return Seat(seat, ENGINE, engine=found.slug)


def _own_seat(board: type[Board], request: Request) -> str:
    if request.seat == "random":
        return secrets.choice(board.SEATS[:2])
    if request.seat in board.SEATS[:2] or (
        request.seat in board.SEATS and request.rules.dos == PERSON
    ):
        return request.seat
    expected = ", ".join([*board.SEATS, "random"])
    raise Refused("bad_message", f"{request.seat!r} is no seat for you: expected {expected}.")


def _third(seat: str, request: Request, kind: str, board: type[Board], me: Seat) -> Seat:
    """Who holds a seat beyond the two rivals'."""
    dos = request.rules.dos
    if dos == NEUTRAL:
        return Seat(seat, NEUTRAL, engine=NEUTRAL)
    if dos == PERSON:
        if kind == ENGINE:
            raise Refused("not_allowed", f"Against an engine nobody else can join as {seat}.")
        return replace(me, name=seat) if kind == LOCAL else Seat(seat, EMPTY)
    word, _, slug = dos.partition(":")
    if word != ENGINE or not slug:
        raise Refused("bad_message", f"{dos!r} is no {seat}: expected neutral, person or engine:…")
    return _engine(seat, slug, board)


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
