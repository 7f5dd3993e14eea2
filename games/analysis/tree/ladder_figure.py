"""The ladder of search techniques in words: one count for the same techniques on every page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from games.analysis.tree.search_show import is_drawable
from games.analysis.variations import slug_of
from games.analysis.wording import number
from games.compute.pool import compute, compute_once
from games.engines import engines_for
from games.engines.ladder import BEST_FIRST, EXTRA, TECHNIQUES, Count, count, ladder
from games.rules import Board

WHOLE = "minimax"
"""The first rung, which has no technique."""

NAMES = {
    WHOLE: "Minimax",
    "alphabeta": "Alpha-beta",
    "ordering": "Most lines first",
    "memo": "Memo",
    "symmetry": "Symmetry",
    "early": "Early termination",
    BEST_FIRST: "Best move first",
}
IDEAS = {
    WHOLE: "enters every position of the tree",
    "alphabeta": "leaves out moves that cannot change the value, in the order of the board",
    "ordering": "tries cells on most lines first",
    "memo": "enters a position that comes up twice once",
    "symmetry": "turns and mirror images are one position",
    BEST_FIRST: "tries the best move first everywhere, which only the solution knows",
    "early": "settles wins, blocks and double threats at sight",
}

LEAST = 0.4
"""Per cent of the longest bar that the shortest still has, to be seen."""

ORDERING = 1 + TECHNIQUES.index("ordering")
"""The rung that changes the order of moves."""


@dataclass(frozen=True, slots=True)
class Climbed:
    """The searches of a position: the ``rungs``, the ``extra``, and the ``opponent``'s count.

    The opponent is the engine ``alphabeta`` as people play it; None in a game without it.
    """

    rungs: tuple[Count, ...]
    extra: Count
    opponent: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """One search: what it adds, what it enters, and how that compares with the rung before.

    ``share`` is the length of its bar in per cent of the longest. ``kind`` is ``+`` for a rung
    that adds to those before it, and ``Extra:`` for the search beside them.
    """

    kind: str
    name: str
    idea: str
    entered: str
    cut: str
    ratio: str
    share: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """All rows; ``late`` where ordering enters more here; what the ``opponent`` enters.

    ``text`` names the position in an address.
    """

    rows: list[Row]
    late: bool
    opponent: str
    text: str


def figure(board: Board) -> Ladder | None:
    """The ladder from a live ``board``; None where no whole tree can be searched. Raises Busy."""
    if not is_drawable(board):
        return None
    found = climbed(board)
    rungs = found.rungs
    rows = [
        _row(one, "+" if at else "", rungs[0], rungs[at - 1] if at else None)
        for at, one in enumerate(rungs)
    ]
    return Ladder(
        rows=[*rows, _row(found.extra, "Extra:", rungs[0], None)],
        late=rungs[ORDERING].entered > rungs[ORDERING - 1].entered,
        opponent="" if found.opponent is None else number(found.opponent),
        text=slug_of(board),
    )


@lru_cache(maxsize=1024, typed=True)
def climbed(board: Board) -> Climbed:
    """What every search of the ladder does at a drawable ``board``. Raises Busy."""
    if not board.ply:  # the longest by far
        return compute_once("ladder", climb, board).result
    return compute(climb, board)


def climb(board: Board) -> Climbed:
    """Count it; a worker does that."""
    engine = engines_for(board.VARIANT).get("alphabeta")
    nodes = engine.choose(board, Random(0)).nodes if engine is not None else None
    return Climbed(ladder(board), count(board, EXTRA), nodes)


def _row(one: Count, kind: str, whole: Count, before: Count | None) -> Row:
    adds = one.techniques[-1] if one.techniques else WHOLE
    return Row(
        kind=kind,
        name=NAMES[adds],
        idea=IDEAS[adds],
        entered=number(one.entered),
        cut=number(one.cut),
        ratio=_ratio(before.entered / one.entered) if before else "",
        share=max(LEAST, round(100 * one.entered / whole.entered, 1)),
    )


def _ratio(ratio: float) -> str:
    """``÷ 2.5`` where a step enters less than the one before, ``× 1.4`` where it enters more."""
    return f"÷ {number(ratio, 1)}" if ratio >= 1 else f"× {number(1 / ratio, 1)}"
