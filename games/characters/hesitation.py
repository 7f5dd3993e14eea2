"""How a character hesitates before its mark: for how long, and which cells it looks at.

Engines answer at once; a page may draw the answer after such a breath. No stored time, no clock
and no client that speaks the protocol has to wait for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from games.engines.sides import rival_of
from games.rules import Board


class Look(StrEnum):
    """Which cells a character looks at while it hesitates."""

    NOTHING = "nothing"
    ANY = "any"
    IN_ORDER = "in order"
    GUARDED = "guarded"


@dataclass(frozen=True, slots=True)
class Hesitation:
    """``least`` to ``most`` milliseconds, and what the character looks at meanwhile.

    ``touches`` is how many cells. Who is ``sly`` does not hesitate with a move that threatens.
    """

    least: int = 450
    most: int = 600
    look: Look = Look.NOTHING
    touches: int = 0
    sly: bool = False


@dataclass(frozen=True, slots=True)
class Breath:
    """Milliseconds from the move before to the beginning of this one, and the cells looked at."""

    ms: int
    cells: tuple[int, ...] = ()


SHORTEST = 400


def breath(hesitation: Hesitation, board: Board, move: int, key: str) -> Breath:
    """The hesitation before ``move`` in ``board``; the same ``key`` gives the same."""
    rng = Random(key)
    if hesitation.sly and board.make_move(move).winning_cells(board.to_move):
        return Breath(SHORTEST)
    ms = rng.randint(hesitation.least, hesitation.most)
    return Breath(ms, _looked_at(hesitation, board, move, rng))


def _looked_at(hesitation: Hesitation, board: Board, move: int, rng: Random) -> tuple[int, ...]:
    if hesitation.look == Look.NOTHING:
        return ()
    legal = board.available_moves()
    if hesitation.look == Look.GUARDED:
        guarded = [cell for cell in board.winning_cells(rival_of(board)) if cell in legal]
        if guarded:
            return tuple(guarded[: hesitation.touches])
    others = [cell for cell in legal if cell != move]
    found = rng.sample(others, min(hesitation.touches, len(others)))
    return tuple(sorted(found) if hesitation.look == Look.IN_ORDER else found)
