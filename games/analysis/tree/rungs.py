"""What each technique saves in a tree, as a drawing, in words, and ply by ply."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.tree import shape
from games.analysis.tree.sentences import positions
from games.analysis.wording import number
from games.engines.savings import Saving, savings
from games.rules import Board

NAMES = {
    "minimax": "Minimax",
    "alphabeta": "+ alpha-beta",
    "ordering": "+ ordering",
    "memo": "+ memo",
    "symmetry": "+ symmetry",
}
IDEAS = {
    "minimax": "reads every game to its end",
    "alphabeta": "leaves out moves that cannot change the value",
    "ordering": "tries cells on most lines first",
    "memo": "reads a position that comes up twice once",
    "symmetry": "turns and mirror images are one position",
}

LAST = {"memo": "with a memo", "symmetry": "with memo and symmetry"}
"""The last rung in words: a game without symmetry has no other than the memo."""

WHOLE, CORE = (620, 2050), (300, 900)
"""The width of each drawing, and how many dots a row of it has at most."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A search: ``read`` positions, by plies too, and what it saves compared with the one above."""

    at: int
    name: str
    idea: str
    read: str
    saves: str
    said: str
    plies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Savings:
    """The drawing of the ``whole`` tree, its ``core`` enlarged ``times``, and the searches.

    There is no ``core`` where every position has its own dot already. ``uneven``: a search reads
    more than the one before it at some ply, which the drawing cannot show.
    """

    title: str
    whole: shape.Drawing
    core: shape.Drawing | None
    times: int
    uneven: bool
    rungs: list[Rung]


def figure(board: Board) -> Savings:
    """What each technique saves from a live ``board`` on."""
    found = savings(board)
    layers = [one.plies for one in found]
    whole = shape.drawing(layers, 0, *WHOLE)
    core = shape.drawing(layers, 1, *CORE) if whole.each > 1 else None
    return Savings(
        title=_title(found),
        whole=whole,
        core=core,
        times=whole.each // core.each if core else 1,
        uneven=shape.nested(layers) != layers,
        rungs=[_rung(found, at) for at in range(len(found))],
    )


def _title(found: tuple[Saving, ...]) -> str:
    everything, last = found[0].read, found[-1]
    if last.read >= everything:
        return f"{positions(everything).capitalize()}, and all of them are entered"
    return f"{positions(everything)}, {number(last.read)} of them entered {LAST[last.technique]}"


def _rung(found: tuple[Saving, ...], at: int) -> Rung:
    one = found[at]
    return Rung(
        at=at,
        name=NAMES[one.technique],
        idea=IDEAS[one.technique],
        read=number(one.read),
        saves=_saves(found, at),
        said=_said(found, at),
        plies=tuple(number(count) for count in one.plies),
    )


def _saves(found: tuple[Saving, ...], at: int) -> str:
    if not at:
        return ""
    saved = found[at - 1].read - found[at].read
    if not saved:
        return "as many"
    return f"{number(abs(saved))} {'fewer' if saved > 0 else 'more'}"


def _said(found: tuple[Saving, ...], at: int) -> str:
    everything, read = found[0].read, found[at].read
    if read == everything:
        return f"Reads all {positions(everything)}."
    share = (
        f"Reads {number(read)} of {positions(everything)}, one in {number(everything / read, 0)}"
    )
    return f"{share}, and finds the same value."
