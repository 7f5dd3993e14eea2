"""The tree that a search leaves when it is done, opened position by position.

Nothing is built ahead: the moves at a position are found when somebody asks for them, so that a
tree of any size can be looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from games.engines.subtrees import Found, SubtreeSearch, narrowed
from games.rules import Board

Window = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the tree after the moves ``path``.

    ``found`` is what the search found there with ``window``, None if it skipped it; ``cut`` says
    that the cut was made at its own move and not above. ``step`` is when it was entered or cut.
    """

    board: Board
    path: tuple[int, ...]
    window: Window
    found: Found | None
    step: int
    cut: bool = False


def root(search: SubtreeSearch, board: Board) -> Node:
    """The tree of a live ``board``."""
    return Node(board, (), (-inf, inf), search.found(board), 1)


def below(search: SubtreeSearch, node: Node) -> tuple[Node, ...]:
    """The moves at ``node`` in the order in which the search tries them; none at an end."""
    if node.board.is_game_over():
        return ()
    moves, high = search.moves(node.board), search.is_high(node.board)
    alpha, beta = node.window
    now, closed = node.step, node.found is None
    nodes = []
    for at, cell in enumerate(moves, 1):
        board, path = node.board.make_move(cell), (*node.path, cell)
        if closed:
            nodes.append(Node(board, path, node.window, None, now, node.found is not None))
            continue
        window = (alpha, beta) if search.pruning else (-inf, inf)
        found = search.found(board, *window)
        nodes.append(Node(board, path, window, found, now + 1))
        now += found.steps + 1
        alpha, beta = narrowed(alpha, beta, found.value, high=high)
        if search.pruning and alpha >= beta and at < len(moves):
            closed, now = True, now + 1
    return tuple(nodes)


def at_path(search: SubtreeSearch, board: Board, path: Sequence[int]) -> list[Node]:
    """The positions on ``path`` from ``board`` on, which comes first.

    Raises ValueError for a cell that is no move in its position.
    """
    line = [root(search, board)]
    for cell in path:
        here = next((one for one in below(search, line[-1]) if one.path[-1] == cell), None)
        if here is None:
            names = "-".join(board.cell_name(one) for one in path)
            raise ValueError(f"{names!r} is no line of moves from {board.notation!r}.")
        line.append(here)
    return line
