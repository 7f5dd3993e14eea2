"""What a program's answer to a position is: a cell, or a failure, and what it is worth."""

from __future__ import annotations

from collections.abc import Collection

from games.engines import solution_of
from games.engines.solution import EQUAL
from games.grading.asking import Answer
from games.rules import Board, IllegalMove
from games.rules.shape import parse_cell

MOST_NOTES = 5
"""How many failures are told to the author."""


def cell_of(board: Board, answer: Answer) -> int | None:
    """The legal cell that an answer names, as a number or as ``b2``; None for none."""
    cell = answer if isinstance(answer, int) else _named(board, answer)
    return cell if cell in board.available_moves() else None


def _named(board: Board, answer: str) -> int | None:
    if not answer.startswith("="):
        return None
    text = answer[1:].strip()
    if text.isascii() and text.isdigit():
        return int(text)
    try:
        return parse_cell(text, board.SHAPE)
    except IllegalMove:
        return None


def failure(answer: Answer) -> str:
    """What an answer that names no legal cell counts as."""
    return "crashes" if isinstance(answer, str) and answer.startswith("!") else "illegal"


def verdict(board: Board, cells: Collection[int]) -> str:
    """What moves in a position count as: of several the worst decides."""
    solution = solution_of(board)
    value, values = solution.value(board), solution.values(board)
    assert value is not None
    if min(values[cell] for cell in cells) >= value - EQUAL:
        return "right"
    return "wins_missed" if value > EQUAL else "draws_lost"


def note(notation: str, answer: Answer) -> str:
    """A failure in a sentence for its author."""
    said = str(answer)
    if said.startswith("!"):
        return f"In {notation} it fails: {said[1:]}."
    return f"In {notation} it answers {said.lstrip('=?')}, which is no legal cell."
