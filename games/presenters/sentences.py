"""Sentences about a game: who sits where, how it stands, why it ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from games.characters import character
from games.engines import ENGINES, EngineError, engine, is_known
from games.match import (
    ABORTED,
    ACTIVE,
    EMPTY,
    ENGINE,
    FINISHED,
    FRIEND,
    LOCAL,
    NEUTRAL,
    OPEN,
    PERSON,
    Match,
    Reason,
    Seat,
    Verb,
    missing_engines,
)
from games.presenters.phrases import MOVE, PLACE, TAKE, task
from games.presenters.positions import PlayedMove, moves_of
from games.rules import Board, Outcome, third_won

BOT = "BOT"
"""What stands before the name of a bot account."""


def seat_title(seat: Seat, variant: str) -> str:
    """The name of the holder of a seat: for an engine its character's, if it has one; a bot
    account's with its mark.
    """
    if seat.kind == PERSON:
        return f"{BOT} {seat.title}" if seat.bot else seat.title
    known = character(variant, seat.engine) if seat.kind in (ENGINE, NEUTRAL) else None
    return known.name if known else formal_title(seat, variant)


def formal_title(seat: Seat, variant: str) -> str:
    """The name of the holder of a seat, an engine's with its switches and without a character."""
    if seat.kind in (ENGINE, NEUTRAL):
        try:
            if seat.engine in ENGINES.get(variant, ()) or ":" in seat.engine:
                return _label(variant, seat.engine)
            return engine(variant, seat.engine).label
        except EngineError:  # an engine of long ago whose games are still here
            return seat.engine
    return seat.title if seat.kind == PERSON else "nobody"


def place_title(match: Match, seat: Seat) -> str:
    """What a page calls a place at the board: free only while somebody can still take it."""
    if seat.kind == EMPTY and match.status == OPEN:
        return "free seat"
    return seat_title(seat, match.board.VARIANT)


def players(match: Match) -> str:
    """Who plays, for a title: ``ada – grace``; empty if nobody does yet."""
    there = [seat for seat in match.seats if seat.kind != EMPTY]
    return " – ".join(seat_title(seat, match.board.VARIANT) for seat in there)


@lru_cache(1024)
def _label(variant: str, name: str) -> str:
    return engine(variant, name).label


def board_title(board: type[Board], exact: bool) -> str:
    return f"{board.TITLE}, exact" if exact else board.TITLE


def notices(match: Match) -> list[str]:
    """Notices about the engines of a game in play, such as one that is still being computed."""
    if match.status != ACTIVE:
        return []
    held = {seat.engine for seat in match.seats if seat.kind == ENGINE}
    if lost := missing_engines(match, is_known):
        return [f"The engine {lost[0]!r} no longer plays here, so this game cannot go on."]
    engines = [engine(match.board.VARIANT, name) for name in sorted(held)]
    return [said for one in engines if (said := one.notice(match.board))]


def headline(match: Match, you: str | None) -> str:
    """The state of the game in a few words, spoken to the one who sits at ``you``."""
    if match.status == OPEN:
        return _open_headline(match, you)
    if match.status == ABORTED:
        return "Game cancelled"
    if match.status == FINISHED:
        return _result_headline(match, you)
    acting = match.acting_seat
    assert acting is not None
    if you == acting.name and match.kind != LOCAL:
        return YOUR_TASK[_task(match.board)]
    who = acting.name if match.kind == LOCAL else seat_title(acting, match.board.VARIANT)
    return f"{who} to {_task(match.board)}"


YOUR_TASK = {
    MOVE: "Your move",
    PLACE: "Place a piece",
    TAKE: "Take a piece away",
}


def _task(board: Board) -> str:
    return task(type(board), board.action)


def _open_headline(match: Match, you: str | None) -> str:
    free = sum(seat.kind == EMPTY for seat in match.seats)
    if you:
        return f"Waiting for {free} players" if free > 1 else "Waiting for an opponent"
    if match.kind == FRIEND and (hosts := _hosts(match)):
        return f"{hosts} {'invite' if ' and ' in hosts else 'invites'} you"
    return f"{free} seats are free" if free > 1 else "A seat is free"


