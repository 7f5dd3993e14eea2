"""Open a game: seat the players, play the opening, begin if no seat is free."""

from __future__ import annotations

from msgspec.structs import replace

from games.match import (
    EMPTY,
    MEETINGS,
    PERSON,
    Clock,
    Match,
    RefusalCode,
    Refused,
    Seat,
    apply_move,
    start,
)
from games.match.fairness import new_seed
from games.match.glicko import CENTRE
from games.match.ids import new_id
from games.queries import selectors
from games.rules import Board, board_class
from games.services.advance import advance
from games.services.maintenance import require_no_maintenance
from games.services.now import now_ms
from games.services.setup import GameSetup
from games.storage import store


def open_game(setup: GameSetup) -> Match:
    """Open a game and return it, with an engine's first reply.

    Raises RulesError for an unknown game or an illegal opening, and IntegrityError if
    ``setup.rematch_of`` already has a rematch or ``setup.key`` has opened a game. Raises
    UnderMaintenance while no game may begin; the second game of a rated pair still does.
    """
    if setup.closing is None:  # the second game of a pair belongs to one that is being played
        require_no_maintenance()
    match = begun(setup, now_ms())
    store.create(match, store.Origin(setup.by, setup.event, setup.rematch_of, setup.key))
    return advance(match)


def begun(setup: GameSetup, now: int, seed: int | None = None) -> Match:
    """The match of ``setup`` after its opening, in play if all seats are taken.

    ``seed`` is the seed of all random moves, a new one if it is None.
    """
    board = board_class(setup.variant).start(exact=setup.exact)
    match = Match(
        id=setup.closing or new_id(),
        board=board,
        seats=_rated_seats(setup, type(board)),
        kind=setup.kind,
        version=1,
        clock=_clock(setup.clock, board.SEATS),
        rated=setup.rated,
        return_id=new_id() if setup.rated and setup.closing is None else None,
        updated=now,
        seed=new_seed() if seed is None else seed,
    )
    for cell in setup.opening:
        match, _ = apply_move(match, cell)
    match = replace(match, opening=len(setup.opening))
    missing = any(seat.kind == EMPTY for seat in match.seats)
    return match if missing else start(match, now)


def _rated_seats(setup: GameSetup, board: type[Board]) -> tuple[Seat, ...]:
    """The seats in order; where people meet, with the ratings that they begin with."""
    placed = tuple(setup.seats.get(name, Seat(name)) for name in board.SEATS)
    if setup.kind not in MEETINGS:
        return placed
    return tuple(rated_seat(seat, board.VARIANT, setup.rated) for seat in placed)


def rated_seat(seat: Seat, variant: str, rated: bool) -> Seat:
    """``seat`` with its rating; in a rated game a person without one has the default rating."""
    if seat.kind != PERSON or seat.user is None:
        return seat
    rating = selectors.rating(seat.user, variant)
    return replace(seat, rating=round(CENTRE) if rating is None and rated else rating)


RATED_NEEDS_ACCOUNT = "Rated games need an account. Sign up, or play one that is not rated."


def require_account(user_id: int) -> None:
    """Raise Refused for a guest: a rating needs an account."""
    if selectors.is_guest(user_id):
        raise Refused(RefusalCode.LOGIN_REQUIRED, RATED_NEEDS_ACCOUNT)


STAYS_IN_CLASS = "Your class plays with each other. Ask your teacher if you want to play others."


def require_outside(*user_ids: int) -> None:
    """Raise Refused for a pupil whose class plays with itself alone."""
    if selectors.stays_in_class(user_ids):
        raise Refused(RefusalCode.NOT_ALLOWED, STAYS_IN_CLASS)


def _clock(setting: tuple[int, int] | None, seats: tuple[str, ...]) -> Clock | None:
    if setting is None:
        return None
    base, increment = setting
    return Clock(base, increment, dict.fromkeys(seats, base))
