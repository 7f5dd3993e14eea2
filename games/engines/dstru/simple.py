"""The DSTRU engines that do not search: ``random``, ``smart`` and the ``neutral`` Dos."""

from __future__ import annotations

from random import Random

from games.engines.base import Choice, Engine
from games.engines.sides import rival_of
from games.rules import DstruBoard


class UniformEngine(Engine):
    """Any legal cell, all equally likely."""

    variant = "dstru"

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        cells = board.available_moves()
        move = rng.choice(cells)
        return Choice(move, cells, line=(move,), view={"rule": self.slug})


class DstruRandomEngine(UniformEngine):
    """Places a piece on any free cell."""

    slug = "random"
    title = "Random"
    idea = "Any free cell, all equally likely."
    strength = "beginner"
    seats = DstruBoard.RIVALS


class NeutralEngine(UniformEngine):
    """Removes any piece, all equally likely: document 002 calls Dos neutral."""

    slug = "neutral"
    title = "Neutral Dos"
    idea = "Takes any piece away, all equally likely."
    strength = "neutral"
    seats = ("Dos",)


class DstruSmartEngine(Engine):
    """Complete a pattern, else spoil one that lacks a single cell, else any free cell."""

    slug = "smart"
    title = "Smart"
    variant = "dstru"
    idea = "Completes a pattern if it can, spoils one if it must, otherwise plays at random."
    strength = "casual"
    seats = DstruBoard.RIVALS

    @staticmethod
    def rules(board: DstruBoard) -> dict[str, tuple[int, ...]]:
        """The cells that each rule finds; the first rule that finds any decides."""
        return {
            "complete": board.winning_cells(board.to_move),
            "spoil": board.winning_cells(rival_of(board)),
            "random": board.available_moves(),
        }

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        rule, cells = next((rule, cells) for rule, cells in self.rules(board).items() if cells)
        move = rng.choice(cells)
        return Choice(move, cells, line=(move,), view={"rule": rule, "cells": list(cells)})
