"""The two engines that do not search: ``random`` and ``smart`` (document 000, formula 9)."""

from __future__ import annotations

from random import Random

from games.engines.base import Choice, Engine
from games.engines.sides import rival_of
from games.engines.view import View
from games.rules import ClassicBoard


class RandomEngine(Engine):
    """Uniform over the free cells."""

    slug = "random"
    title = "Random"
    variant = "classic"
    idea = "Any free cell, all equally likely."
    strength = "beginner"
    difficulty = "easy"

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        free = board.available_moves()
        move = rng.choice(free)
        return Choice(move, free, line=(move,), view={"rule": "random", "cells": list(free)})


class SmartEngine(Engine):
    """Win if it can, else block if it must, else any free cell."""

    slug = "smart"
    title = "Smart"
    variant = "classic"
    idea = "Wins if it can, blocks if it must, otherwise plays at random."
    strength = "casual"

    @staticmethod
    def rules(board: ClassicBoard) -> dict[str, tuple[int, ...]]:
        """The cells that each rule finds; the first rule that finds any decides."""
        return {
            "win": board.winning_cells(board.to_move),
            "block": board.winning_cells(rival_of(board)),
            "random": board.available_moves(),
        }

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        rules = self.rules(board)
        rule = next(rule for rule, cells in rules.items() if cells)
        move = rng.choice(rules[rule])
        view: View = {
            "rule": rule,
            "cells": list(rules[rule]),
            "wins": list(rules["win"]),
            "blocks": list(rules["block"]),
        }
        return Choice(move, rules[rule], depth=1, line=(move,), view=view)