def _hosts(match: Match) -> str:
    """Who sits at a game that is not full yet."""
    return " and ".join(seat.title for seat in match.seats if seat.kind == PERSON)


def terms_of(match: Match) -> str:
    """What one is invited to: the game, the clock, whether it is rated, the seat that is free."""
    title = board_title(type(match.board), getattr(match.board, "exact", False))
    clock = match.clock
    words = clock_words(clock.base // 1000, clock.increment // 1000) if clock else "no clock"
    free = " or ".join(seat.name for seat in match.seats if seat.kind == EMPTY)
    rated = ", rated" if match.rated else ""
    return f"{title}, {words}{rated}. You play {free}."


def _result_headline(match: Match, you: str | None) -> str:
    assert match.outcome is not None
    winner = match.outcome.winner
    if winner is None:
        return "A draw"
    if match.kind == LOCAL or you is None:
        title = seat_title(match.seat(winner), match.board.VARIANT)
        return f"{winner} wins" if match.kind == LOCAL else f"{title} ({winner}) wins"
    if third_won(type(match.board), winner, you):
        return f"{winner} wins"
    return "You win" if winner == you else "You lose"


REASONS: dict[str, str] = {
    Reason.LINE: "{winner} completed a line.",
    Reason.FULL: "The board is full{gain}.",
    Reason.RESIGN: "{loser} resigned.",
    Reason.TIME: "{loser} ran out of time.",
    Reason.AGREEMENT: "Both sides agreed.",
    Reason.ABORTED: "The game was cancelled, so it does not count.",
    Reason.LAPSED: "Nobody moved for two weeks, so the game does not count.",
    Reason.NO_FIRST_MOVE: "Nobody made the first move in time, so the game does not count.",
    Reason.ANNULLED: "The people who run this site annulled the game, so it does not count.",
    Reason.ABANDONED: "{loser} left the game.",
}


def detail(match: Match, you: str | None) -> str:
    """What to know beside the headline: why the game ended, an offer, or the last move."""
    if match.outcome is not None:
        return ending_sentence(match.board, match.outcome)
    if match.draw_offer is not None:
        if match.draw_offer == you:
            return "You offered a draw."
        return f"{seat_title(match.seat(match.draw_offer), match.board.VARIANT)} offers a draw."
    if match.status == OPEN and you is None:
        return terms_of(match)
    if match.status != ACTIVE:
        return ""
    recent = heard_of(match, moves_of(match), you)
    said = [f"{mover(match, move.seat, you)} {deed(move)}" for move in recent]
    if _declined(match, you):
        said.append(DECLINED)
    return " ".join(said)


DECLINED = "Your draw offer was declined."


def _declined(match: Match, you: str | None) -> bool:
    """Whether the draw that ``you`` offered was declined and ``you`` have not moved since.

    An offer made in one's own turn stands while one makes that move: the answer comes after it.
    """
    if match.draw_offered_at is None or match.draw_offered_by != you or match.draw_offer:
        return False
    movers = [move.seat for move in moves_of(match)[match.draw_offered_at :]]
    return you not in movers[1:]


def blocked(match: Match, you: str | None) -> str:
    """Why the viewer cannot act on any cell now; empty if they can."""
    if match.status == OPEN:
        return "The game starts when every seat is taken."
    if match.status != ACTIVE:
        return f"The game is over: {headline(match, you)}."
    if you is None:
        return "You are watching this game. Only its players can move."
    acting = match.acting_seat
    if match.kind == LOCAL or acting is None or acting.name == you:
        return ""
    return f"It is not your turn. Wait for {seat_title(acting, match.board.VARIANT)}."


Made = TypeVar("Made", bound="SomeMove")


class SomeMove(Protocol):
    """What is known of a move that was made: at least whose it was."""

    @property
    def seat(self) -> str: ...


def heard_of(match: Match, moves: Sequence[Made], you: str | None) -> Sequence[Made]:
    """The last move of two seats; of three, what both others did since the viewer's own.

    ``moves`` ends with the last move of ``match``. Marks of the opening are nobody's move.
    """
    recent = min(len(match.board.SEATS) - 1, len(match.moves) - match.opening)
    moves = moves[len(moves) - recent :]
    if moves and moves[-1].seat == you:
        return moves[-1:]
    return [move for move in moves if move.seat != you]


def mover(match: Match, seat: str, you: str | None) -> str:
    """Who made a move, in a sentence to the one who sits at ``you``."""
    if match.kind == LOCAL:
        return seat
    return "You" if seat == you else seat_title(match.seat(seat), match.board.VARIANT)


def deed(move: PlayedMove) -> str:
    """What somebody did, after their name: ``took Tres from b2.``"""
    return f"{f'took {move.taken} from' if move.taken else 'played'} {move.name}."


def move_sentence(board: type[Board], move: PlayedMove) -> str:
    """A move as it is announced: ``X plays b2.``"""
    if move.taken:
        return f"{move.seat} takes {move.taken} from {move.name}."
    did = "plays" if task(board, move.action) == MOVE else "places a piece on"
    return f"{move.seat} {did} {move.name}."


def announced(match: Match) -> list[str]:
    """The moves of the last round in sentences, the oldest first."""
    board = type(match.board)
    return [move_sentence(board, move) for move in moves_of(match)[-len(board.SEATS) :]]


def ending_sentence(board: Board, outcome: Outcome) -> str:
    """Why a game ended, in a sentence."""
    if outcome.reason == Reason.ABANDONED and outcome.winner is None:
        return "A player left, and the game was called a draw."
    rivals = board.RIVALS
    loser = next((seat for seat in rivals if seat != outcome.winner), "")
    gain = f": {outcome.winner} wins" if outcome.winner else ""
    return REASONS.get(outcome.reason, "").format(winner=outcome.winner, loser=loser, gain=gain)


def sentence(match: Match) -> str:
    """The last move in a sentence, the ending after it; empty before the first move."""
    if not match.moves:
        return ""
    ending = ending_sentence(match.board, match.outcome) if match.outcome else ""
    return f"{move_sentence(type(match.board), moves_of(match)[-1])} {ending}".strip()


def absence(match: Match, gone: frozenset[str], actions: Sequence[str]) -> str:
    """What the absence of the seats ``gone`` means to a player who has ``actions``, or empty."""
    if Verb.CLAIM_DRAW not in actions:
        return ""
    left = " and ".join(seat_title(match.seat(name), match.board.VARIANT) for name in sorted(gone))
    if Verb.CLAIM_WIN in actions:
        return f"{left} left. End the game now, or wait: they can still come back."
    later = " When their time is up, chance plays for them." if match.clock else ""
    if Verb.REPLACE not in actions:
        return f"{left} left. Call the game a draw, or wait: they can still come back.{later}"
    choices = "Let chance play for them, call the game a draw, or wait: they can still come back."
    return f"{left} left. {_proposed(match)}{choices}{later}"


def _proposed(match: Match) -> str:
    if match.replace_offer is None:
        return ""
    proposer = seat_title(match.seat(match.replace_offer), match.board.VARIANT)
    return f"{proposer} wants chance to play for them. "


def third_person(match: Match) -> str:
    """The name of the person on a seat without a rival, empty if there is none."""
    third = next((seat for seat in match.seats[2:] if seat.kind == PERSON), None)
    return seat_title(third, match.board.VARIANT) if third else ""


def handed_over(match: Match) -> str:
    """From which move on chance plays a seat that a person held before; empty if nowhere."""
    if match.chance_from is None:
        return ""
    seat = next(seat.name for seat in match.seats if seat.kind == NEUTRAL)
    return f"A person played {seat} at first. Since move {match.chance_from}, chance does."


def clock_words(base: int, increment: int) -> str:
    """A clock of seconds as people say it: ``1 min + 2 s``."""
    minutes, seconds = divmod(base, 60)
    parts = [f"{minutes} min"] * bool(minutes) + [f"{seconds} s"] * bool(seconds)
    return f"{' '.join(parts)} + {increment} s"
