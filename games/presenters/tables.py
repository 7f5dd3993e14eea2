"""The game page: the board with its cells, the seats, and what may be done beside it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from games import figures
from games.engines import engines_for
from games.match import (
    ACTIVE,
    EMPTY,
    FINISHED,
    LOCAL,
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
from games.presenters.positions import moves_of, replay, taken_piece
from games.presenters.words import (
    TURN_WORDS,
    absence,
    board_title,
    cell_label,
    detail,
    headline,
    notices,
    seat_title,
    task,
)
from games.rules import Board

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
