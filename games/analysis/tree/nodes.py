"""The positions of the whole tree as they are drawn, listed and read out."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.analysis import variations
from games.analysis.tree.branches import STEP_DOWN, Opened, Path, PlacedNode
from games.analysis.tree.rows import side_of
from games.analysis.wording import SPOKEN_BOUNDS, bounded, number, positions, signed
from games.engines.steps import TreeNode
from games.engines.subtrees import SubtreeResult, ending, size
from games.rules import Board

BELOW = 102
"""Units from the top of a position to where the lines to its moves begin."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the drawing, ``x`` its middle and ``y`` its top.

    ``state`` is ``done``, ``cut``, or ``skipped`` below a cut; ``side`` is the sign of its value,
    ``bound`` says that the value is only one. ``url`` opens it or, if it is ``expanded``, closes
    it; ``down`` has it in hand. ``key`` names it on the page. ``best`` is on the line of best play.
    """

    x: float
    y: int
    key: str
    name: str
    notation: str
    lines: tuple[int, ...]
    last: int | None
    state: str
    side: str
    bound: bool
    value: str
    note: str
    label: str
    url: str
    down: str
    over: bool
    expanded: bool
    on_path: bool
    now: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """A line from a position to one of its moves; ``kind`` is ``hand``, ``cut`` or empty."""

    d: str
    kind: str


def positions_of(
    tree: PlacedNode, board: Board, shown: Opened, best: frozenset[Path], query: str
) -> list[Position]:
    """All positions of the drawing; ``query`` begins every link."""
    return [_position(one, board, shown, best, query) for one in tree.walk()]


def _position(
    branch: PlacedNode, board: Board, shown: Opened, best: frozenset[Path], query: str
) -> Position:
    node = branch.node
    path, found, outcome = node.path, node.found, node.board.outcome
    name = node.board.cell_name(path[-1]) if path else ""
    expanded = bool(branch.children)
    state = "done" if found else "cut" if node.cut else "skipped"
    note = note_of(node)
    down = f"{query}{shown.with_open(path).query(board)}"
    return Position(
        x=branch.x,
        y=branch.y,
        key=variations.names(board, path) or "start",
        name=name,
        notation=node.board.notation,
        lines=outcome.cells if outcome else (),
        last=path[-1] if path else None,
        state=state,
        side=side_of(found.value) if found else "",
        bound=found is not None and found.bound != "exact",
        value=bounded(found.value, found.bound) if found else "",
        note=note,
        label=label(name or "the start", node.board, state, found),
        url=f"{query}{shown.with_closed(path).query(board)}" if expanded and path else down,
        down=down,
        over=outcome is not None,
        expanded=expanded,
        on_path=shown.at[: len(path)] == path,
        now=shown.at == path,
        best=path in best and found is not None,
    )


def label(cell: str, board: Board, state: str, found: SubtreeResult | None) -> str:
    """A position read out: ``b1, at most −10, 19 positions entered``."""
    if found is not None:
        entered = positions(found.nodes)
        return f"{cell}, {SPOKEN_BOUNDS[found.bound]}{signed(found.value)}, {entered} entered"
    if state == "cut":
        return f"{cell}, cut, {positions(size(board))} skipped"
    return f"{cell}, skipped, {positions(size(board))}"


def note_of(node: TreeNode) -> str:
    """How large a position is: ``19 of 45``, ``5 skipped``; empty at the end of a game."""
    if node.found is None:
        return f"{number(size(node.board))} skipped"
    if node.board.is_game_over():
        return ""
    whole = size(node.board)
    entered = node.found.nodes
    if entered == whole:
        return f"{number(entered)} entered"
    return f"{number(entered)} of {number(whole)}"


def edges_of(tree: PlacedNode, shown: Opened) -> list[Edge]:
    """The lines of the drawing, those of the path in hand last, so that they lie on top."""
    edges = [_edge(parent, child, shown) for parent in tree.walk() for child in parent.children]
    return sorted(edges, key=lambda edge: edge.kind == "hand")


def _edge(parent: PlacedNode, child: PlacedNode, shown: Opened) -> Edge:
    top, end, half = parent.y + BELOW, parent.y + STEP_DOWN, parent.y + BELOW + 12
    start, at = parent.x, child.x
    if abs(start - at) < 1:
        d = f"M{start:g} {top}V{end}"
    else:
        turn = 9 if at > start else -9
        d = (
            f"M{start:g} {top}V{half - 9}Q{start:g} {half} {start + turn:g} {half}"
            f"H{at - turn:g}Q{at:g} {half} {at:g} {half + 9}V{end}"
        )
    path = child.node.path
    in_hand = shown.at[: len(path)] == path
    return Edge(d, "hand" if in_hand else "" if child.node.found else "cut")


def outline(tree: PlacedNode, drawn: dict[str, Position], board: Board) -> SafeString:
    """The tree in words, as nested lists of links."""
    items = format_html_join("", "{}", ((_item(one, drawn, board),) for one in tree.children))
    return format_html("<ul>{}</ul>", items)


def _item(branch: PlacedNode, drawn: dict[str, Position], board: Board) -> SafeString:
    here = drawn[variations.names(board, branch.node.path)]
    inner = outline(branch, drawn, board) if branch.children else ""
    mark = mark_safe(' aria-current="true"') if here.now else ""
    return format_html('<li><a href="{}"{}>{}</a>{}</li>', here.url, mark, here.label, inner)


def said(node: TreeNode) -> str:
    """What the search made of a position, in one or two sentences."""
    board, found = node.board, node.found
    whole = size(board)
    if found is None:
        return f"The search skips this: {positions(whole)} that cannot change its answer."
    if (value := ending(board)) is not None:
        return f"The game is over: {_result(board, value)}."
    worth = f"{board.to_move} to move: worth {SPOKEN_BOUNDS[found.bound]}{signed(found.value)}."
    if found.nodes == whole:
        return f"{worth} The search enters all {positions(whole)} from here on."
    return (
        f"{worth} The search enters {number(found.nodes)} of {positions(whole)} from here on and "
        f"skips {number(found.skipped)}."
    )


def _result(board: Board, value: int) -> str:
    if not value:
        return "a draw, 0"
    return f"{board.RIVALS[0 if value > 0 else 1]} wins, {signed(value)}"
