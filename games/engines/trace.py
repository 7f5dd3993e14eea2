"""A search that keeps a diary: minimax, with or without alpha-beta, node by node.

For teaching, not for play: it walks the tree of document 004's figures with formula 1's values,
always from the side that moves at the root (MAX), and in rising order of cells. What lies
deeper than the diary goes is searched all the same and counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from games.engines.scores import WIN
from games.rules import ClassicBoard


@dataclass(slots=True)
class Node:
    """A visited position. ``alpha`` and ``beta`` are the window it was handed; ``entered`` and
    ``left`` number the steps of the search; ``inside`` counts positions visited below it that
    the diary leaves out; ``cut`` are the moves never looked at, ``reason`` why.
    """

    board: ClassicBoard
    cell: int | None
    high: bool
    alpha: float
    beta: float
    entered: int
    value: int = 0
    left: int = 0
    inside: int = 0
    cut: tuple[int, ...] = ()
    reason: tuple[float, float] | None = None
    children: list[Node] = field(default_factory=list)


class Trace:
    """One search from ``board``, written down ``plies`` deep.

    ``root`` is the tree, ``visited`` counts all positions, ``cutoffs`` the moves left unvisited,
    ``steps`` the entries of the diary: a position entered, a value returned.
    """

    def __init__(self, board: ClassicBoard, plies: int, pruning: bool) -> None:
        self.plies = plies
        self.pruning = pruning
        self.visited = self.cutoffs = self.steps = 0
        self.root = self._enter(board, None, True, -inf, inf)
        self._search(self.root, plies)

    def _enter(
        self, board: ClassicBoard, cell: int | None, high: bool, alpha: float, beta: float
    ) -> Node:
        self.steps += 1
        return Node(board, cell, high, alpha, beta, self.steps)

    def _search(self, node: Node, plies: int) -> int:
        """The value of ``node``, its subtree written down ``plies`` deep."""
        before = self.visited
        if plies == 0:
            node.value = self._value(node.board, node.high, node.alpha, node.beta)
            node.inside = self.visited - before - 1
        else:
            self.visited += 1
            final = ending(node.board, node.high)
            node.value = self._inner(node, plies) if final is None else final
        self.steps += 1
        node.left = self.steps
        return node.value

    def _inner(self, node: Node, plies: int) -> int:
        alpha, beta, values = node.alpha, node.beta, []
        moves = node.board.available_moves()
        for done, cell in enumerate(moves, 1):
            child = self._enter(node.board.make_move(cell), cell, not node.high, alpha, beta)
            node.children.append(child)
            values.append(self._search(child, plies - 1))
            alpha, beta = narrowed(node.high, values[-1], alpha, beta)
            if self.pruning and beta <= alpha and done < len(moves):
                node.cut, node.reason = moves[done:], (beta, alpha)
                self.cutoffs += len(node.cut)
                break
        return max(values) if node.high else min(values)

    def _value(self, board: ClassicBoard, high: bool, alpha: float, beta: float) -> int:
        """The same search without the diary."""
        self.visited += 1
        if (final := ending(board, high)) is not None:
            return final
        values, moves = [], board.available_moves()
        for done, cell in enumerate(moves, 1):
            values.append(self._value(board.make_move(cell), not high, alpha, beta))
            alpha, beta = narrowed(high, values[-1], alpha, beta)
            if self.pruning and beta <= alpha:
                self.cutoffs += len(moves) - done
                break
        return max(values) if high else min(values)


def narrowed(high: bool, value: int, alpha: float, beta: float) -> tuple[float, float]:
    """The window after a child of that value: MAX raises alpha, MIN lowers beta."""
    return (max(alpha, value), beta) if high else (alpha, min(beta, value))


def ending(board: ClassicBoard, high: bool) -> int | None:
    """The value of a finished game for MAX, or None. Who is to move there has lost or drawn."""
    if (outcome := board.outcome) is None:
        return None
    if outcome.winner is None:
        return 0
    return -WIN if high else WIN
