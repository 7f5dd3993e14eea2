"""Seats: play begins, people join and leave, chance takes over."""

from __future__ import annotations

from msgspec.structs import replace

from games.match.enums import Event, RefusalCode
from games.match.state import ACTIVE, EMPTY, NEUTRAL, OPEN, Match, Progress, Refused, Seat, changed

ALL_TAKEN = "Every seat of this game is taken."


def start(match: Match, now: int) -> Match:
    """Begin play at ``now``; no seat may be free."""
    return replace(match, status=ACTIVE, started=now, updated=now)


def join(match: Match, newcomer: Seat, now: int) -> Progress:
    """Seat ``newcomer`` on the free seat of that name. Raises Refused if it is not free."""
    if match.status != OPEN:
        raise Refused(RefusalCode.NOT_OPEN, ALL_TAKEN)
    if any(seat.user == newcomer.user for seat in match.seats):
        raise Refused(RefusalCode.NOT_ALLOWED, "You already have a seat in this game.")
    if newcomer.name not in match.board.SEATS:
        expected = ", ".join(match.board.SEATS)
        raise Refused(
            RefusalCode.BAD_MESSAGE, f"{newcomer.name!r} is no seat: expected one of {expected}."
        )
    if match.seat(newcomer.name).kind != EMPTY:
        raise Refused(RefusalCode.NOT_OPEN, f"The seat of {newcomer.name} is taken.")
    seats = tuple(newcomer if seat.name == newcomer.name else seat for seat in match.seats)
    after = replace(match, seats=seats, version=match.version + 1, updated=now)
    if all(seat.kind != EMPTY for seat in seats):
        return Progress(match, start(after, now), events=(Event.JOINED, Event.STARTED))
    return Progress(match, after, events=(Event.JOINED,))


def left(match: Match, seat: str, now: int) -> Progress:
    """Free the seat of a player who leaves; the game stays open."""
    seats = tuple(Seat(seat) if one.name == seat else one for one in match.seats)
    return changed(match, Event.LEFT, now, seats=seats)


def hand_over(match: Match, old: int, new: int, name: str, now: int) -> Progress:
    """Give the seats of the person ``old`` to ``new``, called ``name``, an account's; play goes on.

    If ``old`` and ``new`` are the same, only the person's name changes.
    """
    seats = tuple(
        replace(seat, user=new, title=name, guest=False) if seat.user == old else seat
        for seat in match.seats
    )
    return changed(match, Event.HANDED_OVER, now, seats=seats)


def stand_down(match: Match, seat: str, now: int) -> Progress:
    """Hand ``seat``, which has no rival to lose to, to the server: the game goes on without it."""
    clock = match.clock
    if clock is not None and match.board.to_move == seat and clock.since is not None:
        clock = replace(clock, since=now)
    neutral = Seat(seat, NEUTRAL, engine=NEUTRAL)
    seats = tuple(neutral if one.name == seat else one for one in match.seats)
    return changed(
        match,
        Event.STOOD_DOWN,
        now,
        seats=seats,
        clock=clock,
        replace_offer=None,
        chance_from=match.board.ply + 1,
    )
