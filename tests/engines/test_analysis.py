"""Engines side by side, as plain data."""

from __future__ import annotations

import json

from games.engines import engines_for
from games.engines.answers import analyse
from tests.engines.positions import at, exact, live

ENGINES = engines_for("classic")


def test_every_value_is_from_the_side_to_move() -> None:
    for board in live()[700::97]:
        seen = analyse(board, ENGINES)
        assert seen["value"] == exact(board)
        for slug in ("minimax", "alphabeta", "bitboard", "perfect"):
            values = seen["engines"][slug]["values"]
            assert max(values.values()) == exact(board)
            assert values == seen["engines"]["minimax"]["values"]


def test_it_is_json_that_reads_back_the_same() -> None:
    seen = analyse(at("X...O.... X"), ENGINES)
    assert json.loads(json.dumps(seen)) == seen
    assert set(seen["engines"]) == set(ENGINES)


def test_a_finished_game_has_an_outcome_and_no_moves() -> None:
    seen = analyse(at("XXXOO.... O"), ENGINES)
    assert seen["outcome"] == {"winner": "X", "reason": "line", "cells": [0, 1, 2]}
    assert (seen["value"], seen["engines"]) == (-10, {})


def test_the_seed_decides_among_equals() -> None:
    engines = {"random": ENGINES["random"]}
    moves = {
        analyse(at("......... X"), engines, seed)["engines"]["random"]["move"] for seed in range(30)
    }
    assert len(moves) > 4
