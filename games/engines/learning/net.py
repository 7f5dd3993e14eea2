"""A net of 18, 32, 32 and 1 units that learns values from its own games, in numpy alone.

It sees nine cells of the side that has moved and nine of the other, and says what the position is
worth to the side that has moved, from -1 to 1. With symmetry a value is the average of the eight
ways to turn the position. It plays many games at once. Each position of them is then shown to it,
turned at random, with the value that the best reply leaves by its own judgement.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from games.engines.classic.bitboards import sides
from games.engines.classic.symmetry import SYMMETRIES
from games.engines.learning.learner import SELF, Learner, LearnerSettings
from games.engines.learning.opponents import moves_of
from games.engines.learning.positions import O, X, positions

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

LAYERS = (18, 32, 32, 1)
BATCH = 512
"""Games that it plays at once before it learns from them."""

STEP = 64
"""Positions of a step of Adam."""

RATE, MEAN, SQUARE, TINY = 0.002, 0.9, 0.999, 1e-8
"""Adam's rate, its two decays, and what keeps it from dividing by zero."""

_PADDING = -1


class Net(Learner):
    """The weights of the net, and what Adam remembers of their slopes."""

    slug = "net"
    FIELDS: ClassVar[tuple[str, ...]] = ("epsilon", "symmetry", "ties", "against")
    EVERY: ClassVar[int] = BATCH
    MOST: ClassVar[int] = 200_000
    EQUAL: ClassVar[float] = 1e-6

    def __init__(self, seed: int, settings: LearnerSettings | None = None) -> None:
        super().__init__(seed, settings)
        self._chance = np.random.default_rng(seed)
        self.weights: list[Floats] = []
        for wide, narrow in pairwise(LAYERS):
            spread = np.sqrt(2 / wide)
            start = self._chance.normal(0, spread, (wide, narrow)).astype(np.float32)
            self.weights += [start, np.zeros(narrow, np.float32)]
        self._means = [np.zeros_like(one) for one in self.weights]
        self._squares = [np.zeros_like(one) for one in self.weights]
        self._ways = len(SYMMETRIES) if self.settings.symmetry else 1
        self._steps = 0
        self._judged: Floats | None = None

    @property
    def size(self) -> int:
        """How many weights it has."""
        return sum(one.size for one in self.weights)

    def values(self) -> Floats:
        """What each position is worth to the side that has moved; the truth of finished games."""
        if self._judged is None:
            seen = _seen(self.settings.symmetry)
            ends, ended = _ends(self.settings.symmetry)
            turned = np.concatenate([seen[:, turn] for turn in _TURNS[: self._ways]])
            said = self._judge(turned)[-1].reshape(self._ways, -1).mean(axis=0)
            self._judged = np.where(ended, ends, said)
        return self._judged

    def judged(self, position: int) -> dict[int, float]:
        values = self.values()
        return {to: float(values[to]) for to in self.known.different[position]}

    def train(self, games: int) -> None:
        """Play in batches of BATCH games; the last may be smaller."""
        while games > 0:
            batch = min(BATCH, games)
            visited = self._play(batch)
            self._learn(visited)
            self.games += batch
            games -= batch

    def _play(self, games: int) -> Integers:
        """Play ``games`` at once and return the positions that moves were made in."""
        after = _after(self.settings.symmetry)
        _, ended = _ends(self.settings.symmetry)
        against = self.settings.against
        seats = np.where(np.arange(games) % 2, O, X)
        sides = np.array(self.known.side)
        at = np.zeros(games, np.int64)
        visited = []
        while len(at):
            visited.append(at)
            moved = self._moves(after[at])
            if against != SELF:
                others = self._replies(against, at)
                moved = np.where(sides[at] == seats, moved, others)
            live = ~ended[moved]
            at, seats = moved[live], seats[live]
        return np.concatenate(visited)

    def _moves(self, after: Integers) -> Integers:
        """Its moves in training: with the chance ``epsilon`` any, else one that looks best."""
        legal = after != _PADDING
        chance = self._chance.random(after.shape)
        if self.settings.epsilon < 1:
            values = np.where(legal, self.values()[after], -2)
            best = values >= values.max(axis=1, keepdims=True) - self.EQUAL
            if not self.settings.equal_by_lot:
                best &= best.cumsum(axis=1) == 1
            explores = self._chance.random(len(after)) < self.settings.epsilon
            chance = np.where(explores[:, None] | best, chance, -1)
        return _picked(after, np.where(legal, chance, -2))

    def _replies(self, against: str, at: Integers) -> Integers:
        symmetry = self.settings.symmetry
        half = against == "half"
        moves = _padded("perfect" if half else against, symmetry)[at]
        if half:
            coin = self._chance.random(len(at)) < 0.5
            moves = np.where(coin[:, None], _after(symmetry)[at], moves)
        return _picked(moves, np.where(moves != _PADDING, self._chance.random(moves.shape), -1))

    def _learn(self, visited: Integers) -> None:
        """Learn from each visited position, by what the best reply leaves."""
        after = _after(self.settings.symmetry)
        best = np.where(after != _PADDING, self.values()[after], -2).max(axis=1)
        self.teach(visited, -best)

    def teach(self, visited: Integers, values: Floats) -> None:
        """Show it positions in random order, each turned at random, with their ``values``."""
        seen = _seen(self.settings.symmetry)[visited]
        by = self._chance.integers(self._ways, size=len(visited))
        seen = np.take_along_axis(seen, _TURNS[by], axis=1)
        order = self._chance.permutation(len(visited))
        for first in range(0, len(order), STEP):
            some = order[first : first + STEP]
            self._step(seen[some], values[visited[some]])
        self._judged = None

    def _judge(self, seen: Floats) -> list[Floats]:
        """What each layer makes of ``seen``, the input first and the values last."""
        layers = [seen]
        for weights, biases in zip(self.weights[:-2:2], self.weights[1:-2:2], strict=True):
            layers.append(np.maximum(layers[-1] @ weights + biases, 0))
        return [*layers, np.tanh(layers[-1] @ self.weights[-2] + self.weights[-1])]

    def _step(self, seen: Floats, targets: Floats) -> None:
        """One step of Adam down the mean square of the errors."""
        layers = self._judge(seen)
        said = layers[-1]
        slope = (said - targets[:, None]) * (1 - said**2) * (2 / len(seen))
        slopes: list[Any] = []
        for number in reversed(range(len(LAYERS) - 1)):
            slopes += [slope.sum(axis=0), layers[number].T @ slope]
            slope = slope @ self.weights[2 * number].T * (layers[number] > 0)
        self._steps += 1
        rate = RATE * np.sqrt(1 - SQUARE**self._steps) / (1 - MEAN**self._steps)
        for at, gradient in enumerate(reversed(slopes)):
            self._means[at] += (1 - MEAN) * (gradient - self._means[at])
            self._squares[at] += (1 - SQUARE) * (gradient**2 - self._squares[at])
            self.weights[at] -= rate * self._means[at] / (np.sqrt(self._squares[at]) + TINY)


