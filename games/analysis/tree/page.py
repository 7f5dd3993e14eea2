"""What the page of a search shows at one of its steps."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.analysis import variations
from games.analysis.tree import ladder_figure, tree_drawing
from games.engines.trace import Trace
from games.query import whole_number
from games.rules import Board

METHODS = {"alphabeta": "Alpha-beta", "minimax": "Minimax"}


@dataclass(frozen=True, slots=True)
class Method:
    """A search of the position, and what it counts; ``on`` if it is the one on show."""

    slug: str
    title: str
    on: bool
    url: str
    visited: int
    cutoffs: int


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the controls lead; an empty address where they cannot."""

    first: str
    previous: str
    next: str
    cut: str
    last: str


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A search as far as it has come at ``step`` of ``steps``.

    ``whole`` says that the drawing has the whole tree; ``looked`` is the node at which the search
    is, ``sentence`` what happens there.
    """

    board: Board
    url: str
    method: str
    methods: list[Method]
    step: int
    steps: int
    whole: bool
    drawing: tree_drawing.Drawing
    looked: tree_drawing.NodeText
    outline: tree_drawing.OutlineNode
    sentence: str
    ladder: ladder_figure.Ladder | None
    ways: Ways


def is_drawable(board: Board) -> bool:
    """Whether there is a tree to show: of a live position without chance, not too large."""
    return (
        not board.CHANCE_SEAT
        and not board.is_game_over()
        and len(board.available_moves()) <= tree_drawing.MOST_FREE
    )


def page(board: Board, method: str, step_text: str) -> SearchPage:
    """The search of a drawable ``board`` by one of METHODS. Raises Busy."""
    trace = _trace(board, method)
    step = _step(step_text, trace.steps)
    drawing = tree_drawing.drawing(trace, step)
    return SearchPage(
        board=board,
        url=variations.address(board),
        method=method,
        methods=[_method(board, slug, on=slug == method) for slug in METHODS],
        step=step,
        steps=trace.steps,
        whole=trace.plies > tree_drawing.PLIES or trace.plies == len(board.available_moves()),
        drawing=drawing,
        looked=tree_drawing.looked_at(drawing),
        outline=tree_drawing.outline(trace, step),
        sentence=tree_drawing.sentence(trace, step),
        ladder=ladder_figure.figure(board),
        ways=_ways(board, method, trace, step),
    )


def _trace(board: Board, method: str) -> Trace:
    return tree_drawing.traced(board, method == "alphabeta")


def _method(board: Board, slug: str, *, on: bool) -> Method:
    trace = _trace(board, slug)
    url = _url(board, slug, None)
    return Method(slug, METHODS[slug], on, url, trace.visited, trace.cutoffs)


def _step(text: str, last: int) -> int:
    step = whole_number(text, 5)
    return last if step is None else max(1, min(step, last))


def _url(board: Board, method: str, step: int | None) -> str:
    path = reverse("analysis:search", args=[variations.slug_of(board)])
    return f"{path}?method={method}" + (f"&step={step}" if step is not None else "")


def _ways(board: Board, method: str, trace: Trace, step: int) -> Ways:
    def way(to: int | None) -> str:
        return _url(board, method, to) if to is not None else ""

    return Ways(
        first=way(1 if step > 1 else None),
        previous=way(step - 1 if step > 1 else None),
        next=way(step + 1 if step < trace.steps else None),
        cut=way(tree_drawing.next_cut(trace, step)),
        last=way(trace.steps if step < trace.steps else None),
    )
