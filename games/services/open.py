"""Open a game: seat who is there, play the opening, begin if nobody is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games import match as table
from games import selectors, store
from games.glicko import CENTRE
from games.ids import new_id
from games.match import Clock, Match, Seat
from games.models import new_seed
from games.rules import Board, board_class
from games.services.now import now_ms
from games.services.settle import settle


def open_game(
    *,
    by: int | None,
    variant: str,
    kind: str,
    seats: Mapping[str, Seat],
    exact: bool = False,
    clock: tuple[int, int] | None = None,
    rated: bool = False,
    opening: tuple[int, ...] = (),
    event: str = "",
    rematch_of: str | None = None,
    closing: str | None = None,
) -> Match:
    """Make a game and return it as it stands, an engine's first reply included.

    ``by`` is the id of the person who opens it; ``seats`` maps seat names to who sits there,
    seats not named stay free; ``clock`` is (base, increment) in ms; ``opening`` is played
    before anybody acts; ``closing`` is the id of a rated pair's second game. Raises RulesError
    for an unknown game or an illegal opening, and IntegrityError if ``rematch_of`` already
    has a rematch.
    """
    board = board_class(variant).start(exact=exact)
    now = now_ms()
    match = Match(
        id=closing or new_id(),
        board=board,
        seats=_rated_seats(seats, type(board), kind, rated),
        kind=kind,
        version=1,
        clock=_clock(clock, board.SEATS),
        rated=rated,
        return_id=new_id() if rated and closing is None else None,
        updated=now,
        seed=new_seed(),
    )
    for cell in opening:
        match, _ = table.advance(match, cell)
    match = replace(match, opening=len(opening))
    if all(seat.kind != table.EMPTY for seat in match.seats):
        match = table.start(match, now)
    store.create(match, store.Origin(by, event, rematch_of))
    return settle(match)


def _rated_seats(
    seats: Mapping[str, Seat], board: type[Board], kind: str, rated: bool
) -> tuple[Seat, ...]:
    """The seats in order; where people meet, each with the rating it begins with."""
    placed = tuple(seats.get(name, Seat(name)) for name in board.SEATS)
    if kind not in table.MEETINGS:
        return placed
    return tuple(rated_seat(seat, board.VARIANT, rated) for seat in placed)


def rated_seat(seat: Seat, variant: str, rated: bool) -> Seat:
    """``seat`` with its person's rating; who has none begins in the middle if it is to count."""
    if seat.kind != table.PERSON or seat.user is None:
        return seat
    known = selectors.rating(seat.user, variant)
    return replace(seat, rating=round(CENTRE) if known is None and rated else known)


def _clock(setting: tuple[int, int] | None, seats: tuple[str, ...]) -> Clock | None:
    if setting is None:
        return None
    base, increment = setting
    return Clock(base, increment, dict.fromkeys(seats, base))
