"""The training of a table of values for DSTRU-TAC-TOE, in pieces. It loads without Django."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from time import perf_counter

from games.analysis.machines.trainings import PIECE, TrainingPiece, TrainingTask
from games.engines.learning.dstru_values import ROUND, DstruErrors, DstruValues, exact_first

ROUNDS = 256
STOPS = tuple(ROUND * rounds for rounds in (0, 4, 16, 64, 128, ROUNDS))
"""Games after which the errors are measured."""


@dataclass(frozen=True, slots=True)
class DstruSnapshot:
    """The table after some games: how far it is off, and the exact values beside its own."""

    games: int
    errors: DstruErrors
    exact: tuple[float, tuple[float, ...]]


@dataclass(frozen=True)
class DstruKey(TrainingTask[DstruSnapshot]):
    """The training of a seed."""

    seed: int
    games: int = STOPS[-1]

    def piece(self, learner: bytes) -> TrainingPiece[DstruSnapshot]:
        began = perf_counter()
        found: DstruValues = pickle.loads(learner) if learner else DstruValues(self.seed)  # noqa: S301  our own
        snapshots = [] if learner else [_snapshot(found)]
        while found.games < self.games:
            found.train()
            if found.games in STOPS:
                snapshots.append(_snapshot(found))
            if perf_counter() - began > PIECE:
                break
        done = found.games >= self.games
        return TrainingPiece(pickle.dumps(found), found.games, [], snapshots, done)


def _snapshot(found: DstruValues) -> DstruSnapshot:
    return DstruSnapshot(found.games, found.errors(), exact_first())
