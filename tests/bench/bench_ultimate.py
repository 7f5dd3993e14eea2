"""The strength of Ultimate's engines: pairs of them, and the points that were expected.

``python -m tests.bench.bench_ultimate --games 100`` plays every pair, half of the games each way
round, with one seed for all; ``--pair deepening-mcts`` only those whose name contains that, and
``--rate`` rates some engines by a round robin. Times
are processor time, so other work on the machine changes them little and the points not at all.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import process_time

from games.engines import engine
from games.engines.arena import ArenaScore, tournament, wilson
from games.engines.base import Engine
from games.rules import UltimateBoard

PAIRS = (
    ("alphabeta:depth=2", "mcts:simulations=100", 85),
    ("alphabeta:depth=4", "mcts:simulations=500", 65),
    ("alphabeta:depth=6", "alphabeta:depth=4", 68),
    ("alphabeta:depth=7", "mcts:simulations=2000", 75),
    ("mcts:simulations=2000", "mcts:simulations=500", 88),
    ("mcts:simulations=10000", "mcts:simulations=2000", 92),
    ("deepening", "mcts:simulations=10000", 60),
)
"""Two engines, and the points of the first per 100 games: as tried elsewhere, or as aimed at."""


class BusySeat:
    """An engine at the board, and how long it thinks."""

    def __init__(self, name: str) -> None:
        self.engine: Engine = engine("ultimate", name)
        self.moves, self.seconds, self.longest = 0, 0.0, 0.0

    def move(self, board: UltimateBoard, rng: Random) -> int:
        began = process_time()
        move = self.engine.choose(board, rng).move
        took = process_time() - began
        self.moves, self.seconds = self.moves + 1, self.seconds + took
        self.longest = max(self.longest, took)
        return move

    @property
    def times(self) -> str:
        return f"{1e3 * self.seconds / self.moves:.1f} ms a move, {1e3 * self.longest:.0f} at most"


def play(first: BusySeat, second: BusySeat, rng: Random) -> str | None:
    board = UltimateBoard.start()
    while (outcome := board.outcome) is None:
        board = board.make_move((second if board.ply % 2 else first).move(board, rng))
    return outcome.winner


RATED = ("random", "greedy", "alphabeta:depth=2", "mcts:simulations=500", "alphabeta:depth=4")
ANCHOR, ANCHORED = "alphabeta:depth=2", 1500
"""An engine, and the rating that it has by definition."""


def ratings(games: int, seed: int) -> dict[str, int]:
    """Bradley-Terry ratings of a round robin. Each pair has drawn half a game more than it played,
    so that no rating is infinite.
    """
    engines = {name: engine("ultimate", name) for name in RATED}
    board = UltimateBoard.start()
    table = tournament(board, engines, engines["random"], games, seed, lambda done, of_all: None)
    found = dict.fromkeys(RATED, float(ANCHORED))
    for _ in range(2000):
        for name, row in table.items():
            surprise = information = 0.0
            for other, score in row.items():
                expected = 1 / (1 + 10 ** ((found[other] - found[name]) / 400))
                count = score.games + 0.5
                surprise += score.points * score.games + 0.25 - count * expected
                information += count * expected * (1 - expected)
            found[name] += 50 * surprise / information
        shift = ANCHORED - found[ANCHOR]
        found = {name: rating + shift for name, rating in found.items()}
    return {name: round(rating) for name, rating in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pair", default="")
    parser.add_argument("--rate", action="store_true", help="compute ratings by a round robin")
    asked = parser.parse_args()
    if asked.rate:
        sys.stdout.write(f"{ratings(asked.games, asked.seed)}\n")
        return
    for one, two, expected in PAIRS:
        if asked.pair not in f"{one}-{two}":
            continue
        rng, score = Random(asked.seed), ArenaScore()
        left, right = BusySeat(one), BusySeat(two)
        for game in range(asked.games):
            seats = (left, right) if game % 2 == 0 else (right, left)
            winner = play(*seats, rng)
            score.add(None if winner is None else (winner == "X") == (seats[0] is left))
        low, high = wilson(score.points, score.games)
        sys.stdout.write(
            f"{one} – {two}: {100 * score.points:.0f} % of {score.games} games "
            f"({100 * low:.0f} to {100 * high:.0f}), expected {expected}; "
            f"{left.times}; {right.times}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
