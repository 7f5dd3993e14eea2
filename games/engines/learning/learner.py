"""What all learners share: their settings, how they are trained, and the count of their faults."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from games.engines.learning.opponents import Opponent
from games.engines.learning.positions import (
    O,
    Positions,
    Results,
    X,
    positions,
    results_against,
    ways_to_lose,
)

SELF = "self"


@dataclass(frozen=True, slots=True)
class LearnerSettings:
    """How a learner learns.

    ``epsilon`` is the chance of a random move in training, ``alpha`` the part of an error that is
    put right at once. Positions that are alike are one with ``symmetry``. Of equal moves it plays
    any if ``equal_by_lot``, else the first. ``against`` is ``self`` or an opponent's name. With
    ``refill`` an empty box gets its first beads again.
    """

    epsilon: float = 1.0
    alpha: float = 0.5
    symmetry: bool = True
    equal_by_lot: bool = True
    against: str = SELF
    refill: bool = False


class Learner(ABC):
    """One that learns by playing. It is a value of its seed, its settings and its games.

    ``FIELDS`` names the settings that it has, ``EVERY`` says after how many games its curve has a
    point, ``MOST`` how many games it may be trained. Values that differ by less than ``EQUAL`` are
    equal.
    """

    slug: ClassVar[str]
    FIELDS: ClassVar[tuple[str, ...]]
    DEFAULTS: ClassVar[LearnerSettings] = LearnerSettings()
    EVERY: ClassVar[int] = 200
    MOST: ClassVar[int]
    SEATS: ClassVar[Sequence[int]] = (X, O)
    EQUAL: ClassVar[float] = 1e-9

    def __init__(self, seed: int, settings: LearnerSettings | None = None) -> None:
        self.seed = seed
        self.settings = settings or self.DEFAULTS
        self.games = 0
        self._rng = Random(seed)

    @property
    def known(self) -> Positions:
        """The positions that it knows apart."""
        return positions(self.settings.symmetry)

    @abstractmethod
    def train(self, games: int) -> None:
        """Play that many more games, and learn from each."""

    @abstractmethod
    def judged(self, position: int) -> dict[int, float]:
        """What it thinks of each different move, by the position reached, for who moves."""

    def choices(self, position: int) -> Sequence[int]:
        """The positions that it may choose to reach from a live one; none if it resigns."""
        judged = self.judged(position)
        top = max(judged.values())
        best = [to for to, value in judged.items() if value > top - self.EQUAL]
        return best if self.settings.equal_by_lot else best[:1]

    def chances(self, position: int) -> list[tuple[int, float]]:
        """The positions it reaches in play, with the chance of each."""
        chosen = self.choices(position)
        return [(to, 1 / len(chosen)) for to in chosen]

    def loses(self) -> int:
        """In how many complete games it can still be beaten (``ways_to_lose``)."""
        return ways_to_lose(self.known, self.choices, self.SEATS)

    def results(self, opponent: str) -> Results:
        """The shares of games it wins, draws and loses against ``opponent``, exactly."""
        replies = Opponent(opponent, self.settings.symmetry).chances
        return results_against(self.known, self.chances, replies, self.SEATS)
