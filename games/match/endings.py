"""How a match ends off the board: on time, by resignation, cancelled."""

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
    """End the match with ``outcome``; the finished first game of a rated pair names its second."""
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
    """End the match if its deadline has passed, else return None."""
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
    """Abort a game that nobody continued; it does not count."""
    return ended(match, Outcome(None, Reason.LAPSED), now, ABORTED)


def annul(match: Match, now: int) -> Progress:
    """Take the result of a game away, or end one in play, because staff decided so."""
    progress = ended(match, Outcome(None, Reason.ANNULLED), now, ABORTED)
    if match.ended is None:
        return progress
    return replace(progress, after=replace(progress.after, ended=match.ended))


def resign(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Give the game to the rival; a seat without a rival is left to chance instead."""
    require_resignable(match, action, seat)
    winner = rival(match, seat)
    if winner is None:
        return stand_down(match, seat, now)
    return ended(match, Outcome(winner, Reason.RESIGN), now)


def require_resignable(match: Match, action: Action, seat: str) -> None:
    """Raise Refused for a third seat that no person holds, or in a game at one screen."""
    if rival(match, seat) is not None:
        return
    if match.kind == LOCAL or match.seat(seat).kind != PERSON:
        raise Refused(RefusalCode.NOT_ALLOWED, f"{seat} has no opponent to resign to.")


def begun(match: Match) -> bool:
    """Whether the second move has been made: from then on a game counts."""
    return len(match.moves) - match.opening >= 2


def abort(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Cancel the game; where others wait in an open game, only free the player's seat."""
    if _leaves(match, action):
        return left(match, seat, now)
    require_abortable(match, action, seat)
    return ended(match, Outcome(None, Reason.ABORTED), now, ABORTED)


def _leaves(match: Match, action: Action) -> bool:
    """Whether cancelling only frees a seat, since others wait in the open game."""
    return match.status == OPEN and action.user is not None and len(people(match)) > 1


def require_abortable(match: Match, action: Action, seat: str) -> None:
    """Raise Refused once the game counts: after its second move, or in the second of a pair."""
    if _leaves(match, action):
        return
    if match.closes_pair:
        raise Refused(RefusalCode.NOT_ALLOWED, "You have to play the second game of a rated pair.")
    if begun(match):
        raise Refused(RefusalCode.NOT_ALLOWED, "You can cancel a game only before its second move.")
