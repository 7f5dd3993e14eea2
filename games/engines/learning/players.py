"""Trained learners as engines: a seed, settings and a number of games, and what came of them.

The net takes seconds to train, so its weights are in ``net.json``, as ``stored`` wrote them.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import numpy as np

from games.engines.base import Choice, Engine
from games.engines.learning.learner import Learner, LearnerSettings
from games.engines.learning.menace import Menace, boxes
from games.engines.learning.net import Net
from games.engines.learning.tables import QTable, TemporalDifference
from games.engines.learning.training import settings_of
from games.engines.learning.uct import Uct
from games.rules import ClassicBoard

TRAINED_NET = Path(__file__).with_name("net.json").read_text()
"""Read early: a worker that plays games of the ladder opens no files later."""

DIGITS = 4
"""Of a value that is stored for people to read."""


def stored(learner: Learner) -> dict[str, Any]:
    """A learner as a file: how it came to be, and what it keeps."""
    found: dict[str, Any] = {
        "learner": learner.slug,
        "games": learner.games,
        "seed": learner.seed,
        "settings": settings_of(learner),
    }
    boards = learner.known.boards
    if isinstance(learner, Menace):
        found["boxes"] = {
            box.board.notation: beads for box, beads in zip(boxes(), learner.beads, strict=True)
        }
    elif isinstance(learner, TemporalDifference):
        found["values"] = {
            board.notation: round(value, DIGITS)
            for board, value, end in zip(boards, learner.values, learner.known.result, strict=True)
            if end is None and value
        }
    elif isinstance(learner, QTable):
        found["values"] = [[round(v, 2) for v in moves.values()] for moves in learner.values]
    elif isinstance(learner, Net):
        weights = (base64.b64encode(one.astype("<f4").tobytes()) for one in learner.weights)
        found["weights"] = [one.decode() for one in weights]
    return found


def net_from(text: str) -> Net:
    """The net that ``stored`` made this text of."""
    data = json.loads(text)
    net = Net(data["seed"])
    net.games = data["games"]
    for one, weights in zip(net.weights, data["weights"], strict=True):
        one[:] = np.frombuffer(base64.b64decode(weights), "<f4").reshape(one.shape)
    return net


class LearnerEngine(Engine):
    """Plays what a learner holds for best. Its values are the learner's own, from -1 to 1.

    It is trained at first use with ``SEED`` for ``GAMES``.
    """

    variant = "classic"
    SEED: ClassVar[int] = 1
    GAMES: ClassVar[int]
    LEARNER: ClassVar[type[Learner]]
    SETTINGS: ClassVar[LearnerSettings | None] = None

    @property
    def learner(self) -> Learner:
        """The trained learner, one for all games of this process."""
        return _trained(type(self))

    def candidates(self, board: ClassicBoard, memo: dict[Any, Any]) -> tuple[int, ...]:
        if type(self) not in memo:
            memo[type(self)] = self.learner
        return _choices(memo[type(self)], board)

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        learner = self.learner
        known = learner.known
        candidates = _choices(learner, board)
        judged = learner.judged(known.of(board))
        move = rng.choice(candidates)
        return Choice(
            move,
            candidates,
            values={
                cell: round(judged.get(known.of(board.make_move(cell)), 0.0), DIGITS)
                for cell in board.available_moves()
            },
            nodes=len(board.available_moves()),
            depth=1,
            line=(move,),
            view={"rule": "learned", "cells": list(candidates), "values_for": board.to_move},
        )


def _choices(learner: Learner, board: ClassicBoard) -> tuple[int, ...]:
    """The cells that a learner may choose."""
    known = learner.known
    best = set(learner.choices(known.of(board)))
    return tuple(
        cell for cell in board.available_moves() if known.of(board.make_move(cell)) in best
    )


@cache
def _trained(kind: type[LearnerEngine]) -> Learner:
    if kind.LEARNER is Net:
        return net_from(TRAINED_NET)
    learner = kind.LEARNER(kind.SEED, kind.SETTINGS)
    learner.train(kind.GAMES)
    if isinstance(learner, Menace):
        for at, beads in enumerate(learner.beads):
            if not any(beads):
                learner.fill(at)
    return learner


class BoxesEngine(LearnerEngine):
    """MENACE after 1,000 games; it takes the fullest colour of each box, and plays X only."""

    slug = "menace"
    title = "Boxes"
    idea = "304 matchboxes of beads that have learned from 1,000 games."
    strength = "never loses"
    seats = ("X",)
    SEED = 1961
    GAMES = 1_000
    LEARNER = Menace
    SETTINGS = LearnerSettings(against="half", refill=True)


class LearnedTableEngine(LearnerEngine):
    """A table of values after 3,000 games with itself."""

    slug = "td"
    title = "Table"
    idea = "A value for each position, learned from 3,000 games with itself."
    strength = "never loses"
    GAMES = 3_000
    LEARNER = TemporalDifference


class TreeEngine(LearnerEngine):
    """UCT with 2,000 games played out before each move."""

    slug = "mcts"
    title = "Tree"
    idea = "Plays 2,000 games out before each move, most of them where it does well."
    strength = "never loses"
    thinks_long = True
    GAMES = 2_000
    LEARNER = Uct

    @property
    def learner(self) -> Learner:
        """A new one for each move, so that no search is kept or shared by threads."""
        tree = Uct(self.SEED)
        tree.train(self.GAMES)
        return tree


class NetEngine(LearnerEngine):
    """The net after 81,920 games with itself."""

    slug = "net"
    title = "Net"
    idea = "A net of 1,697 weights, learned from 81,920 games with itself."
    strength = "never loses"
    GAMES = 81_920
    LEARNER = Net


ENGINES: tuple[Engine, ...] = (BoxesEngine(), LearnedTableEngine(), NetEngine(), TreeEngine())
