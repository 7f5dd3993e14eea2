"""Moves on the board, and the clock that runs with them."""

from __future__ import annotations

from msgspec.structs import replace

from games.match.endings import ended
from games.match.enums import Event, RefusalCode
from games.match.state import Action, Clock, Match, MoveMade, Progress, Refused, rival
from games.rules import IllegalMove


def apply_move(match: Match, cell: int) -> tuple[Match, MoveMade]:
    """Play ``cell`` for the side to move, without looking at seats, versions or clocks."""
    mover, board = match.board.to_move, match.board.make_move(cell)
    return (
        replace(match, board=board, moves=(*match.moves, cell)),
        MoveMade(mover, cell),
    )


def move(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Make the move of ``action`` for ``seat``; it may end the game."""
    require_turn(match, action, seat)
    if action.cell is None:
        raise Refused(RefusalCode.BAD_CELL, "The action names no cell.")
    try:
        board = match.board.make_move(action.cell)
    except IllegalMove as error:
        raise Refused(RefusalCode(error.code), f"{error}.") from None
    made = MoveMade(seat, action.cell)
    after = replace(
        match,
        board=board,
        moves=(*match.moves, action.cell),
        version=match.version + 1,
        updated=now,
        clock=_tick(match, seat, now),
        # The rival answers by moving. What chance removes is no answer.
        draw_offer=None if match.draw_offer == rival(match, seat) else match.draw_offer,
        # A third person who moves is back, so the proposal to replace them no longer stands.
        replace_offer=None if rival(match, seat) is None else match.replace_offer,
    )
    outcome = board.outcome
    if outcome is None:
        return Progress(match, after, (made,), (Event.MOVED,))
    ending = ended(replace(after, version=match.version), outcome, now)
    return Progress(match, ending.after, (made,), (Event.MOVED, *ending.events))


def require_turn(match: Match, action: Action, seat: str) -> None:
    """Raise Refused unless it is the turn of ``seat`` and its turn is for this verb."""
    if seat != match.board.to_move:
        raise Refused(RefusalCode.NOT_YOUR_TURN, f"It is {match.board.to_move}'s turn.")
    if action.verb != match.board.action:
        raise Refused(
            RefusalCode.NOT_ALLOWED, f"{seat} has to {match.board.action}, not {action.verb}."
        )


def _tick(match: Match, seat: str, now: int) -> Clock | None:
    """The clock after ``seat`` moved at ``now``: less the time spent, plus the increment."""
    clock = match.clock
    if clock is None:
        return None
    spent = 0 if clock.since is None else max(0, now - clock.since)
    left = max(0, clock.remaining[seat] - spent) + (clock.increment if clock.since else 0)
    return replace(clock, remaining={**clock.remaining, seat: left}, since=now)
