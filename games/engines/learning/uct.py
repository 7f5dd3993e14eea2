"""UCT: a tree that grows by playing games out, once for each position that it moves in.

What it draws comes from the seed and the position, so it always plays the same and can be proven.
The result of a game played out at random is drawn from the exact chances of the three results,
which is the same as playing it, and faster.
"""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from random import Random
from typing import ClassVar

from games.engines.learning.learner import Learner, LearnerSettings
from games.engines.learning.positions import Positions, positions

EXPLORATION = sqrt(2)
"""Weight of what is seldom tried, beside what has done well so far (UCB1)."""


class TreeSearch:
    """The search of one position: for each position in its tree the visits and sums of its moves.

    ``games`` are the games played out so far; positions that come up twice are one node.
    """

    def __init__(self, known: Positions, position: int, seed: int) -> None:
        self._known = known
        self.root = position
        self.games = 0
        self._rng = Random(seed << 16 | position)
        self.visits: dict[int, list[int]] = {}
        self._sums: dict[int, list[float]] = {}
        self._add(position)

    def run(self, games: int) -> None:
        """Play games out until there were ``games`` in all."""
        while self.games < games:
            self._play_out()
            self.games += 1

    def shares(self) -> dict[int, float]:
        """The share of the games that went through each move, by the position it leads to."""
        visits = self.visits[self.root]
        total = sum(visits) or 1
        moves = self._known.different[self.root]
        return {to: count / total for to, count in zip(moves, visits, strict=True)}

    def _add(self, position: int) -> None:
        count = len(self._known.different[position])
        self.visits[position], self._sums[position] = [0] * count, [0.0] * count

    def _play_out(self) -> None:
        known = self._known
        path: list[tuple[int, int]] = []
        position = self.root
        while (result := known.result[position]) is None and position in self.visits:
            move = self._select(position)
            path.append((position, move))
            position = known.different[position][move]
        if result is None:
            self._add(position)
            result = self._random_result(position)
        for parent, move in path:
            self.visits[parent][move] += 1
            self._sums[parent][move] += result * known.side[parent]

    def _select(self, position: int) -> int:
        """The move with the highest upper bound; one that was never tried comes first."""
        visits, sums = self.visits[position], self._sums[position]
        if 0 in visits:
            untried = [move for move, count in enumerate(visits) if not count]
            return untried[int(self._rng.random() * len(untried))]
        wide = EXPLORATION * sqrt(log(sum(visits)))
        bounds = [total / n + wide / sqrt(n) for total, n in zip(sums, visits, strict=True)]
        return bounds.index(max(bounds))

    def _random_result(self, position: int) -> int:
        won, drawn = _random_play(self._known.symmetry)[position]
        draw = self._rng.random()
        return 1 if draw < won else 0 if draw < won + drawn else -1


@cache
def _random_play(symmetry: bool) -> list[tuple[float, float]]:
    """By position the chances that X wins, and of a draw, if both sides play at random."""
    known = positions(symmetry)
    chances = [(0.0, 0.0)] * len(known)
    for position in reversed(range(len(known))):
        if (end := known.result[position]) is not None:
            chances[position] = (float(end == 1), float(end == 0))
        else:
            after = [chances[to] for to in known.after[position]]
            won, drawn = (sum(each) / len(after) for each in zip(*after, strict=True))
            chances[position] = (won, drawn)
    return chances


class Uct(Learner):
    """Learns nothing from game to game: ``games`` are those it plays out before each move."""

    slug = "mcts"
    FIELDS: ClassVar[tuple[str, ...]] = ("symmetry", "ties")
    MOST: ClassVar[int] = 5_000

    def __init__(self, seed: int, settings: LearnerSettings | None = None) -> None:
        super().__init__(seed, settings)
        self.searches: dict[int, TreeSearch] = {}

    def __getstate__(self) -> dict[str, object]:
        """Its searches are left out: they are the same when they are run again."""
        return {**self.__dict__, "searches": {}}

    def train(self, games: int) -> None:
        self.games += games

    def search(self, position: int) -> TreeSearch:
        """The search of ``position`` with all games played out."""
        if position not in self.searches:
            self.searches[position] = TreeSearch(self.known, position, self.seed)
        found = self.searches[position]
        found.run(self.games)
        return found

    def judged(self, position: int) -> dict[int, float]:
        return self.search(position).shares()
