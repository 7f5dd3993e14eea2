"""``learn td``: a learner trains, and the ways in which it still loses are counted as it does."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from games.engines.learning.training import (
    LEARNERS,
    LearnerOptions,
    curve,
    games_allowed,
    never_loses_after,
    new_learner,
    report,
)
from games.management.console import GameCommand, add_json, add_seed, number

SHOWN = 20
"""Rows of the curve that people see at most."""


class Command(GameCommand):
    help = "Train a learner and count, as it learns, in how many complete games it still loses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("learner", help=f"the learner: {', '.join(LEARNERS)}")
        parser.add_argument(
            "--games", type=int, required=True, help="how many games; for mcts those of each move"
        )
        add_seed(parser)
        parser.add_argument("--epsilon", help="the chance of a random move in training (default 1)")
        parser.add_argument("--alpha", help="the part of an error that a table puts right (0.5)")
        parser.add_argument(
            "--symmetry", help="on or off: whether positions that are alike are one"
        )
        parser.add_argument("--ties", help="lot or first: which of equal moves it takes")
        parser.add_argument("--against", help="self, random, smart, perfect or half")
        add_json(parser)

    def run(self, *, learner: str, games: int, seed: int, json: bool, **options: Any) -> None:
        names = ("epsilon", "alpha", "symmetry", "ties", "against")
        found = new_learner(
            learner, seed, LearnerOptions(**{name: options[name] for name in names})
        )
        games_allowed(learner, games)
        bar, points = self.bar("training"), []
        for point in curve(found, games):
            points.append(point)
            bar(point["games"], games)
        if json:
            return self.json(report(found, points))
        step = max(1, len(points) // SHOWN)
        self.line("    games   ways to lose")
        for at, point in enumerate(points):
            if at % step == 0 or point is points[-1]:
                self.line(f"{number(point['games']):>9}  {number(point['loses']):>13}")
        since = never_loses_after(points)
        self.line(
            "It still loses." if since is None else f"Never loses after {number(since)} games."
        )
        return None
