"""A search as a drawing that can be stepped through, and as an outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.analysis import variations
from games.analysis.tree.sentences import Teller, limit, name, window
from games.analysis.wording import bounded, bounded_aloud, number, signed
from games.compute.pool import compute
from games.engines.trace import Node, Trace
from games.rules import Board

MOST_FREE = 7
"""Positions with more free cells are too large to search while somebody waits."""

WHOLE = 4
"""Up to so many free cells the whole tree is drawn; above, the first plies and the rest folded."""

PLIES = 2
GAP, ROW, MARGIN = 58, 96, 34
CUT = 2.1
"""Places that the words at a cut branch need."""


@lru_cache(maxsize=256, typed=True)
def traced(board: Board, pruning: bool) -> Trace:
    """The search of a position, written down as deep as it can be drawn. Raises Busy."""
    free = len(board.available_moves())
    return compute(Trace, board, free if free <= WHOLE else PLIES, pruning)


@dataclass(frozen=True, slots=True)
class NodeText:
    """A node in words as far as the search has come.

    ``high`` says that MAX moves there, ``over`` that the game has ended, ``later`` that the search
    has yet to come, ``now`` that the last step came to it or left it. ``folded`` counts the
    positions below it that are not drawn, ``title`` is read out.
    """

    high: bool
    over: bool
    name: str
    later: bool
    now: bool
    side: str
    value: str
    bound: str
    why: str
    window: str
    folded: str
    url: str
    notation: str
    title: str


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node and where it stands in the drawing."""

    node: NodeText
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Edge:
    """A line of the drawing. One to moves that were ``cut`` has their names and the ``reason``,
    two short lines at (``x``, ``y``); ``best`` marks the line of best play.
    """

    path: str
    later: bool
    best: bool = False
    cut: str = ""
    reason: Sequence[str] = ()
    x: float = 0
    y: float = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    width: float
    height: float
    nodes: list[PlacedNode]
    edges: list[Edge]


@dataclass(frozen=True, slots=True)
class OutlineNode:
    """A node of the outline; ``cut`` are the moves never looked at there, ``reason`` why."""

    node: NodeText
    children: list[OutlineNode]
    cut: str
    reason: str


def drawing(trace: Trace, step: int) -> Drawing:
    """Marks, edges and texts of the tree as far as the search has come at ``step``."""
    places, teller = _places(trace.root), Teller(trace)
    nodes = [PlacedNode(_node(node, teller, step), *places[id(node)]) for node in walk(trace.root)]
    width = max(x for x, _ in places.values()) + MARGIN + GAP * (CUT - 1)
    height = max(y for _, y in places.values()) + ROW - 20
    best = _best_line(trace.root) if step >= trace.root.left else set()
    edges = []
    for node in walk(trace.root):
        (x1, y1) = places[id(node)]
        for child in node.children:
            (x2, y2) = places[id(child)]
            path = f"M{x1} {y1 + 14}L{x2} {y2 - 14}"
            edges.append(Edge(path, later=child.entered > step, best=id(child) in best))
        edges += _cut_edges(node, places, teller, step)
    return Drawing(max(width, 240), height, nodes, edges)


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
        if has_cut_branch(node):
            below.append(MARGIN + (taken + (CUT - 1) / 2) * GAP)
            taken += CUT
        if not below:
            below = [MARGIN + taken * GAP]
            taken += 1
        places[id(node)] = ((below[0] + below[-1]) / 2, MARGIN + depth * ROW)
        if has_cut_branch(node):
            places[-id(node)] = (below[-1], MARGIN + (depth + 1) * ROW)
        return places[id(node)][0]

    place(root, 0)
    return places


def has_cut_branch(node: Node) -> bool:
    """Whether cut moves are drawn: those of a folded node are not."""
    return node.cut is not None and bool(node.children)


