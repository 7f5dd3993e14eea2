"""Sentences about a game: who sits where, how it stands, why it ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

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
from games.presenters.phrases import phrase, task
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
    return seat.title if seat.kind == PERSON else phrase("seat.nobody")


def place_title(match: Match, seat: Seat) -> str:
    """What a page calls a place at the board: free only while somebody can still take it."""
    if seat.kind == EMPTY and match.status == OPEN:
        return phrase("seat.free")
    return seat_title(seat, match.board.VARIANT)


def players(match: Match) -> str:
    """Who plays, for a title: ``ada – grace``; empty if nobody does yet."""
    there = [seat for seat in match.seats if seat.kind != EMPTY]
    return " – ".join(seat_title(seat, match.board.VARIANT) for seat in there)


@lru_cache(1024)
def _label(variant: str, name: str) -> str:
    return engine(variant, name).label


def board_title(board: type[Board], exact: bool) -> str:
    """What people call a game, with its optional rule if that is played (``exact``)."""
    if not exact or board.OPTION is None:
        return board.TITLE
    return phrase("terms.option", game=board.TITLE, option=board.OPTION.title)


def notices(match: Match) -> list[str]:
    """Notices about the engines of a game in play, such as one that is still being computed."""
    if match.status != ACTIVE:
        return []
    held = {seat.engine for seat in match.seats if seat.kind == ENGINE}
    if lost := missing_engines(match, is_known):
        return [phrase("notice.engine_lost", engine=repr(lost[0]))]
    engines = [engine(match.board.VARIANT, name) for name in sorted(held)]
    return [said for one in engines if (said := one.notice(match.board))]


def headline(match: Match, you: str | None) -> str:
    """The state of the game in a few words, spoken to the one who sits at ``you``."""
    if match.status == OPEN:
        return _open_headline(match, you)
    if match.status == ABORTED:
        return phrase("headline.aborted")
    if match.status == FINISHED:
        return _result_headline(match, you)
    acting = match.acting_seat
    assert acting is not None
    duty = task(type(match.board), match.board.action)
    if you == acting.name and match.kind != LOCAL:
        return phrase(f"task.{duty}.yours")
    who = acting.name if match.kind == LOCAL else seat_title(acting, match.board.VARIANT)
    return phrase(f"task.{duty}.theirs", who=who)


def _open_headline(match: Match, you: str | None) -> str:
    free = sum(seat.kind == EMPTY for seat in match.seats)
    if you:
        return phrase("headline.waiting_many" if free > 1 else "headline.waiting", free=free)
    if match.kind == FRIEND and (hosts := _hosts(match)):
        return phrase(f"headline.{'invite' if len(hosts) > 1 else 'invites'}", hosts=_both(hosts))
    return phrase("headline.free_many" if free > 1 else "headline.free", free=free)


def _hosts(match: Match) -> list[str]:
    """Who sits at a game that is not full yet."""
    return [seat.title for seat in match.seats if seat.kind == PERSON]


def _both(names: Sequence[str]) -> str:
    return " and ".join(names)


def terms_of(match: Match) -> str:
    """What one is invited to: the game, the clock, whether it is rated, the seat that is free."""
    title = board_title(type(match.board), match.board.exact)
    clock = match.clock
    words = (
        clock_words(clock.base // 1000, clock.increment // 1000)
        if clock
        else phrase("terms.no_clock")
    )
    free = " or ".join(seat.name for seat in match.seats if seat.kind == EMPTY)
    code = "terms.invited_rated" if match.rated else "terms.invited"
    return phrase(code, game=title, clock=words, seats=free)


def _result_headline(match: Match, you: str | None) -> str:
    assert match.outcome is not None
    winner = match.outcome.winner
    if winner is None:
        return phrase("headline.drawn")
    if match.kind == LOCAL or (you is not None and third_won(type(match.board), winner, you)):
        return phrase("headline.won", who=winner)
    if you is None:
        title = seat_title(match.seat(winner), match.board.VARIANT)
        return phrase("headline.won_at", who=title, seat=winner)
    return phrase("headline.you_won" if winner == you else "headline.you_lost")


def detail(match: Match, you: str | None) -> str:
    """What to know beside the headline: why the game ended, an offer, or the last move."""
    if match.outcome is not None:
        return ending_sentence(match.board, match.outcome)
    if match.draw_offer is not None:
        if match.draw_offer == you:
            return phrase("draw.yours")
        proposer = seat_title(match.seat(match.draw_offer), match.board.VARIANT)
        return phrase("draw.theirs", who=proposer)
    if match.status == OPEN and you is None:
        return terms_of(match)
    if match.status != ACTIVE:
        return ""
    recent = heard_of(match, moves_of(match), you)
    said = [told(match, move, you) for move in recent]
    if declined(match, you):
        said.append(phrase("draw.declined"))
    return " ".join(said)


def declined(match: Match, you: str | None) -> bool:
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
        return phrase("blocked.open")
    if match.status != ACTIVE:
        return phrase("blocked.over", headline=headline(match, you))
    if you is None:
        return phrase("blocked.watching")
    acting = match.acting_seat
    if match.kind == LOCAL or acting is None or acting.name == you:
        return ""
    return phrase("blocked.not_yours", who=seat_title(acting, match.board.VARIANT))


def heard_of(match: Match, moves: Sequence[PlayedMove], you: str | None) -> Sequence[PlayedMove]:
    """The last move of two seats; of three, what both others did since the viewer's own.

    ``moves`` ends with the last move of ``match``. Marks of the opening are nobody's move.
    """
    recent = min(len(match.board.SEATS) - 1, len(match.moves) - match.opening)
    moves = moves[len(moves) - recent :]
    if moves and moves[-1].seat == you:
        return moves[-1:]
    return [move for move in moves if move.seat != you]


def told(match: Match, move: PlayedMove, you: str | None) -> str:
    """A move in a sentence to the one who sits at ``you``: ``Ada took Tres from b2.``"""
    who = move.seat
    if match.kind != LOCAL:
        title = seat_title(match.seat(move.seat), match.board.VARIANT)
        who = phrase("who.you") if move.seat == you else title
    code = f"task.{task(type(match.board), move.action)}.told"
    return phrase(code, who=who, taken=move.taken, cell=move.name)


def move_sentence(board: type[Board], move: PlayedMove) -> str:
    """A move as it is announced: ``X plays b2.``"""
    code = f"task.{task(board, move.action)}.said"
    return phrase(code, seat=move.seat, taken=move.taken, cell=move.name)


def announced(match: Match) -> list[str]:
    """The moves of the last round in sentences, the oldest first."""
    board = type(match.board)
    return [move_sentence(board, move) for move in moves_of(match)[-len(board.SEATS) :]]


def ending_sentence(board: Board, outcome: Outcome) -> str:
    """Why a game ended, in a sentence."""
    reason, winner = outcome.reason, outcome.winner
    if reason == Reason.ABANDONED and winner is None:
        reason = "abandoned_drawn"
    elif reason == Reason.FULL:
        reason = ("closed" if board.SHAPE.small else reason) + ("_won" if winner else "")
    loser = next((seat for seat in board.RIVALS if seat != winner), "")
    return phrase(f"reason.{reason}", winner=winner, loser=loser)


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
    left = _both([seat_title(match.seat(name), match.board.VARIANT) for name in sorted(gone)])
    if Verb.CLAIM_WIN in actions:
        return phrase("absence.claim", left=left)
    if Verb.REPLACE not in actions:
        said = phrase("absence.draw", left=left)
    elif match.replace_offer is None:
        said = phrase("absence.replace", left=left)
    else:
        proposer = seat_title(match.seat(match.replace_offer), match.board.VARIANT)
        said = phrase("absence.proposed", left=left, proposer=proposer)
    return f"{said} {phrase('absence.timed')}" if match.clock else said


def third_person(match: Match) -> str:
    """The name of the person on a seat without a rival, empty if there is none."""
    third = next((seat for seat in match.seats[2:] if seat.kind == PERSON), None)
    return seat_title(third, match.board.VARIANT) if third else ""


def handed_over(match: Match) -> str:
    """From which move on chance plays a seat that a person held before; empty if nowhere."""
    if match.chance_from is None:
        return ""
    seat = next(seat.name for seat in match.seats if seat.kind == NEUTRAL)
    return phrase("absence.handed_over", seat=seat, move=match.chance_from)


def clock_words(base: int, increment: int) -> str:
    """A clock of seconds as people say it: ``1 min + 2 s``."""
    minutes, seconds = divmod(base, 60)
    parts = [f"{minutes} min"] * bool(minutes) + [f"{seconds} s"] * bool(seconds)
    return f"{' '.join(parts)} + {increment} s"
