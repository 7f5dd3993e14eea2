"""The two engines that do not search: ``random`` and ``smart`` (document 000, formula 9)."""

from __future__ import annotations

from random import Random

from games.engines.base import Choice, Engine
from games.rules import ClassicBoard
from games.rules.classic import FULL, cells_of, won


class RandomEngine(Engine):
    """Uniform over the free cells."""

    slug = "random"
    title = "Random"
    variant = "classic"
    idea = "Any free cell, all equally likely."
    strength = "beginner"

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        free = board.available_moves()
        move = rng.choice(free)
        return Choice(move, free, line=(move,), view={"rule": "random"})


class SmartEngine(Engine):
    """Win if it can, else block if it must, else any free cell."""

    slug = "smart"
    title = "Smart"
    variant = "classic"
    idea = "Wins if it can, blocks if it must, otherwise plays at random."
    strength = "casual"

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        x_moves = board.to_move == "X"
        own, other = (board.x, board.o) if x_moves else (board.o, board.x)
        rules = {
            "win": winning_cells(own, other),
            "block": winning_cells(other, own),
            "random": board.available_moves(),
        }
        rule, cells = next((rule, cells) for rule, cells in rules.items() if cells)
        move = rng.choice(cells)
        return Choice(move, cells, line=(move,), view={"rule": rule, "cells": list(cells)})


def winning_cells(own: int, other: int) -> tuple[int, ...]:
    """Free cells that complete a line for the side holding ``own`` (9-bit integers), rising."""
    free = FULL & ~(own | other)
    return tuple(cell for cell in cells_of(free) if won(own | 1 << cell))
