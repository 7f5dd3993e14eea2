"""The DSTRU engines that do not search: ``random``, ``smart`` and the ``neutral`` Dos."""

from __future__ import annotations

from random import Random

from games.engines.base import Choice, Engine
from games.rules import DstruBoard
from games.rules.dstru import cells_of, won

PLACERS = ("Tres", "Uno")


class UniformEngine(Engine):
    """Any legal cell, all equally likely."""

    variant = "dstru"

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        cells = board.available_moves()
        move = rng.choice(cells)
        return Choice(move, cells, line=(move,), view={"rule": self.slug})


class RandomEngine(UniformEngine):
    slug = "random"
    title = "Random"
    idea = "Any free cell, all equally likely."
    strength = "beginner"
    seats = PLACERS


class NeutralEngine(UniformEngine):
    """Document 002 calls Dos neutral: it has no wish, so every piece is as likely to go."""

    slug = "neutral"
    title = "Neutral Dos"
    idea = "Takes any piece away, all equally likely."
    strength = "neutral"
    seats = ("Dos",)


class SmartEngine(Engine):
    """Complete a pattern, else spoil one that lacks a single cell, else any free cell."""

    slug = "smart"
    title = "Smart"
    variant = "dstru"
    idea = "Completes a pattern if it can, spoils one if it must, otherwise plays at random."
    strength = "casual"
    seats = PLACERS

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        own, other = board.tres, board.uno
        if board.to_move == "Uno":
            own, other = other, own
        rules = {
            "complete": completing_cells(own, board),
            "spoil": completing_cells(other, board),
            "random": board.available_moves(),
        }
        rule, cells = next((rule, cells) for rule, cells in rules.items() if cells)
        move = rng.choice(cells)
        return Choice(move, cells, line=(move,), view={"rule": rule, "cells": list(cells)})


def completing_cells(own: int, board: DstruBoard) -> tuple[int, ...]:
    """Free cells of ``board`` that win for the holder of the 16-bit set ``own``, rising."""
    return tuple(cell for cell in cells_of(board.free) if won(own | 1 << cell, board.exact))
