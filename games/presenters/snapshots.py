"""The snapshot of the wire protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import figures
from games.match import ACTIVE, EMPTY, ENGINE, NEUTRAL, Match, Seat
from games.presenters.positions import replay
from games.presenters.words import seat_title


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
