"""Formula 1's value and the depth-aware score kept apart from it.

A *value* is what document 000 prints: +10 a win, -10 a loss, 0 a draw, no depth in it.
A *score* is the whole number that searches compare: 100 times the value, brought nearer to
zero by one for every ply until the game ends. It orders equals (win sooner, lose later)
and yields the distance; its sign is always the sign of the value.
"""

from __future__ import annotations

from collections.abc import Mapping

WIN = 10
UNIT = 100
WIN_SCORE = WIN * UNIT
LEAST, MOST = -2 * WIN, 2 * WIN
LOWEST, HIGHEST = LEAST * UNIT, MOST * UNIT
"""Outside of every value and of every score, those of an unbounded heuristic too: the window of a
search that knows nothing yet."""

LAST_PLY = 9


def depth_aware(value: int, end: int) -> int:
    """The score of a game that ends with ``value`` after ``end`` plies from the empty board."""
    if value == 0:
        return 0
    return value * UNIT - end if value > 0 else value * UNIT + end


def value_of(score: int) -> int:
    """Formula 1's value (or a heuristic's whole number) within ``score``."""
    return round(score / UNIT)


def plies_left(score: int, ply: int) -> int | None:
    """Plies from ``ply`` to the end that ``score`` foresees; None for a heuristic's guess.

    A draw fills the board, so its distance needs no record.
    """
    if score == 0:
        return LAST_PLY - ply
    end = WIN_SCORE - abs(score)
    return end - ply if 0 < end <= LAST_PLY else None


def best_of(scores: Mapping[int, float]) -> tuple[int, ...]:
    """The cells that share the highest score, in rising order."""
    top = max(scores.values())
    return tuple(sorted(cell for cell, score in scores.items() if score == top))
