"""What is said of a game: who sits where, how it stands, why it ended."""

from __future__ import annotations

from collections.abc import Sequence

from games.engines import EngineError, engine, engines_for
from games.match import (
    ABANDONED,
    ABORTED,
    ACTIVE,
    EMPTY,
    ENGINE,
    FINISHED,
    LOCAL,
    NEUTRAL,
    OPEN,
    PERSON,
    Match,
    Seat,
    missing_engines,
)
from games.presenters.positions import moves_of, taken_piece
from games.rules import Board, Outcome


def seat_title(seat: Seat, variant: str) -> str:
    """What to call whoever holds a seat."""
    if seat.kind in (ENGINE, NEUTRAL):
        try:
            return engine(variant, seat.engine).title
        except EngineError:  # an engine of long ago whose games are still here
            return seat.engine
    return seat.title if seat.kind == PERSON else "free seat"


def board_title(board: type[Board], exact: bool) -> str:
    return f"{board.TITLE}, exact" if exact else board.TITLE


def notices(match: Match) -> list[str]:
    """What the engines at the table have to say of themselves before they play."""
    if match.status != ACTIVE:
        return []
    held = {seat.engine for seat in match.seats if seat.kind == ENGINE}
    known = engines_for(match.board.VARIANT)
    if lost := missing_engines(match, known):
        return [f"The engine {lost[0]!r} no longer plays here, so this game cannot go on."]
    return [said for slug in sorted(held & set(known)) if (said := known[slug].notice(match.board))]


def headline(match: Match, you: str | None) -> str:
    """The state of the game in a few words, spoken to the one who sits at ``you``."""
    if match.status == OPEN:
        return _open_headline(match, you)
    if match.status == ABORTED:
        return "Game aborted"
    if match.status == FINISHED:
        return _result_headline(match, you)
    acting = match.acting_seat
    assert acting is not None
    if you == acting.name and match.kind != LOCAL:
        return YOUR_TASK[task(match.board)]
    who = acting.name if match.kind == LOCAL else seat_title(acting, match.board.VARIANT)
    return f"{who} to {task(match.board)}"


def task(board: Board) -> str:
    """What the seat to act has to do. Where one only removes, the others are told to place."""
    if board.action == "remove":
        return "take a piece"
    return "place a piece" if len(board.SEATS) > 2 else "move"


TURN_WORDS = {"move": "to move", "place a piece": "to place", "take a piece": "to take"}
"""What a seat's strip says while it is to act."""

YOUR_TASK = {
    "move": "Your move",
    "place a piece": "Place a piece",
    "take a piece": "Take a piece away",
}


def _open_headline(match: Match, you: str | None) -> str:
    free = sum(seat.kind == EMPTY for seat in match.seats)
    if free > 1:
        return f"Waiting for {free} players" if you else f"{free} seats are free"
    return "Waiting for an opponent" if you else "A seat is free"


def _result_headline(match: Match, you: str | None) -> str:
    assert match.outcome is not None
    winner = match.outcome.winner
    if winner is None:
        return "A draw"
    if match.kind == LOCAL or you is None:
        title = seat_title(match.seat(winner), match.board.VARIANT)
        return f"{winner} wins" if match.kind == LOCAL else f"{title} ({winner}) wins"
    return "You win" if winner == you else "You lose"


REASONS = {
    "line": "{winner} completed a line.",
    "full": "The board is full{gain}.",
    "resign": "{loser} resigned.",
    "time": "{loser} ran out of time.",
    "agreement": "Both sides agreed.",
    "aborted": "It ended before it began; nothing is counted.",
    "lapsed": "Nobody played on for two weeks; nothing is counted.",
    "no_first_move": "Nobody made the first move in time; nothing is counted.",
    "abandoned": "{loser} left the game.",
}


def detail(match: Match, you: str | None) -> str:
    """One sentence more: why the game ended, or what it waits for."""
    if match.outcome is not None:
        return ending_sentence(match.board, match.outcome)
    if match.draw_offer is not None:
        return "You offered a draw." if match.draw_offer == you else "A draw is on offer."
    return ""


def ending_sentence(board: Board, outcome: Outcome) -> str:
    """Why a game ended, in a sentence."""
    if outcome.reason == ABANDONED and outcome.winner is None:
        return "A player left, and it was called a draw."
    rivals = board.SEATS[:2]
    loser = next((seat for seat in rivals if seat != outcome.winner), "")
    gain = f": {outcome.winner} wins" if outcome.winner else ""
    return REASONS.get(outcome.reason, "").format(winner=outcome.winner, loser=loser, gain=gain)


def sentence(match: Match) -> str:
    """The last move in a sentence, the ending after it; empty before the first move."""
    if not match.moves:
        return ""
    last = moves_of(match)[-1]
    taken, _ = taken_piece(match, last["ply"])
    places = len(match.board.SEATS) > 2
    did = f"takes {taken} from" if taken else "places a piece on" if places else "plays"
    ending = ending_sentence(match.board, match.outcome) if match.outcome else ""
    return f"{last['seat']} {did} {last['name']}. {ending}".strip()


def absence(match: Match, gone: frozenset[str], actions: Sequence[str]) -> str:
    """What somebody's leaving means to the one who may use ``actions``; empty if nothing."""
    if "claim_draw" not in actions:
        return ""
    left = " and ".join(seat_title(match.seat(name), match.board.VARIANT) for name in sorted(gone))
    if "claim_win" in actions:
        return f"{left} left. The game is yours to end, or wait: they can still come back."
    later = ", and chance plays on for them when their time is up" if match.clock else ""
    return f"{left} left. Call the game a draw, or wait: they can still come back{later}."


def clock_words(base: int, increment: int) -> str:
    """A clock of seconds as people say it: ``1 min + 2 s``."""
    minutes, seconds = divmod(base, 60)
    parts = [f"{minutes} min"] * bool(minutes) + [f"{seconds} s"] * bool(seconds)
    return f"{' '.join(parts)} + {increment} s"


def cell_label(
    side: int, cell: int, mark: str, *, last: bool, taken: str = "", removable: bool = False
) -> str:
    """What a screen reader says of a cell: ``row 2, column 3, X, last move``."""
    said = [f"row {cell // side + 1}, column {cell % side + 1}, {mark or 'empty'}"]
    if removable:
        said.append("can be taken")
    if last:
        said.append(f"last move took {taken} away" if taken else "last move")
    return ", ".join(said)
