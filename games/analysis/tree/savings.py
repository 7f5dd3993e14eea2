"""What each technique of a search saves: as a table, as a drawing, in words, and ply by ply.

A search has one count for the same techniques on every page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from games.analysis.tree import shape
from games.analysis.tree.search_show import is_drawable
from games.analysis.variations import slug_of
from games.analysis.wording import listed, number, positions
from games.compute.pool import compute, compute_once
from games.engines import engines_for, solution_of
from games.engines.subtrees import SearchCount, count, counts
from games.engines.techniques import EXTRA, STEPS
from games.rules import Board

WHOLE = "minimax"
"""The first search, which has no technique."""

NAMES = {
    WHOLE: "Minimax",
    "pruning": "Alpha-beta",
    "ordering": "Most lines first",
    "memo": "Memo",
    "symmetry": "Symmetry",
    "early": "Early termination",
    "best_first": "Best move first",
}
IDEAS = {
    WHOLE: "enters every position of the tree",
    "pruning": "leaves out moves that cannot change the value, in the order of the board",
    "ordering": "tries cells on most lines first",
    "memo": "stores each position and searches it once",
    "symmetry": "turns and mirror images are one position",
    "best_first": "tries the best move first everywhere, which only the solution knows",
    "early": "settles wins, blocks and double threats at sight",
}

LAST = {"memo": "with a memo", "symmetry": "with memo and symmetry"}
"""The last search in words: a game without symmetry has no other than the memo."""

LEAST = 0.4
"""Per cent of the longest bar that the shortest still has, to be seen."""

ORDERING = next(at for at, one in enumerate(STEPS) if one.ordering)
"""The first search that changes the order of moves."""

WHOLE_TREE, CORE = (620, 2050), (300, 900)
"""The width of each drawing, and how many dots a row of it has at most."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The searches of a position: ``steps`` with one technique more each time, and the ``extra``.

    The ``opponent`` is the engine ``alphabeta`` as people play it; None in a game without it, or
    where it does not search to the end.
    """

    steps: tuple[SearchCount, ...]
    extra: SearchCount
    opponent: int | None


@lru_cache(maxsize=1024, typed=True)
def counted(board: Board) -> Counted:
    """What every search does at a drawable ``board``. Raises Busy."""
    if not board.ply:  # the longest by far
        return compute_once("ladder", count_all, board).result
    return compute(count_all, board)


def count_all(board: Board) -> Counted:
    """Count it; a worker does that."""
    engine = engines_for(board.VARIANT).get("alphabeta")
    whole = engine is not None and solution_of(board).at_hand(board)
    nodes = engine.choose(board, Random(0)).nodes if engine is not None and whole else None
    return Counted(counts(board), count(board, EXTRA), nodes)


@dataclass(frozen=True, slots=True)
class SavingsRow:
    """One search: what it adds, what it enters, and how that compares with the one before.

    ``share`` is the length of its bar in per cent of the longest. ``kind`` is ``+`` for a search
    that adds to those before it, and ``Extra:`` for the one beside them.
    """

    kind: str
    name: str
    idea: str
    entered: str
    cut: str
    ratio: str
    share: float


@dataclass(frozen=True, slots=True)
class SavingsTable:
    """All rows; ``late`` where ordering enters more here; what the ``opponent`` enters.

    ``text`` names the position in an address.
    """

    rows: list[SavingsRow]
    late: bool
    opponent: str
    text: str


def table(board: Board) -> SavingsTable | None:
    """The searches of a live ``board``; None where no whole tree can be searched. Raises Busy."""
    if not is_drawable(board):
        return None
    found = counted(board)
    steps = found.steps
    rows = [
        _row(board, one, "+" if at else "", steps[0], steps[at - 1] if at else None)
        for at, one in enumerate(steps)
    ]
    return SavingsTable(
        rows=[*rows, _row(board, found.extra, "Extra:", steps[0], None)],
        late=steps[ORDERING].entered > steps[ORDERING - 1].entered,
        opponent="" if found.opponent is None else number(found.opponent),
        text=slug_of(board),
    )


def idea(board: Board, name: str) -> str:
    """What a technique does at ``board``, in a few words."""
    if name == "early" and not board.ANY_FREE_CELL:
        return "settles wins at sight"
    return IDEAS[name]


def _row(
    board: Board, one: SearchCount, kind: str, whole: SearchCount, before: SearchCount | None
) -> SavingsRow:
    return SavingsRow(
        kind=kind,
        name=NAMES[_adds(one)],
        idea=idea(board, _adds(one)),
        entered=number(one.entered),
        cut=number(one.found.moves_cut),
        ratio=_ratio(before.entered / one.entered) if before else "",
        share=max(LEAST, round(100 * one.entered / whole.entered, 1)),
    )


def _adds(one: SearchCount) -> str:
    """The technique that a search adds to the one before it."""
    return one.names[-1] if one.names else WHOLE


def _ratio(ratio: float) -> str:
    """``÷ 2.5`` where a step enters less than the one before, ``× 1.4`` where it enters more."""
    return f"÷ {number(ratio, 1)}" if ratio >= 1 else f"× {number(1 / ratio, 1)}"


@dataclass(frozen=True, slots=True)
class Savings:
    """The drawing of the ``whole`` tree, its ``core`` enlarged ``times``, and the searches.

    There is no ``core`` where every position has its own dot already. ``uneven``: a search enters
    more than the one before it at some ply, which the drawing cannot show. ``extra`` is what the
    search beside the others does, in a sentence, and ``text`` the position in an address; both are
    empty where nothing is counted on the page "How we count".
    """

    title: str
    whole: shape.Drawing
    core: shape.Drawing | None
    times: int
    uneven: bool
    rungs: list[dict[str, Any]]
    extra: str = ""
    text: str = ""


def figure(board: Board) -> Savings:
    """What each technique saves from a live ``board`` on. Raises Busy."""
    found = counted(board)
    layers = [one.plies for one in found.steps]
    whole = shape.drawing(layers, 0, *WHOLE_TREE)
    core = shape.drawing(layers, 1, *CORE) if whole.each > 1 else None
    return Savings(
        title=_title(found.steps),
        whole=whole,
        core=core,
        times=whole.each // core.each if core else 1,
        uneven=shape.nested(layers) != layers,
        rungs=[_saving(found.steps, at) for at in range(len(found.steps))],
        extra=_extra(board, found.extra),
        text=slug_of(board),
    )


def _title(found: tuple[SearchCount, ...]) -> str:
    everything, last = found[0].entered, found[-1]
    if last.entered >= everything:
        return f"{positions(everything).capitalize()}, and all of them are entered"
    return f"{positions(everything)}, {number(last.entered)} of them entered {LAST[_adds(last)]}"


def _extra(board: Board, one: SearchCount) -> str:
    *others, last = (NAMES[name] for name in one.names)
    beside = f"With {listed(others).lower()} it enters {positions(one.entered)}."
    return f"Extra: {last.lower()} {idea(board, 'early')}. {beside}"


def _saving(found: tuple[SearchCount, ...], at: int) -> dict[str, Any]:
    """A search: the positions ``entered``, by plies too, and what it saves over the one above."""
    one, name = found[at], NAMES[_adds(found[at])]
    return {
        "at": at,
        "name": f"+ {name.lower()}" if at else name,
        "idea": IDEAS[_adds(one)],
        "entered": number(one.entered),
        "saves": _saves(found, at),
        "said": _said(found, at),
        "plies": tuple(number(count) for count in one.plies),
    }


def _saves(found: tuple[SearchCount, ...], at: int) -> str:
    if not at:
        return ""
    saved = found[at - 1].entered - found[at].entered
    if not saved:
        return "as many"
    return f"{number(abs(saved))} {'fewer' if saved > 0 else 'more'}"


def _said(found: tuple[SearchCount, ...], at: int) -> str:
    everything, entered = found[0].entered, found[at].entered
    if entered == everything:
        return f"Enters all {positions(everything)}."
    share = f"Enters {number(entered)} of {positions(everything)}"
    if everything >= 1.5 * entered:
        share += f", one in {number(everything / entered, 0)}"
    return f"{share}, and finds the same value."
