"""Tables of values: what a position is worth that is reached (TD), or a move in a position (Q).

Both learn from what comes after: a value moves towards that of the best reply.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from games.engines.learning.learner import SELF, Learner, LearnerSettings
from games.engines.learning.opponents import Opponent
from games.engines.learning.positions import O, X


class TableLearner(Learner):
    """Plays against itself, or in turn as X and as O against an opponent."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "epsilon",
        "alpha",
        "symmetry",
        "ties",
        "against",
    )
    MOST: ClassVar[int] = 200_000

    def train(self, games: int) -> None:
        against = self.settings.against
        opponent = None if against == SELF else Opponent(against, self.settings.symmetry)
        for _ in range(games):
            self._play(opponent)
            self.games += 1

    def _play(self, opponent: Opponent | None) -> None:
        result, side, rng = self.known.result, self.known.side, self._rng
        seat = O if self.games % 2 else X
        position = 0
        while result[position] is None:
            if opponent is None or side[position] == seat:
                to = self._move(position)
            else:
                to = opponent.reply(position, rng)
            self._learn(position, to)
            position = to

    def _move(self, position: int) -> int:
        """A move in training: with the chance ``epsilon`` any, else one that looks best."""
        epsilon, rng = self.settings.epsilon, self._rng
        if epsilon >= 1 or rng.random() < epsilon:
            moves: Sequence[int] = self.known.after[position]
        else:
            moves = self.choices(position)
        return moves[int(rng.random() * len(moves))]

    @abstractmethod
    def _learn(self, position: int, to: int) -> None:
        """Learn from the move from ``position`` to ``to``."""


class TemporalDifference(TableLearner):
    """A value for each position, from -1 to 1 for X; those of finished games are known."""

    slug = "td"

    def __init__(self, seed: int, settings: LearnerSettings | None = None) -> None:
        super().__init__(seed, settings)
        self.values: list[float] = [float(end or 0) for end in self.known.result]
        self.met: set[int] = set()

    def judged(self, position: int) -> dict[int, float]:
        side, values = self.known.side[position], self.values
        return {to: side * values[to] for to in self.known.different[position]}

    def _learn(self, position: int, to: int) -> None:
        values = self.values
        after = [values[one] for one in self.known.different[position]]
        best = max(after) if self.known.side[position] == X else min(after)
        values[position] += self.settings.alpha * (best - values[position])
        self.met.add(position)


class QTable(TableLearner):
    """A value for each move in each position, for the side that moves."""

    slug = "q"
    DEFAULTS: ClassVar[LearnerSettings] = LearnerSettings(symmetry=False, equal_by_lot=False)

    def __init__(self, seed: int, settings: LearnerSettings | None = None) -> None:
        super().__init__(seed, settings)
        self.values = [dict.fromkeys(moves, 0.0) for moves in self.known.different]

    def judged(self, position: int) -> dict[int, float]:
        return self.values[position]

    def _learn(self, position: int, to: int) -> None:
        end, values = self.known.result[to], self.values[position]
        target = -max(self.values[to].values()) if end is None else end * self.known.side[position]
        values[to] += self.settings.alpha * (target - values[to])
