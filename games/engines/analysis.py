"""What every engine sees in one position, side by side, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from games.engines import solution_of
from games.engines.base import Choice, Engine
from games.engines.sides import valued_for
from games.rules import Board

RUNS = (3, 9)
"""The fewest and the most runs that a time is the median of."""

ENOUGH = 0.2
"""Seconds after which there are no more runs than the fewest."""


def analyse(
    board: Board, engines: Mapping[str, Engine], seed: int = 0, *, timed: bool = False
) -> dict[str, Any]:
    """Each engine's answer to ``board``; none once the game is over.

    ``value`` is the exact one, or null where no solution is at hand. ``value_for`` names the seat
    it speaks for, and ``values_for`` the seat an engine's values do: the one to move, except
    where that is a third seat, which has no side of its own. Each engine draws with its own
    generator, made from ``seed``. If ``timed``, ``seconds`` is the median of ``runs`` warm runs.
    """
    live = {} if board.is_game_over() else engines
    return {
        "notation": board.notation,
        "value": solution_of(board).value(board),
        "value_for": valued_for(board),
        "outcome": _outcome(board),
        "engines": {
            name: _answer(board, engine, seed) | (_time(board, engine, seed) if timed else {})
            for name, engine in live.items()
        },
    }


def _answer(board: Board, engine: Engine, seed: int) -> dict[str, Any]:
    choice = engine.choose(board, Random(seed))
    return {**as_data(choice), "values_for": choice.view.get("values_for", valued_for(board))}


def _time(board: Board, engine: Engine, seed: int) -> dict[str, Any]:
    """How long the engine takes once it has answered before; a first run is mostly chance."""
    fewest, most = RUNS
    took: list[float] = []
    while len(took) < fewest or (len(took) < most and sum(took) < ENOUGH):
        began = perf_counter()
        engine.choose(board, Random(seed))
        took.append(perf_counter() - began)
    return {"seconds": round(median(took), 6), "runs": len(took)}


def as_data(choice: Choice) -> dict[str, Any]:
    """A ``Choice`` the way it is written as JSON: cells that are keys become strings."""
    return {
        "move": choice.move,
        "candidates": list(choice.candidates),
        "values": {str(cell): value for cell, value in choice.values.items()},
        "bounds": {
            str(cell): {"bound": known.bound, **({"reason": known.reason} if known.reason else {})}
            for cell, known in choice.bounds.items()
        },
        "estimated": choice.estimated,
        "nodes": choice.nodes,
        "cutoffs": choice.cutoffs,
        "table_hits": choice.table_hits,
        "depth": choice.depth,
        "line": list(choice.line),
        "view": dict(choice.view),
    }


def _outcome(board: Board) -> dict[str, Any] | None:
    if (outcome := board.outcome) is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "cells": list(outcome.cells)}
