"""The way through a puzzle as a line that the analysis understands."""

from __future__ import annotations

from games.analysis import variations
from games.analysis.puzzles.collection import Puzzle, SolutionPath


def variation(found: Puzzle, way: SolutionPath) -> variations.Variation:
    """The line from the first position shown to where the solver is."""
    if found.blunder is None:
        return variations.Variation((found.board,), (), 0).after(*way.cells)
    before, move = found.blunder
    return variations.Variation((before,), (), 0).after(move, *way.cells)
