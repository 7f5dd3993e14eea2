"""What every engine sees in one position, side by side, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from time import perf_counter
from typing import Any

from games.engines.base import Choice, Engine
from games.engines.solutions import value
from games.rules import Board


def analyse(board: Board, engines: Mapping[str, Engine], seed: int = 0) -> dict[str, Any]:
    """Each engine's answer to ``board``; none once the game is over.

    ``value`` is the exact one, or null where no solution is at hand; it and every value of an
    engine is from the side of the player to move. Each engine draws with its own generator,
    made from ``seed``.
    """
    live = {} if board.is_game_over() else engines
    return {
        "notation": board.notation,
        "value": value(board),
        "outcome": _outcome(board),
        "engines": {name: _answer(board, engine, seed) for name, engine in live.items()},
    }


def _answer(board: Board, engine: Engine, seed: int) -> dict[str, Any]:
    began = perf_counter()
    choice = engine.choose(board, Random(seed))
    return {**as_data(choice), "seconds": round(perf_counter() - began, 6)}


def as_data(choice: Choice) -> dict[str, Any]:
    """A ``Choice`` the way it is written as JSON: cells that are keys become strings."""
    return {
        "move": choice.move,
        "candidates": list(choice.candidates),
        "values": {str(cell): value for cell, value in choice.values.items()},
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
