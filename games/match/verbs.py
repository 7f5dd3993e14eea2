"""The actions that a player can take, and ``decide``, which carries them out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from games.match.claims import (
    claim_draw,
    claim_win,
    replace_third,
    require_draw_claimable,
    require_third_replaceable,
    require_win_claimable,
)
from games.match.endings import abort, begun, require_abortable, require_resignable, resign
from games.match.enums import RefusalCode, Status, Verb
from games.match.fairness import add_number, require_number_addable
from games.match.moves import move, require_turn
from games.match.offers import (
    accept_draw,
    decline_draw,
    offer_draw,
    rematch,
    require_draw_offerable,
    require_draw_offered,
    require_rematchable,
)
from games.match.state import ABORTED, ACTIVE, FINISHED, OPEN, Action, Match, Progress, Refused
from games.rules import Board


def decide(match: Match, action: Action, now: int) -> Progress:
    """Return what ``action`` changes at ``now``. Raises Refused with a code of the protocol."""
    seat = action.seat or match.seat_of(action.user)
    if seat is None:
        raise Refused(
            RefusalCode.NOT_SEATED, "You are watching this game. Only its players can act."
        )
    handler = VERBS.get(action.verb)
    if handler is None:
        raise Refused(RefusalCode.BAD_MESSAGE, f"{action.verb!r} is no action here.")
    _require_stage(match, action.verb)
    # Both may wish for a rematch in the same moment; it means the same on any version.
    if action.version < match.version and action.verb != Verb.REMATCH:
        raise Refused(
            RefusalCode.STALE_VERSION, "The game has moved on. Here is how it stands now."
        )
    if action.version > match.version:
        said = f"There is no version {action.version} yet: the game is at version {match.version}."
        raise Refused(RefusalCode.STALE_VERSION, said)
    return handler.effect(match, action, seat, now)


def allowed(match: Match, user: int | None, gone: frozenset[str] = frozenset()) -> list[Verb]:
    """The verbs that ``decide`` would accept from ``user`` now, a move on one of the legal cells.

    All but adding a number, which is offered with the commitment and not among the actions.

    Each state frame contains them, so this only checks the conditions and builds no match.
    """
    seat = match.seat_of(user)
    if seat is None:
        return []
    action = Action(move_verb(match.board), match.version, user=user, gone=gone)
    move = action.verb if seat == match.board.to_move else None
    counts, offered = begun(match), match.draw_offer is not None
    verbs = _candidates(match.status, move, counts, counts and bool(gone), offered)
    return [verb for verb in verbs if _is_allowed(VERBS[verb], match, action, seat)]


@cache
def _candidates(
    status: Status, move: Verb | None, counts: bool, missed: bool, offered: bool
) -> tuple[Verb, ...]:
    """The verbs of a stage whose conditions are worth checking: raising Refused is slow.

    ``move`` is None for a seat whose turn it is not; ``counts`` is whether the game counts.
    """
    others = MOVES - {move} | {Verb.ADD_NUMBER}
    if counts:
        others |= {Verb.ABORT}
    if not missed:
        others |= CLAIMS
    if not offered:
        others |= ANSWERS
    return tuple(verb for verb in STAGES[status] if verb not in others)


def _is_allowed(handler: Handler, match: Match, action: Action, seat: str) -> bool:
    try:
        handler.require(match, action, seat)
    except Refused:
        return False
    return True


def move_verb(board: Board) -> Verb:
    """The verb of the moves that are legal on ``board``."""
    return BOARD_ACTIONS[board.action]


def _require_stage(match: Match, verb: Verb) -> None:
    if verb in STAGES[match.status]:
        return
    if match.status == OPEN:
        raise Refused(RefusalCode.NOT_OPEN, "The game has not started: a seat is still free.")
    if match.status != ACTIVE:
        raise Refused(RefusalCode.GAME_OVER, "The game is over.")
    raise Refused(RefusalCode.NOT_ALLOWED, "You can ask for a rematch when the game is over.")


class Handler(NamedTuple):
    """``require`` raises Refused if an action is not possible; ``effect`` calls it first."""

    effect: Callable[[Match, Action, str, int], Progress]
    require: Callable[[Match, Action, str], None]


VERBS: dict[Verb, Handler] = {
    Verb.PLACE: Handler(move, require_turn),
    Verb.REMOVE: Handler(move, require_turn),
    Verb.RESIGN: Handler(resign, require_resignable),
    Verb.ABORT: Handler(abort, require_abortable),
    Verb.OFFER_DRAW: Handler(offer_draw, require_draw_offerable),
    Verb.ACCEPT_DRAW: Handler(accept_draw, require_draw_offered),
    Verb.DECLINE_DRAW: Handler(decline_draw, require_draw_offered),
    Verb.CLAIM_WIN: Handler(claim_win, require_win_claimable),
    Verb.CLAIM_DRAW: Handler(claim_draw, require_draw_claimable),
    Verb.REPLACE: Handler(replace_third, require_third_replaceable),
    Verb.REMATCH: Handler(rematch, require_rematchable),
    Verb.ADD_NUMBER: Handler(add_number, require_number_addable),
}

MOVES = {Verb.PLACE, Verb.REMOVE}

BOARD_ACTIONS = {verb.value: verb for verb in MOVES}
"""The verb of each action that a board can wait for."""

CLAIMS = {Verb.CLAIM_WIN, Verb.CLAIM_DRAW, Verb.REPLACE}
"""What takes somebody's absence."""

ANSWERS = {Verb.ACCEPT_DRAW, Verb.DECLINE_DRAW}
"""What takes an offer."""

STAGES = {
    OPEN: (Verb.ABORT,),
    ACTIVE: tuple(verb for verb in VERBS if verb != Verb.REMATCH),
    FINISHED: (Verb.REMATCH,),
    ABORTED: (Verb.REMATCH,),
}
"""What can be asked for before a game begins, while it is played and after it."""
