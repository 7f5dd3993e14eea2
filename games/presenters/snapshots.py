"""The snapshot of the wire protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from games.match import ACTIVE, EMPTY, ENGINE, NEUTRAL, Match, Seat, Verb
from games.presenters import side_panels
from games.presenters.breaths import BreathFacts, breath_of
from games.presenters.endings import Ending, ending
from games.presenters.game_page import available_actions
from games.presenters.phrases import cell_labels
from games.presenters.positions import PlayedMove, facts_of, moves_of, record_of
from games.presenters.sentences import (
    announced,
    blocked,
    detail,
    formal_title,
    headline,
    place_title,
)
from games.presenters.signals import Signal, leaving_costs, signal
from games.rules import Outcome
from games.rules.board import FormalValue


class Shared(TypedDict):
    """What a snapshot tells everybody."""

    id: str
    variant: str
    kind: str
    exact: bool
    position: str
    version: int
    updated_at: int
    now: int
    status: str
    outcome: OutcomeFacts | None
    to_act: str | None
    action: str | None
    seats: dict[str, SeatFacts]
    legal: list[int]
    last: LastMove | None
    moves: list[int]
    movers: list[str]
    taken: dict[int, str]
    said: list[str]
    formal: Mapping[str, FormalValue] | None
    chance: Mapping[str, object] | None
    rated: dict[str, int] | None
    clock: ClockFacts | None
    offers: dict[str, str | int | None]
    breath: BreathFacts | None
    patterns: Sequence[Mapping[str, int]] | None


class Viewed(TypedDict):
    """What a snapshot tells one seat, or those who watch."""

    you: str | None
    headline: str
    detail: str
    blocked: str
    labels: list[str]
    actions: list[Verb]
    signal: Signal | None
    leaving_costs: bool
    ending: Ending | None


class Snapshot(Shared, Viewed):
    """The game as ``docs/protocol.md`` defines it."""


class SeatFacts(TypedDict):
    """``name`` is the holder of the seat, ``title`` what a page writes there."""

    name: str | None
    title: str
    kind: str
    rating: int | None
    presence: str


class OutcomeFacts(TypedDict):
    winner: str | None
    reason: str
    cells: list[int]


class ClockFacts(TypedDict):
    remaining: dict[str, int]
    deadline: int | None


class LastMove(TypedDict):
    cell: int
    seat: str
    ply: int
    action: str


def snapshot(
    match: Match, viewer: int | None, now: int, presence: Mapping[str, str] | None = None
) -> Snapshot:
    """The game for the person with id ``viewer`` (or nobody).

    ``now`` is the server's time in ms since 1970; ``presence`` maps seats to online, unstable or
    gone.
    """
    here = presence or {}
    you = match.seat_of(viewer)
    return {**shared(match, now, here), **viewed(match, viewer, you, gone_seats(here))}


def viewed(match: Match, viewer: int | None, you: str | None, gone: frozenset[str]) -> Viewed:
    """The part for the seat ``you``, which is ``viewer``'s, while the seats ``gone`` are away."""
    last = moves_of(match)[-1] if match.moves else None
    actions = available_actions(match, viewer, gone)
    return {
        "you": you,
        "headline": headline(match, you),
        "detail": detail(match, you),
        "blocked": blocked(match, you),
        "labels": cell_labels(
            match.board,
            last=last.cell if last else None,
            taken=last.taken if last else "",
            acts=facts_of(match.board).action in actions,
        ),
        "actions": actions,
        "signal": signal(match, you),
        "leaving_costs": leaving_costs(match, you),
        "ending": ending(match, you),
    }


def gone_seats(presence: Mapping[str, str]) -> frozenset[str]:
    return frozenset(seat for seat, state in presence.items() if state == "gone")


def shared(match: Match, now: int, presence: Mapping[str, str]) -> Shared:
    """The part that everybody gets."""
    board, record = match.board, record_of(match)
    position, playing = facts_of(board), match.status == ACTIVE
    return {
        "id": match.id,
        "variant": board.VARIANT,
        "kind": match.kind,
        "exact": getattr(board, "exact", False),
        "position": position.notation,
        "version": match.version,
        "updated_at": match.updated,
        "now": now,
        "status": match.status,
        "outcome": _outcome(match.outcome),
        "to_act": position.to_move if playing else None,
        "action": position.action if playing else None,
        "seats": {seat.name: _seat(match, seat, presence) for seat in match.seats},
        "legal": list(position.legal) if playing else [],
        "last": _last(record.moves),
        "moves": list(match.moves),
        "movers": list(record.movers),
        "taken": dict(record.taken),
        "said": announced(match),
        "formal": position.formal or None,
        "chance": side_panels.chance(match),
        "rated": {"game": 2 if match.closes_pair else 1, "of": 2} if match.rated else None,
        "clock": _clock(match),
        "offers": {
            "draw": match.draw_offer,
            "draw_from": match.draw_from,
            "replace": match.replace_offer,
            "rematch": match.rematch_offer,
            "game": match.rematch_game,
        },
        "breath": breath_of(match),
        "patterns": position.patterns,
    }


def _seat(match: Match, seat: Seat, presence: Mapping[str, str]) -> SeatFacts:
    here = "online" if seat.kind in (ENGINE, NEUTRAL) else presence.get(seat.name, "offline")
    return {
        "name": None if seat.kind == EMPTY else formal_title(seat, match.board.VARIANT),
        "title": place_title(match, seat),
        "kind": seat.kind,
        "rating": seat.rating,
        "presence": here,
    }


def _outcome(outcome: Outcome | None) -> OutcomeFacts | None:
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "cells": list(outcome.cells)}


def _clock(match: Match) -> ClockFacts | None:
    if match.clock is None:
        return None
    return {"remaining": dict(match.clock.remaining), "deadline": match.deadline}


def _last(moves: Sequence[PlayedMove]) -> LastMove | None:
    if not moves:
        return None
    last = moves[-1]
    return {"cell": last.cell, "seat": last.seat, "ply": last.ply, "action": last.action}
