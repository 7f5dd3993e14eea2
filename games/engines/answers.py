"""The answers of all engines in one position, as plain data.

The types below are the JSON that ``manage.py analyse --json`` prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import median
from time import perf_counter
from typing import NotRequired, TypedDict

from games.engines import solution_of
from games.engines.base import Bound, Choice, Engine
from games.engines.sides import valued_for
from games.engines.solution import ProofAttempt
from games.engines.view import View
from games.rules import Board

RUNS = (3, 9)
"""The fewest and the most runs that a time is the median of."""

ENOUGH = 0.2
"""Seconds after which there are no more runs than the fewest."""


class BoundData(TypedDict):
    """A ``Bound``; ``reason`` is there if the value is not exact."""

    bound: str
    reason: NotRequired[str]


class ChoiceData(TypedDict):
    """A ``Choice``; cells that are keys are strings."""

    move: int
    candidates: list[int]
    values: dict[str, float]
    bounds: dict[str, BoundData]
    estimated: bool
    nodes: int
    cutoffs: int
    table_hits: int
    depth: int
    line: list[int]
    view: View


class Answer(ChoiceData):
    """An engine's choice and the seat that its values speak for."""

    values_for: str


class TimedAnswer(Answer):
    """An answer and how long the engine takes for it: the median of so many ``runs``."""

    seconds: float
    runs: int


class OutcomeData(TypedDict):
    """How a game ended: an ``Outcome``."""

    winner: str | None
    reason: str
    cells: list[int]


class AttemptData(TypedDict):
    """A ``ProofAttempt``: what a search with a budget proves where no solution is known."""

    nodes: int
    value: int | None
    plies: int | None
    move: int | None


class PositionData(TypedDict):
    """A position with its exact value, and its outcome if the game is over.

    ``value`` is null where no solution is at hand; there may be an ``attempt`` to prove it.
    ``value_for`` names the seat that both speak for.
    """

    notation: str
    value: float | None
    value_for: str
    attempt: AttemptData | None
    outcome: OutcomeData | None


class Analysis(PositionData):
    """A position with the answer of each engine, by name."""

    engines: dict[str, Answer]


class TimedAnalysis(PositionData):
    """An analysis that also says how long each engine takes."""

    engines: dict[str, TimedAnswer]


def analyse(board: Board, engines: Mapping[str, Engine], seed: int = 0) -> Analysis:
    """Ask each engine for its answer to ``board``; no engine answers once the game is over.

    ``values_for`` is the seat to move, except where that is a third seat, which has no side of
    its own. Each engine draws with its own generator, made from ``seed``.
    """
    live = {} if board.is_game_over() else engines
    answers = {name: _answer(board, engine, seed) for name, engine in live.items()}
    return {**_position(board), "engines": answers}


def analyse_timed(board: Board, engines: Mapping[str, Engine], seed: int = 0) -> TimedAnalysis:
    """``analyse``, then ask each engine again a few times and measure how long it takes."""
    seen = analyse(board, engines, seed)
    answers = {
        name: _timed(answer, board, engines[name], seed) for name, answer in seen["engines"].items()
    }
    return {**seen, "engines": answers}


def _position(board: Board) -> PositionData:
    value = solution_of(board).value(board)
    attempt = solution_of(board).attempt(board) if value is None else None
    return {
        "notation": board.notation,
        "value": value,
        "value_for": valued_for(board),
        "attempt": None if attempt is None else _attempt(attempt),
        "outcome": _outcome(board),
    }


def _answer(board: Board, engine: Engine, seed: int) -> Answer:
    choice = engine.choose(board, Random(seed))
    return {**as_data(choice), "values_for": choice.view.get("values_for", valued_for(board))}


def _timed(answer: Answer, board: Board, engine: Engine, seed: int) -> TimedAnswer:
    """Time an engine that has answered before: the first run would measure warm-up."""
    fewest, most = RUNS
    took: list[float] = []
    while len(took) < fewest or (len(took) < most and sum(took) < ENOUGH):
        began = perf_counter()
        engine.choose(board, Random(seed))
        took.append(perf_counter() - began)
    return {**answer, "seconds": round(median(took), 6), "runs": len(took)}


def as_data(choice: Choice) -> ChoiceData:
    """A ``Choice`` as it is written in JSON."""
    return {
        "move": choice.move,
        "candidates": list(choice.candidates),
        "values": {str(cell): value for cell, value in choice.values.items()},
        "bounds": {str(cell): _bound(known) for cell, known in choice.bounds.items()},
        "estimated": choice.estimated,
        "nodes": choice.nodes,
        "cutoffs": choice.cutoffs,
        "table_hits": choice.table_hits,
        "depth": choice.depth,
        "line": list(choice.line),
        "view": choice.view.copy(),
    }


def _attempt(found: ProofAttempt) -> AttemptData:
    return {
        "nodes": found.nodes,
        "value": found.value,
        "plies": found.plies,
        "move": found.move,
    }


def _bound(known: Bound) -> BoundData:
    return (
        {"bound": known.bound, "reason": known.reason} if known.reason else {"bound": known.bound}
    )


def _outcome(board: Board) -> OutcomeData | None:
    if (outcome := board.outcome) is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "cells": list(outcome.cells)}
