"""Games as others see them: the snapshot of the wire protocol and what pages draw.

Page, socket, HTTP and admin share this. Nothing here reads the database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.urls import reverse

from games import figures
from games.engines import EngineError, engine, engines_for
from games.match import (
    ABANDONED,
    ABORTED,
    ACTIVE,
    EMPTY,
    ENGINE,
    FINISHED,
    FORMER_PLAYER,
    LOCAL,
    NEUTRAL,
    OPEN,
    PERSON,
    Match,
    Refused,
    Seat,
    decide,
    missing_engines,
    rival,
)
from games.match import Action as TableAction
from games.models import Game, RatingChange
from games.rules import VARIANTS, Board, Outcome, board_class

OFFERED = (
    "claim_win",
    "claim_draw",
    "resign",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "abort",
    "rematch",
)
"""The actions beside the board, in the order a page shows them."""


PAGES: dict[str, str] = {}
"""Kind of game to the name of a page of its own, where another app has one for it."""


def snapshot(
    match: Match, viewer: int | None, now: int, presence: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The game as ``docs/protocol.md`` defines it, for the person with id ``viewer`` (or nobody).

    ``now`` is the server's time in ms since 1970; ``presence`` maps seats to online or offline.
    """
    board, clock = match.board, match.clock
    outcome = match.outcome
    return {
        "id": match.id,
        "variant": board.VARIANT,
        "kind": match.kind,
        "exact": getattr(board, "exact", False),
        "position": board.notation,
        "version": match.version,
        "updated_at": match.updated,
        "now": now,
        "status": match.status,
        "outcome": outcome
        and {"winner": outcome.winner, "reason": outcome.reason, "cells": list(outcome.cells)},
        "to_act": match.to_act,
        "action": board.action if match.to_act else None,
        "seats": {seat.name: _seat(seat, board.VARIANT, presence or {}) for seat in match.seats},
        "you": match.seat_of(viewer),
        "legal": list(board.available_moves()) if match.status == ACTIVE else [],
        "last": _last(match),
        "moves": list(match.moves),
        "formal": board.formal() or None,
        "chance": figures.chance(match),
        "rated": {"game": 2 if match.closes_pair else 1, "of": 2} if match.rated else None,
        "clock": clock and {"remaining": dict(clock.remaining), "deadline": match.deadline},
        "offers": {
            "draw": match.draw_offer,
            "draw_from": match.draw_from,
            "rematch": match.rematch_offer,
            "game": match.rematch_game,
        },
    }


def seat_title(seat: Seat, variant: str) -> str:
    """What to call whoever holds a seat."""
    if seat.kind in (ENGINE, NEUTRAL):
        try:
            return engine(variant, seat.engine).title
        except EngineError:  # an engine of long ago whose games are still here
            return seat.engine
    return seat.title if seat.kind == PERSON else "free seat"


