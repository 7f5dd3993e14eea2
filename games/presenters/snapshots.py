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
from games.rules import Outcome
from games.rules.board import FormalValue


class Lasting(TypedDict):
    """What a snapshot says that no move changes while the game is played."""

    id: str
    variant: str
    kind: str
    exact: bool
    seats: dict[str, SeatFacts]
    chance: Mapping[str, str | int | None] | None
    rated: dict[str, int] | None


class Moving(TypedDict):
    """What it says of the version that the game has."""

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


class Standing(TypedDict):
    """What it tells one seat, or those who watch, of what they may do: ``standing_of`` names all
    that this depends on.
    """

    you: str | None
    headline: str
    blocked: str
    actions: list[Verb]
    signal: Signal | None
    leaving_costs: bool


class Told(TypedDict):
    """What it tells one seat, or those who watch, of the last moves."""

    detail: str
    labels: list[str]
    ending: Ending | None


class Sent(TypedDict):
    """When it was sent, in ms since 1970."""

    now: int


class Snapshot(Lasting, Moving, Standing, Told, Sent):
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
    you, gone = match.seat_of(viewer), gone_seats(here)
    standing = standing_of(match, viewer, you, gone)
    return {
        **lasting(match, here),
        **moving(match),
        **standing,
        **told(match, you, standing["actions"]),
        "now": now,
    }


def standing_of(
    match: Match, viewer: int | None, you: str | None, gone: frozenset[str]
) -> Standing:
    """The part for the seat ``you``, which is ``viewer``'s, while the seats ``gone`` are away.

    Of a match that is ``still_lasting``, this is the same to them wherever ``situation`` is.
    """
    return {
        "you": you,
        "headline": headline(match, you),
        "blocked": blocked(match, you),
        "actions": available_actions(match, viewer, gone),
        "signal": signal(match, you),
        "leaving_costs": leaving_costs(match, you),
    }


def situation(match: Match) -> tuple[object, ...]:
    """All that ``standing_of`` depends on and that a move or an offer can change, but for who asks
    and who is away.
    """
    board, offered = match.board, match.draw_offered_at is not None
    return (
        board.to_move,
        board.action,
        min(2, len(match.moves) - match.opening),  # the second move is the one that counts
        match.draw_offer,
        match.draw_offered_by if offered and board.ply < (match.draw_from or 0) else None,
        match.replace_offer,
    )


def told(match: Match, you: str | None, actions: Sequence[Verb]) -> Told:
    """The part for the seat ``you`` about the last moves; ``actions`` are those it may take."""
    moves = moves_of(match)
    last = moves[-1] if moves else None
    return {
        "detail": detail(match, you),
        "labels": cell_labels(
            match.board,
            last=last.cell if last else None,
            taken=last.taken if last else "",
            acts=match.board.action in actions,
        ),
        "ending": ending(match, you),
    }


def gone_seats(presence: Mapping[str, str]) -> frozenset[str]:
    return frozenset(seat for seat, state in presence.items() if state == "gone")


def lasting(match: Match, presence: Mapping[str, str]) -> Lasting:
    """The part that everybody gets and that stays while the match is ``still_lasting``."""
    board = match.board
    return {
        "id": match.id,
        "variant": board.VARIANT,
        "kind": match.kind,
        "exact": getattr(board, "exact", False),
        "seats": {seat.name: _seat(match, seat, presence) for seat in match.seats},
        "chance": side_panels.chance(match),
        "rated": {"game": 2 if match.closes_pair else 1, "of": 2} if match.rated else None,
    }


def still_lasting(before: Match, after: Match) -> bool:
    """Whether two versions of one game are both in play, with the same people under the same
    terms: then ``lasting`` of both is the same.
    """
    return (
        before.status == after.status == ACTIVE
        and before.seats == after.seats
        and before.chance_from == after.chance_from
        and before.return_id == after.return_id
    )


def moving(match: Match) -> Moving:
    """The part that everybody gets of this very version."""
    moves = moves_of(match)
    position, playing = facts_of(match.board), match.status == ACTIVE
    return {
        "position": position.notation,
        "version": match.version,
        "updated_at": match.updated,
        "status": match.status,
        "outcome": _outcome(match.outcome),
        "to_act": position.to_move if playing else None,
        "action": position.action if playing else None,
        "legal": list(position.legal) if playing else [],
        "last": last_move(moves),
        "moves": list(match.moves),
        "movers": [move.seat for move in moves],
        "taken": {move.ply: move.taken for move in moves if move.taken},
        "said": announced(match),
        "formal": position.formal or None,
        "clock": clock_facts(match),
        "offers": offers(match),
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


def last_move(moves: Sequence[PlayedMove]) -> LastMove | None:
    if not moves:
        return None
    last = moves[-1]
    return {"cell": last.cell, "seat": last.seat, "ply": last.ply, "action": last.action}
