"""A search as a drawing that can be stepped through, and as an outline."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf, isinf
from typing import Any

from games.engines.trace import Node, Trace
from games.glass import address
from games.glass.words import MINUS, number, signed
from games.rules import ClassicBoard

MOST_FREE = 7
"""Positions with more free cells are too large to search while somebody waits."""

WHOLE = 4
"""Up to so many free cells the whole tree is drawn; above, the first plies and the rest folded."""

PLIES = 2
GAP, ROW, MARGIN = 58, 96, 34
CUT = 1.7
"""Places that the words at a cut branch need."""


@lru_cache(maxsize=256)
def traced(x: int, o: int, pruning: bool) -> Trace:
    """The search of a position, written down as deep as it can be drawn."""
    board = ClassicBoard(x, o)
    free = len(board.available_moves())
    return Trace(board, free if free <= WHOLE else PLIES, pruning)


def drawing(trace: Trace, step: int) -> dict[str, Any]:
    """Marks, edges and texts of the tree as far as the search has come at ``step``."""
    places = _places(trace.root)
    nodes = [_node(node, places, step) for node in walk(trace.root)]
    width = max(x for x, _ in places.values()) + MARGIN + GAP * (CUT - 1)
    height = max(y for _, y in places.values()) + ROW - 20
    best = _best_line(trace.root) if step >= trace.root.left else set()
    edges = []
    for node in walk(trace.root):
        (x1, y1) = places[id(node)]
        for child in node.children:
            (x2, y2) = places[id(child)]
            edges.append(
                {
                    "path": f"M{x1} {y1 + 14}L{x2} {y2 - 14}",
                    "later": child.entered > step,
                    "best": id(child) in best,
                }
            )
        edges += _cut_edges(node, places, step)
    return {"width": max(width, 240), "height": height, "nodes": nodes, "edges": edges}


def walk(node: Node) -> Iterator[Node]:
    """The nodes in the order they were entered."""
    yield node
    for child in node.children:
        yield from walk(child)


def _places(root: Node) -> dict[int, tuple[float, float]]:
    """Where each node stands: leaves side by side, a parent above the middle of its children.

    What was cut takes one place after the children that were visited.
    """
    places: dict[int, tuple[float, float]] = {}
    taken = 0.0

    def place(node: Node, depth: int) -> float:
        nonlocal taken
        below = [place(child, depth + 1) for child in node.children]
        if node.cut:
            below.append(MARGIN + (taken + (CUT - 1) / 2) * GAP)
            taken += CUT
        if not below:
            below = [MARGIN + taken * GAP]
            taken += 1
        places[id(node)] = ((below[0] + below[-1]) / 2, MARGIN + depth * ROW)
        if node.cut:
            places[-id(node)] = (below[-1], MARGIN + (depth + 1) * ROW)
        return places[id(node)][0]

    place(root, 0)
    return places


def _node(node: Node, places: dict[int, tuple[float, float]], step: int) -> dict[str, Any]:
    x, y = places[id(node)]
    name = node.board.cell_name(node.cell) if node.cell is not None else ""
    return {
        "x": x,
        "y": y,
        "high": node.high,
        "name": name,
        "later": node.entered > step,
        "now": node.entered == step or node.left == step,
        "value": signed(node.value) if node.left <= step else "",
        "window": f"{bound(node.alpha)}, {bound(node.beta)}",
        "folded": number(node.inside) if node.inside and node.left <= step else "",
        "url": address.address(node.board),
        "notation": node.board.notation,
        "title": _title(node, name, step),
    }


def _title(node: Node, name: str, step: int) -> str:
    """A node read out: ``MIN after b2, window −∞, 0, value −1``."""
    words = [
        f"{'MAX' if node.high else 'MIN'} {f'after {name}' if name else 'at the root'}",
        f"window {bound(node.alpha)}, {bound(node.beta)}",
    ]
    return ", ".join([*words, f"value {signed(node.value)}"] if node.left <= step else words)


def looked_at(drawn: dict[str, Any]) -> dict[str, Any]:
    """The node that the last step came to or left."""
    return next(node for node in drawn["nodes"] if node["now"])


def _cut_edges(
    node: Node, places: dict[int, tuple[float, float]], step: int
) -> list[dict[str, Any]]:
    if not node.cut:
        return []
    (x1, y1), (x2, y2) = places[id(node)], places[-id(node)]
    return [
        {
            "path": f"M{x1} {y1 + 14}L{x2} {y2 - 22}",
            "later": node.left > step,
            "cut": " ".join(node.board.cell_name(cell) for cell in node.cut),
            "reason": reason(node),
            "x": x2,
            "y": y2 - 8,
        }
    ]


def _best_line(root: Node) -> set[int]:
    """The nodes of best play from the root, the first of equals each time."""
    line, node = set(), root
    while node.children:
        node = next(child for child in node.children if child.value == node.value)
        line.add(id(node))
    return line


def bound(value: float) -> str:
    return ("∞" if value > 0 else f"{MINUS}∞") if isinf(value) else signed(value)


def reason(node: Node) -> str:
    """Why the rest of the moves were cut."""
    beta, alpha = node.reason or (inf, -inf)
    return f"β ≤ α: {bound(beta)} ≤ {bound(alpha)}"


def outline(node: Node, step: int) -> dict[str, Any]:
    """The same tree as nested text."""
    drawn = _node(node, {id(node): (0, 0)}, step)
    below = [outline(child, step) for child in node.children if child.entered <= step]
    cut = node.cut and node.left <= step
    return {
        **drawn,
        "children": below,
        "cut": " ".join(node.board.cell_name(cell) for cell in node.cut) if cut else "",
        "reason": reason(node) if cut else "",
    }


def next_cut(trace: Trace, step: int) -> int | None:
    """The step at which the next branch is cut, if one will be."""
    cuts = [node.left for node in walk(trace.root) if node.cut and node.left > step]
    return min(cuts, default=None)
