"""What is shown beside a board: the formal state and the commitment to the seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from games.match import ABORTED, FINISHED, Match
from games.match.fairness import commitment, may_draw
from games.presenters.contexts import FormalRow
from games.rules import Board


def formal_rows(board: Board) -> list[FormalRow]:
    """The sets and variables of a position as text, in the order of their definition."""
    return [FormalRow(name, formal_text(value)) for name, value in board.formal().items()]


def formal_text(value: bool | Iterable[tuple[int, int]]) -> str:
    """``true``, or a set such as ``{(1,1), (1,4)}``, and ∅ for the empty one."""
    if isinstance(value, bool):
        return str(value).lower()
    return "{" + ", ".join(f"({x},{y})" for x, y in value) + "}" if value else "∅"


ChanceFacts = TypedDict(
    "ChanceFacts",
    {"commitment": str, "seed": str | None, "numbers": Mapping[str, int], "from": int | None},
)
"""What the server's draws come from; ``numbers`` are those that players added, by their seats."""


def chance(match: Match) -> ChanceFacts | None:
    """The hash of the seed and, once the game is over, the seed; None where no seat may need it.

    A seat beyond the rivals' is the server's from the beginning or can become so: ``from`` is the
    first ply at which it can draw, None as long as somebody else holds the seat.
    """
    if not may_draw(match):
        return None
    over = match.status in (FINISHED, ABORTED)
    return {
        "commitment": commitment(match.id, match.seed),
        "seed": str(match.seed) if over else None,
        "numbers": match.numbers or {},
        "from": match.draws_from,
    }
