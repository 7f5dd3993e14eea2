"""The snapshot of the wire protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from games.match import ACTIVE, EMPTY, ENGINE, NEUTRAL, Match, Seat, Verb
from games.presenters import side_panels
from games.presenters.breaths import BreathFacts, breath_of
from games.presenters.endings import Ending, StoppedDrawing, ending, stopped
from games.presenters.game_page import available_actions
from games.presenters.phrases import cell_labels
from games.presenters.positions import PlayedMove, facts_of, moves_of
from games.presenters.sentences import (
    announced,
    blocked,
    detail,
    formal_title,
    headline,
    place_title,
)
from games.presenters.signals import Signal, leaving_costs, signal
from games.presenters.small_boards import SmallBoardFacts, small_boards, where
from games.presenters.speech import Speech, speech
from games.rules import Outcome
from games.rules.board import FormalValue


class Snapshot(TypedDict):
    """The game as ``docs/protocol.md`` defines it."""

    id: str
    variant: str
    kind: str
    exact: bool
    most: bool
    seats: dict[str, SeatFacts]
    chance: side_panels.ChanceFacts | None
    rated: dict[str, int] | None
    position: str
    version: int
    updated_at: int
    status: str
    outcome: OutcomeFacts | None
    to_act: str | None
    action: str | None
    legal: list[int]
    last: LastMove | None
    moves: list[int]
    movers: list[str]
    taken: dict[int, str]
    said: list[str]
    formal: Mapping[str, FormalValue] | None
    clock: ClockFacts | None
    offers: dict[str, str | int | None]
    breath: BreathFacts | None
    patterns: Sequence[Mapping[str, int]] | None
    small_boards: SmallBoardFacts | None
    where: str
    speech: Speech | None
    you: str | None
    headline: str
    blocked: str
    actions: list[Verb]
    signal: Signal | None
    leaving_costs: bool
    detail: str
    labels: list[str]
    ending: Ending | None
    stopped: StoppedDrawing | None
    now: int


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
    rule = match.board.OPTION.slug if match.board.OPTION and match.board.exact else ""
    board, you, moves = match.board, match.seat_of(viewer), moves_of(match)
    last = moves[-1] if moves else None
    position, playing = facts_of(board), match.status == ACTIVE
    actions = available_actions(match, viewer, gone_seats(here))
    return {
        "id": match.id,
        "variant": board.VARIANT,
        "kind": match.kind,
        "exact": rule == "exact",
        "most": rule == "most",
        "seats": {seat.name: _seat(match, seat, here) for seat in match.seats},
        "chance": side_panels.chance(match),
        "rated": {"game": 2 if match.closes_pair else 1, "of": 2} if match.rated else None,
        "position": position.notation,
        "version": match.version,
        "updated_at": match.updated,
        "status": match.status,
        "outcome": _outcome(match.outcome),
        "to_act": position.to_move if playing else None,
        "action": position.action if playing else None,
        "legal": list(position.legal) if playing else [],
        "last": _last_move(last),
        "moves": list(match.moves),
        "movers": [move.seat for move in moves],
        "taken": {move.ply: move.taken for move in moves if move.taken},
        "said": announced(match),
        "formal": position.formal or None,
        "clock": clock_facts(match),
        "offers": offers(match),
        "breath": breath_of(match),
        "patterns": position.patterns,
        "small_boards": small_boards(match),
        "where": where(match),
        "speech": speech(match),
        "you": you,
        "headline": headline(match, you),
        "blocked": blocked(match, you),
        "actions": actions,
        "signal": signal(match, you),
        "leaving_costs": leaving_costs(match, you),
        "detail": detail(match, you),
        "labels": cell_labels(
            board,
            last=last.cell if last else None,
            taken=last.taken if last else "",
            acts=board.action in actions,
        ),
        "ending": ending(match, you),
        "stopped": stopped(match),
        "now": now,
    }


def gone_seats(presence: Mapping[str, str]) -> frozenset[str]:
    return frozenset(seat for seat, state in presence.items() if state == "gone")


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


def clock_facts(match: Match) -> ClockFacts | None:
    if match.clock is None:
        return None
    return {"remaining": dict(match.clock.remaining), "deadline": match.deadline}


def offers(match: Match) -> dict[str, str | int | None]:
    return {
        "draw": match.draw_offer,
        "draw_from": match.draw_from,
        "replace": match.replace_offer,
        "rematch": match.rematch_offer,
        "game": match.rematch_game,
    }


def _last_move(last: PlayedMove | None) -> LastMove | None:
    if last is None:
        return None
    return {"cell": last.cell, "seat": last.seat, "ply": last.ply, "action": last.action}
