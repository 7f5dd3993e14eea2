"""What each technique saves in a tree, as a drawing, in words, and ply by ply."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.tree import shape
from games.analysis.tree.ladder_figure import IDEAS, NAMES, WHOLE, climbed
from games.analysis.tree.sentences import positions
from games.analysis.variations import slug_of
from games.analysis.wording import listed, number
from games.engines.ladder import Count
from games.rules import Board

LAST = {"memo": "with a memo", "symmetry": "with memo and symmetry"}
"""The last rung in words: a game without symmetry has no other than the memo."""

WHOLE_TREE, CORE = (620, 2050), (300, 900)
"""The width of each drawing, and how many dots a row of it has at most."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A search: the positions ``entered``, by plies too, and what it saves over the one above."""

    at: int
    name: str
    idea: str
    entered: str
    saves: str
    said: str
    plies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Savings:
    """The drawing of the ``whole`` tree, its ``core`` enlarged ``times``, and the searches.

    There is no ``core`` where every position has its own dot already. ``uneven``: a search enters
    more than the one before it at some ply, which the drawing cannot show. ``extra`` is what the
    search beside the rungs does, in a sentence, and ``text`` the position in an address; both are
    empty where nothing is counted on the page "How we count".
    """

    title: str
    whole: shape.Drawing
    core: shape.Drawing | None
    times: int
    uneven: bool
    rungs: list[Rung]
    extra: str = ""
    text: str = ""


def figure(board: Board) -> Savings:
    """What each technique saves from a live ``board`` on. Raises Busy."""
    counted = climbed(board)
    found = counted.rungs
    layers = [one.plies for one in found]
    whole = shape.drawing(layers, 0, *WHOLE_TREE)
    core = shape.drawing(layers, 1, *CORE) if whole.each > 1 else None
    return Savings(
        title=_title(found),
        whole=whole,
        core=core,
        times=whole.each // core.each if core else 1,
        uneven=shape.nested(layers) != layers,
        rungs=[_rung(found, at) for at in range(len(found))],
        extra=_extra(counted.extra),
        text=slug_of(board),
    )


def _title(found: tuple[Count, ...]) -> str:
    everything, last = found[0].entered, found[-1]
    if last.entered >= everything:
        return f"{positions(everything).capitalize()}, and all of them are entered"
    ways = LAST[last.techniques[-1]]
    return f"{positions(everything)}, {number(last.entered)} of them entered {ways}"


def _extra(one: Count) -> str:
    *others, last = (NAMES[name] for name in one.techniques)
    beside = f"With {listed(others).lower()} it enters {positions(one.entered)}."
    return f"Extra: {last.lower()} {IDEAS['early']}. {beside}"


def _rung(found: tuple[Count, ...], at: int) -> Rung:
    one = found[at]
    adds = one.techniques[-1] if at else WHOLE
    return Rung(
        at=at,
        name=f"+ {NAMES[adds].lower()}" if at else NAMES[adds],
        idea=IDEAS[adds],
        entered=number(one.entered),
        saves=_saves(found, at),
        said=_said(found, at),
        plies=tuple(number(count) for count in one.plies),
    )


def _saves(found: tuple[Count, ...], at: int) -> str:
    if not at:
        return ""
    saved = found[at - 1].entered - found[at].entered
    if not saved:
        return "as many"
    return f"{number(abs(saved))} {'fewer' if saved > 0 else 'more'}"


def _said(found: tuple[Count, ...], at: int) -> str:
    everything, entered = found[0].entered, found[at].entered
    if entered == everything:
        return f"Enters all {positions(everything)}."
    one_in = number(everything / entered, 0)
    share = f"Enters {number(entered)} of {positions(everything)}, one in {one_in}"
    return f"{share}, and finds the same value."
