"""How the end of a game was for a character."""

from __future__ import annotations

from games.characters import Situation, character
from games.match import Match, Reason, Seat
from games.presenters.endings.missed import is_faultless
from games.presenters.positions import moves_of


def situation_of(match: Match, seat: Seat) -> Situation:
    """How the end of a game was for the character at ``seat``."""
    assert match.outcome is not None
    winner, reason, board = match.outcome.winner, match.outcome.reason, match.board
    if winner != seat.name:
        return Situation.LOST if winner in board.RIVALS else Situation.DRAWN
    if reason == Reason.TIME:
        return Situation.TIME
    if reason not in (Reason.LINE, Reason.FULL):
        return Situation.CONCEDED
    if _is_lucky(match, seat):
        return Situation.LUCKY
    is_long = len(match.moves) >= (3 * board.CELLS // 2 if board.CHANCE_SEAT else board.CELLS - 1)
    return Situation.LONG if is_long else Situation.WON


def _is_lucky(match: Match, seat: Seat) -> bool:
    """Whether the loser made no mistake; or whether one who plays at random won at once."""
    known, board = character(match.board.VARIANT, seat.engine), match.board
    if seat.name not in board.RIVALS or known is None:
        return False
    own = sum(move.seat == seat.name for move in moves_of(match))
    if known.strokes == 1 and own <= min(map(len, board.LINES)):
        return True
    loser = next(one for one in board.RIVALS if one != seat.name)
    return is_faultless(match, loser)