def table(
    match: Match,
    viewer: int | None,
    now: int,
    ply: int | None = None,
    invite: str = "",
    gone: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """What the game page draws, for ``viewer``, at ``ply`` (the last one unless told).

    ``gone`` are the seats whose people have left for longer than their grace.
    """
    last_ply = len(match.moves)
    shown = last_ply if ply is None else max(0, min(ply, last_ply))
    board = replay(match, shown)
    you = match.seat_of(viewer)
    actions = available_actions(match, viewer, now, gone)
    return {
        "title": board_title(type(board), getattr(board, "exact", False)),
        "variant": board.VARIANT,
        "formal": figures.formal_rows(board),
        "patterns": figures.patterns(type(board)),
        "notices": notices(match),
        "side": board.SIDE,
        "action": board.action,
        "removing": shown == last_ply and match.status == ACTIVE and board.action == "remove",
        "yields": you is not None and rival(match, you) is None,
        "leaves": match.status == OPEN and sum(seat.kind == PERSON for seat in match.seats) > 1,
        "rows": _rows(match, board, shown, you),
        "seats": [_place(match, seat, you) for seat in match.seats],
        "moves": moves_of(match),
        "headline": headline(match, you),
        "detail": detail(match, you),
        "actions": actions,
        "absence": absence(match, gone, actions),
        "free_seats": _free_seats(match, viewer),
        "invite_url": invite if you and match.status == OPEN else "",
        "ply": shown,
        "last_ply": last_ply,
        "stepping": match.status == FINISHED,
    }


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


def replay(match: Match, plies: int) -> Board:
    """The position after the first ``plies`` moves."""
    start: Any = start_of(match)
    return _position(start, match.moves[:plies])


@lru_cache(4096, typed=True)
def _position(start: Any, moves: tuple[int, ...]) -> Any:
    """A game in play is shown after every move: each position is one move from a known one."""
    return _position(start, moves[:-1]).make_move(moves[-1]) if moves else start


def start_of(match: Match) -> Board:
    return type(match.board).start(exact=getattr(match.board, "exact", False))


def moves_of(match: Match) -> list[dict[str, Any]]:
    """The moves with seat, cell name and action, in order of play."""
    board, listed = start_of(match), []
    for ply, cell in enumerate(match.moves, start=1):
        listed.append(
            {
                "ply": ply,
                "seat": board.to_move,
                "cell": cell,
                "name": board.cell_name(cell),
                "action": board.action,
                "opening": ply <= match.opening,
            }
        )
        board = board.make_move(cell)
    return listed


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


def showcase() -> list[dict[str, Any]]:
    """Every game there is, with a position of its example for a picture."""
    return [
        {
            "slug": board.VARIANT,
            "title": board.TITLE,
            "summary": board.SUMMARY,
            "notation": played(board, board.EXAMPLE[:-2]).notation,
        }
        for board in VARIANTS.values()
    ]


def played(board: type[Board], cells: Sequence[int]) -> Board:
    position = board.start()
    for cell in cells:
        position = position.make_move(cell)
    return position


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


def available_actions(
    match: Match, viewer: int | None, now: int, gone: frozenset[str] = frozenset()
) -> list[str]:
    """The actions beside the board that the table would accept from ``viewer`` now."""
    allowed = []
    lost = missing_engines(match, engines_for(match.board.VARIANT))
    for verb in OFFERED:
        if verb == "rematch" and lost:
            continue
        try:
            decide(match, TableAction(verb, match.version, user=viewer, gone=gone), now)
        except Refused:
            continue
        allowed.append(verb)
    return allowed


def absence(match: Match, gone: frozenset[str], actions: Sequence[str]) -> str:
    """What somebody's leaving means to the one who may use ``actions``; empty if nothing."""
    if "claim_draw" not in actions:
        return ""
    left = " and ".join(seat_title(match.seat(name), match.board.VARIANT) for name in sorted(gone))
    if "claim_win" in actions:
        return f"{left} left. The game is yours to end, or wait: they can still come back."
    later = ", and chance plays on for them when their time is up" if match.clock else ""
    return f"{left} left. Call the game a draw, or wait: they can still come back{later}."


def card(game: Game, viewer: int | None) -> dict[str, Any]:
    """A game in a list: players, result for ``viewer``, a small board. Needs seats at hand."""
    seats = list(game.seats.all())
    own = next((seat for seat in seats if viewer is not None and seat.user_id == viewer), None)
    board = board_class(game.variant)
    return {
        "id": game.id,
        "url": game_url(game.id, game.kind),
        "title": board_title(board, game.exact),
        "event": game.event or ("rated" if game.rated else game.get_kind_display()),
        "terms": terms(game),
        "kind": game.kind,
        "status": game.status,
        "players": [_player(game, seat) for seat in seats],
        "free": [seat.name for seat in seats if seat.kind == EMPTY and game.status == OPEN],
        "result": _result_for(game, own.name if own else None),
        "winner": game.winner,
        "when": game.finished_at or game.updated_at,
        "notation": game.position,
        "cells": _struck_cells(game, board),
        "mine": own is not None,
    }


def quick(clocks: Mapping[str, str]) -> list[dict[str, Any]]:
    """The buttons of quick pairing, a row for each game."""
    offered = [(clock, words) for clock, words in clocks.items() if clock]
    return [
        {
            "title": board.TITLE,
            "buttons": [(f"{variant} {clock}", words) for clock, words in offered],
        }
        for variant, board in VARIANTS.items()
    ]


def terms(game: Game) -> str:
    """The clock a game is played with, and whether it counts: ``1 min + 2 s, rated``."""
    if game.base_ms is None:
        return "no clock"
    words = clock_words(game.base_ms // 1000, (game.increment_ms or 0) // 1000)
    return f"{words}, rated" if game.rated else words


def clock_words(base: int, increment: int) -> str:
    """A clock of seconds as people say it: ``1 min + 2 s``."""
    minutes, seconds = divmod(base, 60)
    parts = [f"{minutes} min"] * bool(minutes) + [f"{seconds} s"] * bool(seconds)
    return f"{' '.join(parts)} + {increment} s"


def _struck_cells(game: Game, board: type[Board]) -> tuple[int, ...]:
    outcome = board.from_notation(game.position).outcome if game.winner else None
    return outcome.cells if outcome else ()


def _player(game: Game, seat: Any) -> dict[str, Any]:
    person = seat.user.name if seat.user else FORMER_PLAYER
    place = Seat(seat.name, seat.kind, seat.user_id, person, seat.engine)
    return {"seat": seat.name, "title": seat_title(place, game.variant), "kind": seat.kind}


def _result_for(game: Game, own: str | None) -> str:
    if game.status in (OPEN, ACTIVE):
        return "open" if game.status == OPEN else "in play"
    if game.status == ABORTED:
        return "aborted"
    if not game.winner:
        return "drawn"
    if own is None or game.kind == LOCAL:
        return f"{game.winner} won"
    return "won" if game.winner == own else "lost"


def _seat(seat: Seat, variant: str, presence: Mapping[str, str]) -> dict[str, Any]:
    here = "online" if seat.kind in (ENGINE, NEUTRAL) else presence.get(seat.name, "offline")
    name = None if seat.kind == EMPTY else seat_title(seat, variant)
    return {"name": name, "kind": seat.kind, "rating": seat.rating, "presence": here}


def _last(match: Match) -> dict[str, Any] | None:
    if not match.moves:
        return None
    ply, cell = len(match.moves), match.moves[-1]
    before = replay(match, ply - 1)
    return {"cell": cell, "seat": before.to_move, "ply": ply, "action": before.action}


def _rows(match: Match, board: Board, ply: int, you: str | None) -> list[list[dict[str, Any]]]:
    side, marks = board.SIDE, board.marks
    current = ply == len(match.moves)
    playable = current and you is not None and match.to_act == you
    legal = set(board.available_moves()) if playable else set()
    last = match.moves[ply - 1] if ply else None
    outcome = board.outcome
    won = set(outcome.cells) if outcome else set()
    taken, taker = taken_piece(match, ply)
    cells = [
        {
            "index": cell,
            "name": board.cell_name(cell),
            "mark": marks[cell],
            "label": cell_label(
                side,
                cell,
                marks[cell],
                last=cell == last,
                taken=taken if cell == last else "",
                removable=cell in legal and board.action == "remove",
            ),
            "taken": taken if cell == last else "",
            "taker": taker if taken and cell == last else "",
            "legal": cell in legal,
            "last": cell == last,
            "won": cell in won,
        }
        for cell in range(board.CELLS)
    ]
    return [cells[start : start + side] for start in range(0, board.CELLS, side)]


def taken_piece(match: Match, ply: int) -> tuple[str, str]:
    """Whose piece the move that led to ``ply`` took away, and who did; empty if it placed one."""
    before = replay(match, ply - 1) if ply else None
    if before is None or before.action != "remove":
        return "", ""
    return before.marks[match.moves[ply - 1]], before.to_move


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


def _place(match: Match, seat: Seat, you: str | None) -> dict[str, Any]:
    person = seat.kind == PERSON and seat.user is not None
    return {
        "name": seat.name,
        "title": seat_title(seat, match.board.VARIANT),
        "kind": seat.kind,
        "rating": seat.rating,
        "you": seat.name == you and match.kind != LOCAL,
        "to_act": match.to_act == seat.name,
        "task": TURN_WORDS[task(match.board)] if match.to_act == seat.name else "",
        "won": match.outcome is not None and match.outcome.winner == seat.name,
        "profile": reverse("progress:profile", args=[seat.title]) if person else "",
    }


def _free_seats(match: Match, viewer: int | None) -> list[str]:
    if match.status != OPEN or (viewer and match.seat_of(viewer)):
        return []
    return [seat.name for seat in match.seats if seat.kind == EMPTY]


def rating_change(change: RatingChange) -> dict[str, Any]:
    """A line of a rated pair's result: name, points of two, rating before, after and between."""
    before, after = round(change.before), round(change.after)
    return {
        "name": change.user.get_username(),
        "url": reverse("progress:profile", args=[change.user.get_username()]),
        "points": HALVES[round(change.score * 2)],
        "before": before,
        "after": after,
        "change": f"{'+' if after >= before else '−'}{abs(after - before)}",
    }


HALVES = ("0", "½", "1", "1½", "2")
"""Points of two games as people write them, by half points."""


def game_url(game_id: str, kind: str = "") -> str:
    """The page of a game; with its ``kind`` known, the one that suits it best."""
    return reverse(PAGES.get(kind, "games:game"), args=[game_id])
