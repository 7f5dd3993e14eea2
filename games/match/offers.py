"""Offers of draws and rematches, which one side makes and the other accepts."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from games.match.endings import ended
from games.match.enums import Event, Reason, RefusalCode
from games.match.state import (
    CAMPAIGN,
    LOCAL,
    PERSON,
    Action,
    Match,
    Progress,
    Refused,
    Seat,
    changed,
    people,
    rival,
)
from games.rules import Outcome

MOST_SAID = 200
"""Changes of a game besides its moves until no draw can be offered: each takes space in its row."""


def offer_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Offer the rival a draw."""
    require_draw_offerable(match, action, seat)
    return changed(
        match,
        Event.DRAW_OFFERED,
        now,
        draw_offer=seat,
        draw_offered_at=match.board.ply,
        draw_offered_by=seat,
    )


def require_draw_offerable(match: Match, action: Action, seat: str) -> None:
    """Raise Refused unless the rival is another person who was not offered a draw just now."""
    other = rival(match, seat)
    if other is None or match.kind == LOCAL or match.seat(other).kind != PERSON:
        raise Refused(RefusalCode.NOT_ALLOWED, "You can offer a draw only to another person.")
    if any(one.kind == PERSON for one in match.seats[2:]):
        raise Refused(
            RefusalCode.NOT_ALLOWED, "You cannot offer a draw while a third person plays."
        )
    if match.draw_offer is not None:
        raise Refused(RefusalCode.NOT_ALLOWED, "There is a draw offer already.")
    if match.draw_offered_by == seat and match.board.ply < (match.draw_from or 0):
        raise Refused(RefusalCode.NOT_ALLOWED, "You offered a draw a moment ago. Move first.")
    if match.version - len(match.moves) > MOST_SAID:
        raise Refused(RefusalCode.NOT_ALLOWED, "Too many draws were offered in this game.")


def accept_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    """End the game as a draw, as the rival has offered."""
    require_draw_offered(match, action, seat)
    return ended(match, Outcome(None, Reason.AGREEMENT), now)


def decline_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Decline the rival's draw offer."""
    require_draw_offered(match, action, seat)
    return changed(match, Event.DRAW_DECLINED, now, draw_offer=None)


def require_draw_offered(match: Match, action: Action, seat: str) -> None:
    """Raise Refused unless the rival of ``seat`` has offered a draw."""
    if match.draw_offer is None or match.draw_offer != rival(match, seat):
        raise Refused(RefusalCode.NOT_ALLOWED, "Nobody has offered you a draw.")


def rematch(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Propose a rematch, or agree to one; a player without opponents agrees alone."""
    require_rematchable(match, action, seat)
    if len(people(match)) < 2 or _who_asks(match) is not None:
        return changed(match, Event.REMATCH_AGREED, now, rematch_offer=None)
    return changed(match, Event.REMATCH_OFFERED, now, rematch_offer=seat)


def require_rematchable(match: Match, action: Action, seat: str) -> None:
    """Raise Refused in the campaign, after a rematch has begun, and for a second proposal.

    Also where nobody is left to agree: all others have deleted their accounts.
    """
    if match.kind == CAMPAIGN:
        raise Refused(RefusalCode.NOT_ALLOWED, "Start this stage again from the campaign.")
    if match.rematch_game is not None:
        raise Refused(RefusalCode.GAME_OVER, "The rematch has already begun.")
    if None in people(match) and len(people(match)) < 3:
        raise Refused(RefusalCode.NOT_ALLOWED, "Your opponent has no account here any more.")
    if match.rematch_offer == seat and len(people(match)) > 1:
        raise Refused(RefusalCode.NOT_ALLOWED, "You have already asked for a rematch.")


def rematch_seats(match: Match, user: int | None, fits: Callable[[Seat], bool]) -> dict[str, Seat]:
    """Who sits where in the rematch that ``user`` agreed to: the two rivals change seats.

    They keep them if an engine could not sit where it would then: ``fits`` tells. Two are enough
    to agree. A player who was not asked finds their seat empty.
    """
    asked = _who_asks(match)
    agreed = {user, user if asked is None else asked}
    exchanged = exchanged_seats(match)
    return {
        seat.name: Seat(seat.name) if seat.kind == PERSON and seat.user not in agreed else seat
        for seat in (exchanged if all(map(fits, exchanged)) else match.seats)
    }


def _who_asks(match: Match) -> int | None:
    """The person who asked for a rematch; None if nobody did, or their account is gone."""
    return match.seat(match.rematch_offer).user if match.rematch_offer else None


def exchanged_seats(match: Match) -> tuple[Seat, ...]:
    """The seats of a match, with the two rivals exchanged."""
    first, second, *others = match.seats
    return (replace(second, name=first.name), replace(first, name=second.name), *others)
