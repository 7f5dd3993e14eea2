"""The strength of Ultimate's engines: pairs of them, and the points that were expected.

``python -m tests.bench.bench_ultimate --games 100`` plays every pair, half of the games each way
round; ``--pair deepening-mcts`` only those whose name contains that. ``--ladder`` rates the
characters by 1,000 games, ``--rate`` the engines that rate files by a round
robin. Each game has a seed of its own, so results are the same with any number of ``--jobs``.
Times are processor time, so other work on the machine changes them little and the points not at
all.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from random import Random
from time import process_time

from games.engines import engine
from games.engines.arena import ArenaScore, wilson
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

LADDER = (
    ("random", "greedy", 300),
    ("random", "alphabeta", 200),
    ("greedy", "alphabeta", 300),
    ("alphabeta", "mcts", 150),
    ("alphabeta", "deepening", 50),
)
"""Engines of characters and how many games they play: 1,000, fewer of those that think long."""

RATED = ("random", "greedy", "alphabeta:depth=2", "mcts:simulations=500", "alphabeta:depth=4")
ANCHORS = {"alphabeta:depth=2": 1500, "alphabeta": 1756}
"""Engines with the rating that they have by definition: the second has it from ``--rate``."""


@dataclass
class BusySeat:
    """An engine at the board, and how long it thinks."""

    engine: Engine
    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def move(self, board: UltimateBoard, rng: Random) -> int:
        began = process_time()
        move = self.engine.choose(board, rng).move
        self.count(1, took := process_time() - began, took)
        return move

    def count(self, moves: int, seconds: float, longest: float) -> None:
        self.moves, self.seconds = self.moves + moves, self.seconds + seconds
        self.longest = max(self.longest, longest)

    @property
    def times(self) -> str:
        return f"{1e3 * self.seconds / self.moves:.1f} ms a move, {1e3 * self.longest:.0f} at most"


@dataclass
class Pair:
    """Two engines, the points of the first and how long both think."""

    one: str
    two: str
    score: ArenaScore = field(default_factory=ArenaScore)
    left: BusySeat = field(init=False)
    right: BusySeat = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.right = (
            BusySeat(engine("ultimate", name)) for name in (self.one, self.two)
        )

    def play(self, games: int, seed: int, pool: ProcessPoolExecutor) -> None:
        """Play, seats exchanged after each game."""
        for won, times in pool.map(partial(played, self.one, self.two, seed), range(games)):
            self.score.add(won)
            for seat, took in zip((self.left, self.right), times, strict=True):
                seat.count(*took)

    @property
    def line(self) -> str:
        score = self.score
        low, high = wilson(score.points, score.games)
        return (
            f"{self.one} – {self.two}: {100 * score.points:.0f} % of {score.games} games "
            f"({100 * low:.0f} to {100 * high:.0f}); {self.left.times}; {self.right.times}"
        )


Times = tuple[int, float, float]


def played(one: str, two: str, seed: int, game: int) -> tuple[bool | None, tuple[Times, Times]]:
    """Whether ``one`` wins a game, None for a draw, and how long both thought."""
    rng = Random(f"{one} {two} {seed} {game}")
    left, right = (BusySeat(engine("ultimate", name)) for name in (one, two))
    seats = (left, right) if game % 2 == 0 else (right, left)
    board = UltimateBoard.start()
    while (outcome := board.outcome) is None:
        board = board.make_move(seats[board.ply % 2].move(board, rng))
    won = None if outcome.winner is None else (outcome.winner == "X") == (seats[0] is left)
    first, second = ((one.moves, one.seconds, one.longest) for one in (left, right))
    return won, (first, second)


def ratings(pairs: list[Pair]) -> dict[str, int]:
    """Bradley-Terry ratings by these games. Each pair has drawn half a game more than it played,
    so that no rating is infinite.
    """
    table: dict[str, dict[str, tuple[float, float]]] = {}
    for pair in pairs:
        games, points = pair.score.games, pair.score.points * pair.score.games
        table.setdefault(pair.one, {})[pair.two] = (points + 0.25, games + 0.5)
        table.setdefault(pair.two, {})[pair.one] = (games - points + 0.25, games + 0.5)
    anchor = next(name for name in ANCHORS if name in table)
    found = dict.fromkeys(table, float(ANCHORS[anchor]))
    for _ in range(2000):
        for name, row in table.items():
            surprise = information = 0.0
            for other, (points, count) in row.items():
                expected = 1 / (1 + 10 ** ((found[other] - found[name]) / 400))
                surprise += points - count * expected
                information += count * expected * (1 - expected)
            found[name] += 50 * surprise / information
        shift = ANCHORS[anchor] - found[anchor]
        found = {name: rating + shift for name, rating in found.items()}
    return {name: round(rating) for name, rating in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pair", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rate", action="store_true", help="rate some engines by a round robin")
    parser.add_argument("--ladder", action="store_true", help="rate the characters")
    asked = parser.parse_args()
    expected = {(one, two): points for one, two, points in PAIRS}
    matches = [(one, two, asked.games) for one, two in expected]
    if asked.rate:
        matches = [(one, two, asked.games) for one, two in combinations(RATED, 2)]
    elif asked.ladder:
        matches = list(LADDER)
    pairs = list[Pair]()
    with ProcessPoolExecutor(asked.jobs) as pool:
        for one, two, games in matches:
            if asked.pair not in f"{one}-{two}":
                continue
            pairs.append(pair := Pair(one, two))
            pair.play(games, asked.seed, pool)
            points = expected.get((one, two))
            sys.stdout.write(f"{pair.line}{f'; expected {points}' if points else ''}\n")
            sys.stdout.flush()
    if asked.rate or asked.ladder:
        sys.stdout.write(f"{ratings(pairs)}\n")


if __name__ == "__main__":
    main()
