"""How a match ends: on time, by resignation, called off."""

from __future__ import annotations

from msgspec.structs import replace

from games.match.enums import Event, Reason, RefusalCode, Status
from games.match.seating import left, stand_down
from games.match.state import (
    ABORTED,
    FINISHED,
    LOCAL,
    OPEN,
    PERSON,
    Action,
    Match,
    Progress,
    Refused,
    people,
    rival,
)
from games.rules import Outcome


def ended(match: Match, outcome: Outcome, now: int, status: Status = FINISHED) -> Progress:
    after = replace(
        match,
        status=status,
        outcome=outcome,
        draw_offer=None,
        replace_offer=None,
        rematch_game=match.return_id if status == FINISHED else match.rematch_game,
        version=match.version + 1,
        updated=now,
        ended=now,
    )
    return Progress(match, after, events=(Event(status),))


def expire(match: Match, now: int) -> Progress | None:
    """The ending that a passed deadline brings, or None while there is time."""
    if match.deadline is None or now < match.deadline:
        return None
    if len(match.moves) == match.opening and not match.closes_pair:
        return ended(match, Outcome(None, Reason.NO_FIRST_MOVE), now, ABORTED)
    loser = match.board.to_move
    clock = match.clock
    assert clock is not None
    if rival(match, loser) is None:
        return stand_down(match, loser, now)
    stopped = replace(clock, remaining={**clock.remaining, loser: 0}, since=None)
    flagged = replace(match, clock=stopped)
    progress = ended(flagged, Outcome(rival(match, loser), Reason.TIME), now)
    return replace(progress, before=match)


def lapse(match: Match, now: int) -> Progress:
    """The ending of a game that nobody played on with; nothing is counted."""
    return ended(match, Outcome(None, Reason.LAPSED), now, ABORTED)


def annul(match: Match, now: int) -> Progress:
    """A game that counts for nothing, whether it was being played or was over: staff decided so."""
    progress = ended(match, Outcome(None, Reason.ANNULLED), now, ABORTED)
    if match.ended is None:
        return progress
    return replace(progress, after=replace(progress.after, ended=match.ended))


def resign(match: Match, action: Action, seat: str, now: int) -> Progress:
    """The rival wins; a seat without one leaves its part to chance instead."""
    require_resignable(match, action, seat)
    winner = rival(match, seat)
    if winner is None:
        return stand_down(match, seat, now)
    return ended(match, Outcome(winner, Reason.RESIGN), now)


def require_resignable(match: Match, action: Action, seat: str) -> None:
    if rival(match, seat) is not None:
        return
    if match.kind == LOCAL or match.seat(seat).kind != PERSON:
        raise Refused(RefusalCode.NOT_ALLOWED, f"{seat} has no opponent to resign to.")


def begun(match: Match) -> bool:
    """Whether the second move has been made: from then on a game counts."""
    return len(match.moves) - match.opening >= 2


def abort(match: Match, action: Action, seat: str, now: int) -> Progress:
    if _leaves(match, action):
        return left(match, seat, now)
    require_abortable(match, action, seat)
    return ended(match, Outcome(None, Reason.ABORTED), now, ABORTED)


def _leaves(match: Match, action: Action) -> bool:
    """Whether calling an open game off only frees a seat, since others sit there."""
    return match.status == OPEN and action.user is not None and len(people(match)) > 1


def require_abortable(match: Match, action: Action, seat: str) -> None:
    if _leaves(match, action):
        return
    if match.closes_pair:
        raise Refused(RefusalCode.NOT_ALLOWED, "You have to play the second game of a rated pair.")
    if begun(match):
        raise Refused(RefusalCode.NOT_ALLOWED, "You can cancel a game only before its second move.")
