"""One ply with the heuristic, step by step, is the search one ply deep."""

from __future__ import annotations

from random import Random

from games.engines import engine
from games.engines.classic.heuristic_steps import trace
from tests.engines.positions import live


def test_it_comes_to_what_the_engine_comes_to() -> None:
    one = engine("classic", "alphabeta:depth=1,pruning=off,early=off")
    for board in Random(13).sample(live(), 600):
        found, choice = trace(board), one.choose(board, Random(0))
        assert found.values == dict(choice.values)
        assert found.candidates == choice.candidates


def test_the_points_of_the_lines_add_up() -> None:
    for board in Random(14).sample(live(), 100):
        found = trace(board)
        for cell, terms in found.terms.items():
            sums = [step.sum for step in found.steps if (step.kind, step.cell) == ("line", cell)]
            assert sums[-1] + terms["centre"] == terms["total"]
            assert len(sums) == 8