def _node(node: Node, teller: Teller, step: int) -> NodeText:
    done, over = node.left <= step, node.board.is_game_over()
    return NodeText(
        high=node.high,
        over=over,
        name=name(node),
        later=node.entered > step,
        now=node.entered == step or node.left == step,
        side=teller.state(node) if over else _side(node),
        value=bounded(node.value, node.bound) if done else "",
        bound=node.bound if done else "",
        why=teller.reason(node) if done else "",
        window=window(node),
        folded=number(node.inside) if node.inside and done else "",
        url=variations.address(node.board),
        notation=node.board.notation,
        title=_title(node, teller, step),
    )


def _side(node: Node) -> str:
    """``O, MIN ▼``: who is to move, and whether they want the value low or high."""
    return f"{node.board.to_move}, {'MAX ▲' if node.high else 'MIN ▼'}"


def _title(node: Node, teller: Teller, step: int) -> str:
    """A node read out: ``MIN after b2, window −∞, 0, value at most 0, cut: …``."""
    place = f"after {name(node)}" if name(node) else "at the root"
    if node.board.is_game_over():
        words = [f"{place}, {teller.state(node)}"]
    else:
        words = [f"{'MAX' if node.high else 'MIN'} {place}", f"window {window(node)}"]
    if node.left <= step:
        words += [f"value {bounded_aloud(node.value, node.bound)}", teller.reason(node)]
    return ", ".join(filter(None, words))


def looked_at(drawn: Drawing) -> NodeText:
    """The node that the last step came to or left."""
    return next(placed.node for placed in drawn.nodes if placed.node.now)


def _cut_edges(
    node: Node, places: dict[int, tuple[float, float]], teller: Teller, step: int
) -> list[Edge]:
    if node.cut is None or not has_cut_branch(node):
        return []
    (x1, y1), (x2, y2) = places[id(node)], places[-id(node)]
    return [
        Edge(
            f"M{x1} {y1 + 14}L{x2} {y2 - 22}",
            later=node.left > step,
            cut=" ".join(node.board.cell_name(cell) for cell in node.cut.moves),
            reason=_brief_reason(node, teller),
            x=x2,
            y=y2 - 8,
        )
    ]


def _brief_reason(node: Node, teller: Teller) -> list[str]:
    """Two short lines below a cut branch: the values that met, and whose window it was."""
    cut = node.cut
    assert cut is not None
    assert cut.limit.at is not None
    assert cut.limit.by is not None
    letter, sign = ("β", "≥") if node.high else ("α", "≤")
    owner = teller.where(cut.limit.at).replace(" and ", " ").replace(",", "")
    met = f"{signed(cut.by.value)} {sign} {letter} {limit(cut.limit.value)}"
    return [met, f"{letter}: {name(cut.limit.by)} {owner}"]


def _best_line(root: Node) -> set[int]:
    """The nodes of best play from the root, the first of equals each time."""
    line, node = set(), root
    while node.children and node.source is not None:
        node = node.source
        line.add(id(node))
    return line


def outline(trace: Trace, step: int) -> OutlineNode:
    """The same tree as nested text."""
    return _outline(trace.root, Teller(trace), step)


def _outline(node: Node, teller: Teller, step: int) -> OutlineNode:
    below = [_outline(child, teller, step) for child in node.children if child.entered <= step]
    cut = node.cut if node.left <= step and has_cut_branch(node) else None
    return OutlineNode(
        _node(node, teller, step),
        children=below,
        cut=" ".join(node.board.cell_name(cell) for cell in cut.moves) if cut else "",
        reason=teller.cut(node, cut) if cut else "",
    )


def sentence(trace: Trace, step: int) -> str:
    """What happens at ``step``, in words."""
    at = next(node for node in walk(trace.root) if step in (node.entered, node.left))
    return Teller(trace).step(step, at)


def next_cut(trace: Trace, step: int) -> int | None:
    """The step at which the next branch is cut, if one will be."""
    cuts = [n.left for n in walk(trace.root) if has_cut_branch(n) and n.left > step]
    return min(cuts, default=None)