_TURNS = np.array([[*turn, *(9 + cell for cell in turn)] for turn in SYMMETRIES])
"""For each symmetry the inputs in the order in which a turned board shows them."""


@cache
def _seen(symmetry: bool) -> Floats:
    """The inputs of each position: the cells of the side that has moved, then of the other."""
    both = [(other, own) for own, other in map(sides, positions(symmetry).boards)]
    return np.array([[mask >> cell & 1 for mask in two for cell in range(9)] for two in both], "f4")


@cache
def _ends(symmetry: bool) -> tuple[Floats, NDArray[np.bool_]]:
    """Results for the side that has moved, 0 while a game goes on; and whether it is over."""
    known = positions(symmetry)
    results = [
        0 if end is None else -end * side
        for end, side in zip(known.result, known.side, strict=True)
    ]
    return np.array(results, np.float32), np.array([end is not None for end in known.result])


def _picked(moves: Integers, weight: NDArray[np.float64]) -> Integers:
    """Of each row the move of the highest weight."""
    picked: Integers = np.take_along_axis(moves, weight.argmax(axis=1)[:, None], axis=1)[:, 0]
    return picked


def _rows(moves: Sequence[Sequence[int]]) -> Integers:
    return np.array([[*one, *[_PADDING] * (9 - len(one))] for one in moves], np.int64)


@cache
def _after(symmetry: bool) -> Integers:
    """The positions after each cell, padded to nine."""
    return _rows(positions(symmetry).after)


@cache
def _padded(opponent: str, symmetry: bool) -> Integers:
    return _rows(moves_of(opponent, symmetry))
