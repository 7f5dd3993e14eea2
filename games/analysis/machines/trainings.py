"""A training in pieces, as workers of the compute pool do it. It loads without Django.

A piece takes a fraction of a second, so that whatever else waits for a worker gets its turn.
"""

from __future__ import annotations

import pickle
import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any, Generic, TypeVar

from games.engines.learning.learner import Learner, LearnerSettings
from games.engines.learning.menace import Menace
from games.engines.learning.net import LAYERS, Net
from games.engines.learning.players import stored
from games.engines.learning.tables import QTable, TemporalDifference
from games.engines.learning.training import LEARNERS
from games.engines.learning.uct import Uct

PIECE = 0.25
"""Seconds of a piece."""

STOPS = (
    *(0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 85, 110, 150, 200, 260, 330, 420, 540, 700),
    *(900, 1150, 1500, 1900, 2400, 3100, 4000, 5200, 6700, 8600, 11000, 14000, 18000, 23000, 30000),
    *(40000, 50000, 65000, 80000, 100000),
)
"""Games after which a learner is stored, so that one can go back there."""

OPPONENTS_MET = ("random", "smart", "perfect")


Snapshot = TypeVar("Snapshot")
"""What is kept of a learner after some games."""


@dataclass(frozen=True, slots=True)
class TrainingPiece(Generic[Snapshot]):
    """What a piece of a training brought: points (games, ways to lose), and where it can go on."""

    learner: bytes
    games: int
    points: list[tuple[int, int]]
    snapshots: list[Snapshot]
    done: bool


class TrainingTask(ABC, Generic[Snapshot]):
    """What a training of so many ``games`` is a value of. Two that ask for the same share one."""

    seed: int
    games: int

    @abstractmethod
    def piece(self, learner: bytes) -> TrainingPiece[Snapshot]:
        """Go on with it, from nothing if ``learner`` is empty."""


def train_piece(task: TrainingTask[Snapshot], learner: bytes) -> TrainingPiece[Snapshot]:
    """``task.piece(learner)``, as a function that a worker can be asked for."""
    return task.piece(learner)


@dataclass(frozen=True, slots=True)
class LearnerSnapshot:
    """A learner as it was after some games: what it keeps, and what it gets against others.

    ``memory`` has a character for each thing it keeps, ``known`` counts those that it has used.
    ``results`` are won, drawn and lost against each of OPPONENTS_MET.
    """

    games: int
    loses: int
    results: tuple[tuple[float, float, float], ...]
    memory: str
    known: int
    stored: bytes


@dataclass(frozen=True)
class TrainingKey(TrainingTask[LearnerSnapshot]):
    """The training of one of LEARNERS."""

    slug: str
    seed: int
    games: int
    settings: LearnerSettings

    @property
    def kind(self) -> type[Learner]:
        """The class of the learner."""
        return LEARNERS[self.slug]

    def piece(self, learner: bytes) -> TrainingPiece[LearnerSnapshot]:
        return _piece(self, learner)


@cache
def stops(slug: str, games: int) -> tuple[int, ...]:
    """The games after which a learner is asked in how many ways it loses."""
    every = LEARNERS[slug].EVERY
    coarse = [
        stop if stop < every and slug != "net" else -(-stop // every) * every for stop in STOPS
    ]
    found = {stop for stop in coarse if stop <= games} | {games}
    if slug != "mcts":
        found |= set(range(0, games + 1, every))
    return tuple(sorted(found))


@cache
def _stored(slug: str, games: int) -> frozenset[int]:
    every = LEARNERS[slug].EVERY
    return frozenset(-(-stop // every) * every if stop > every else stop for stop in STOPS) | {
        games
    }


def _piece(key: TrainingKey, learner: bytes) -> TrainingPiece[LearnerSnapshot]:
    """A tree is trained in one piece, because its searches are too large to send."""
    began = perf_counter()
    found: Learner = pickle.loads(learner) if learner else key.kind(key.seed, key.settings)  # noqa: S301  our own
    points: list[tuple[int, int]] = []
    snapshots: list[LearnerSnapshot] = []
    was_safe = bool(learner) and found.loses() == 0
    left = [stop for stop in stops(key.slug, key.games) if stop > found.games or not learner]
    for stop in left:
        found.train(stop - found.games)
        loses = found.loses()
        points.append((stop, loses))
        if stop in _stored(key.slug, key.games) or (not loses and not was_safe):
            snapshots.append(_snapshot(found, loses))
        was_safe = not loses
        if perf_counter() - began > PIECE and not isinstance(found, Uct):
            break
    done = found.games >= key.games
    return TrainingPiece(pickle.dumps(found), found.games, points, snapshots, done)


def stored_learner(learner: bytes) -> dict[str, Any]:
    """A trained learner as a file."""
    return stored(pickle.loads(learner))  # noqa: S301  our own


def _snapshot(learner: Learner, loses: int) -> LearnerSnapshot:
    memory, known = _memory(learner)
    results = tuple(learner.results(one) for one in OPPONENTS_MET)
    stored = zlib.compress(pickle.dumps(learner), level=1)
    return LearnerSnapshot(learner.games, loses, results, memory, known, stored)


def _memory(learner: Learner) -> tuple[str, int]:
    if isinstance(learner, Menace):
        return "".join("+" if used else "0" for used in learner.used), sum(map(bool, learner.used))
    if isinstance(learner, TemporalDifference):
        live = [
            v for v, end in zip(learner.values, learner.known.result, strict=True) if end is None
        ]
        if not learner.settings.symmetry:
            live = live[:: len(live) // 627]
        return "".join("+" if v > 0.05 else "-" if v < -0.05 else "0" for v in live), len(
            learner.met
        )
    if isinstance(learner, QTable):
        return "", sum(any(moves.values()) for moves in learner.values)
    if isinstance(learner, Net):
        first = learner.weights[0]
        sizes = (first / max(1e-9, float(abs(first).max())) * 9).round().astype(int)
        letters = [
            " ABCDEFGHI"[size] if size >= 0 else " abcdefghi"[-size] for size in sizes.T.flat
        ]
        return "".join(letters), LAYERS[1]
    return "", learner.games


@dataclass(frozen=True, slots=True)
class CellJudgement:
    """What it thinks of a cell: its number and that from 0 to 1; ``best`` if it may play it."""

    value: float
    much: float
    best: bool


def judgements(stored: Sequence[bytes], board: Any) -> list[dict[int, CellJudgement] | None]:
    """By cell what each of the stored learners thinks of ``board``; None where it cannot act."""
    found: list[dict[int, CellJudgement] | None] = []
    tree: Uct | None = None
    for one in stored:
        learner: Learner = pickle.loads(zlib.decompress(one))  # noqa: S301  our own
        if isinstance(learner, Uct):  # the search of fewer games goes on, with the same draws
            if tree is not None and tree.games <= learner.games:
                tree.games, learner = learner.games, tree
            tree = learner
        found.append(_judged(learner, board))
    return found


def _judged(learner: Learner, board: Any) -> dict[int, CellJudgement] | None:
    known = learner.known
    position = known.of(board)
    if known.result[position] is not None or known.side[position] not in learner.SEATS:
        return None
    judged, best = learner.judged(position), set(learner.choices(position))
    shares = isinstance(learner, Menace | Uct)
    cells = {}
    for cell in board.available_moves():
        to = known.of(board.make_move(cell))
        value = judged.get(to, 0.0)
        much = value if shares else (value + 1) / 2
        cells[cell] = CellJudgement(value, min(1.0, max(0.0, much)), to in best)
    return cells
