"""A search that records each step: minimax, with or without alpha-beta, node by node.

It reads any game of two who take turns, without chance.

For teaching, not for play: it walks the tree of document 004's figures with formula 1's values,
always from the side that moves at the root (MAX), and in rising order of cells. It reads the
positions that ``alphabeta:ordering=off,early=off,find=value`` reads. What lies deeper than
the record is searched all the same and counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import inf

from games.engines.classic.scores import WIN
from games.engines.classic.search import EXACT, LOWER, UPPER
from games.rules import Board


@dataclass(slots=True)
class Limit:
    """One side of a window: ``value``, and the node ``at`` which it was found.

    ``by`` is the child whose value it is. Nobody has found the infinite limits of the root.
    """

    value: float
    at: Node | None = None
    by: Node | None = None


@dataclass(slots=True)
class Cut:
    """Why moves were not looked at: ``by`` is the child with which the value left the window.

    ``limit`` is the side of the window that it reached, set by an ancestor: alpha where MIN
    moves, beta where MAX does. ``moves`` are the cells, ``unread`` the positions behind them.
    """

    moves: tuple[int, ...]
    by: Node
    limit: Limit
    unread: int


@dataclass(slots=True)
class Node:
    """A visited position. ``alpha`` and ``beta`` are the window it was handed; ``entered`` and
    ``left`` number the steps of the search; ``inside`` counts positions visited below it that
    the record leaves out. ``bound`` says what ``value`` is: ``exact``, ``upper`` (the true value
    is at most that) or ``lower`` (at least); ``source`` is the child that it comes from.
    """

    board: Board
    cell: int | None
    high: bool
    alpha: Limit
    beta: Limit
    entered: int
    value: int = 0
    bound: str = EXACT
    source: Node | None = None
    left: int = 0
    inside: int = 0
    cut: Cut | None = None
    children: list[Node] = field(default_factory=list)


class Trace:
    """One search from ``board``, written down ``plies`` deep.

    ``root`` is the tree, ``visited`` counts all positions, ``cutoffs`` the moves and ``unread``
    the positions that were not looked at, ``steps`` the steps recorded: a position entered,
    a value returned.
    """

    def __init__(self, board: Board, plies: int, pruning: bool) -> None:
        self.plies = plies
        self.pruning = pruning
        self.visited = self.cutoffs = self.unread = self.steps = 0
        self.root = self._enter(board, None, True, Limit(-inf), Limit(inf))
        self._search(self.root, plies)

    def _enter(self, board: Board, cell: int | None, high: bool, alpha: Limit, beta: Limit) -> Node:
        self.steps += 1
        return Node(board, cell, high, alpha, beta, self.steps)

    def _search(self, node: Node, plies: int) -> None:
        """Find the value of ``node``, its subtree written down ``plies`` deep."""
        steps, before = self.steps, self.visited
        self.visited += 1
        final = ending(node.board, node.high)
        if final is None:
            self._inner(node, plies)
        else:
            node.value = final
        if plies <= 0:  # nothing deeper is recorded
            node.children.clear()
            node.inside, self.steps = self.visited - before - 1, steps
        self.steps += 1
        node.left = self.steps

    def _inner(self, node: Node, plies: int) -> None:
        alpha, beta = node.alpha, node.beta
        moves = node.board.available_moves()
        for done, cell in enumerate(moves, 1):
            child = self._enter(node.board.make_move(cell), cell, not node.high, alpha, beta)
            node.children.append(child)
            self._search(child, plies - 1)
            if node.high and child.value > alpha.value:
                alpha = Limit(child.value, node, child)
            elif not node.high and child.value < beta.value:
                beta = Limit(child.value, node, child)
            if self.pruning and beta.value <= alpha.value and done < len(moves):
                self._cut(node, child, moves[done:], beta if node.high else alpha)
                break
        settle(node)

    def _cut(self, node: Node, child: Node, moves: tuple[int, ...], limit: Limit) -> None:
        unread = sum(size(node.board.make_move(cell)) for cell in moves)
        node.cut = Cut(moves, child, limit, unread)
        self.cutoffs += len(moves)
        self.unread += unread


def settle(node: Node) -> None:
    """Give ``node`` the best value of its children, and say how sure that is.

    Interval arithmetic: where MAX moves the value is at least what any child is at least, and
    at most what all of them are at most, if all were read. Where MIN moves the other way round.
    """
    sign = 1 if node.high else -1
    node.value = sign * max(sign * child.value for child in node.children)
    same = [child for child in node.children if child.value == node.value]
    towards, away = (LOWER, UPPER) if node.high else (UPPER, LOWER)
    sure = [child for child in same if child.bound in (EXACT, towards)]
    node.source = (sure or same)[0]
    if node.cut is not None or any(child.bound == towards for child in node.children):
        node.bound = towards
    else:
        node.bound = EXACT if sure else away


@lru_cache(maxsize=None, typed=True)  # boards of two games can be equal tuples
def size(board: Board) -> int:
    """The positions of the whole tree from ``board``, itself included."""
    if board.is_game_over():
        return 1
    return 1 + sum(size(board.make_move(cell)) for cell in board.available_moves())


def ending(board: Board, high: bool) -> int | None:
    """The value of a finished game for MAX, or None. The side to move there has lost or drawn."""
    if (outcome := board.outcome) is None:
        return None
    if outcome.winner is None:
        return 0
    return -WIN if high else WIN
