"""The ladder of search techniques as a figure: one count for the same switches on every page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.analysis.wording import number
from games.compute.pool import compute, compute_once
from games.engines.classic.ladder import SWITCHES, Rung, climb, has_ladder
from games.rules import Board

Climbed = tuple[tuple[Rung, ...], int]

LEAST = 0.4
"""Per cent of the longest bar that the shortest still has, to be seen."""

ORDERING = 1 + [name for name, _ in SWITCHES].index("ordering")
"""The rung that changes the order of moves."""


@dataclass(frozen=True, slots=True)
class Row:
    """One rung: what it ``adds``, what it read, and how that compares with the rung before.

    ``share`` is the length of its bar in per cent of the longest.
    """

    adds: str
    plus: bool
    nodes: str
    cut: str
    ratio: str
    options: str
    share: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs, whether ordering reads more here (``late``), and what the ``opponent`` reads."""

    rows: list[Row]
    late: bool
    opponent: str


def figure(board: Board) -> Ladder | None:
    """The rows of the ladder from a live ``board``, and what the opponent reads. Raises Busy.

    None for a game whose engines have no techniques to compare.
    """
    if not has_ladder(board):
        return None
    rungs, all_best = _climbed(board)
    return Ladder(
        rows=[
            Row(
                adds=rung.adds,
                plus=bool(at),
                nodes=number(rung.nodes),
                cut=number(rung.cutoffs),
                ratio=_ratio(rung.ratio) if at else "",
                options=rung.options,
                share=max(LEAST, round(100 * rung.nodes / rungs[0].nodes, 1)),
            )
            for at, rung in enumerate(rungs)
        ],
        late=rungs[ORDERING].nodes > rungs[ORDERING - 1].nodes,
        opponent=number(all_best),
    )


@lru_cache(maxsize=1024, typed=True)
def _climbed(board: Board) -> Climbed:
    if not board.ply:  # the longest by far
        return compute_once("ladder", climb, board).result
    return compute(climb, board)


def _ratio(ratio: float) -> str:
    """``÷ 2.5`` where a step reads less than the one before, ``× 1.4`` where it reads more."""
    return f"÷ {number(ratio, 1)}" if ratio >= 1 else f"× {number(1 / ratio, 1)}"
