"""What is shown beside a board: the formal state and the commitment to the seed."""

from __future__ import annotations

from collections.abc import Iterable

from games.match import ABORTED, ENGINE, FINISHED, Match
from games.match.fairness import commitment
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


def chance(match: Match) -> dict[str, str | int | None] | None:
    """The hash of the seed and, once the game is over, the seed; None where no seat may need it.

    A seat beyond the rivals' is the server's from the beginning or can become so: ``from`` is the
    first ply at which it can draw, None as long as somebody else holds the seat.
    """
    if all(seat.kind == ENGINE for seat in match.seats[2:]):
        return None
    over = match.status in (FINISHED, ABORTED)
    return {
        "commitment": commitment(match.id, match.seed),
        "seed": str(match.seed) if over else None,
        "from": match.draws_from,
    }
