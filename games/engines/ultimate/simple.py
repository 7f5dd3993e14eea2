"""The Ultimate engine that does not search: ``random``."""

from __future__ import annotations

from random import Random

from games.engines.base import Choice, Engine
from games.rules import UltimateBoard


class UltimateRandomEngine(Engine):
    """Any legal cell, all equally likely."""

    slug = "random"
    title = "Random"
    variant = "ultimate"
    idea = "Any cell it may play, all equally likely."
    strength = "beginner"

    def _choose(self, board: UltimateBoard, rng: Random) -> Choice:
        cells = board.available_moves()
        move = rng.choice(cells)
        return Choice(move, cells, line=(move,), view={"rule": "random", "cells": list(cells)})
