"""Minimax and alpha-beta as numbered steps, any of which can be asked for at once.

A search of 549,946 positions has over a million steps, so none are stored. A step is found by
walking down from the root past whole subtrees, whose results are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import Literal

from games.engines.subtrees import Found, SubtreeSearch, narrowed, settled, size
from games.rules import Board

Kind = Literal["start", "enter", "end", "back", "cut", "done"]
"""What happens at a step: the search begins; a position is entered; the game is over there; a value
comes back to the position before; the moves that are left are cut; the search is done."""


@dataclass(frozen=True, slots=True)
class Limit:
    """One side of a window: ``value``, and the moves from the root to where it was found.

    Nobody has found the infinite limits of the root: their ``path`` is None.
    """

    value: float
    path: tuple[int, ...] | None = None


@dataclass(slots=True)
class Branch:
    """A move at a position in hand: ``found`` once its value has come back.

    ``entered`` is the step at which it was entered, 0 if it has not been; ``cut`` the step at which
    it was cut.
    """

    cell: int
    board: Board
    entered: int = 0
    found: Found | None = None
    cut: int = 0


@dataclass(slots=True)
class Hand:
    """A position in hand: entered and not yet left.

    ``alpha`` and ``beta`` are its window by now, ``best`` the value so far and None before the
    first; ``high`` says that MAX moves. ``path`` are the moves that led here from the root.
    """

    board: Board
    path: tuple[int, ...]
    high: bool
    alpha: Limit
    beta: Limit
    entered: int
    branches: list[Branch] = field(default_factory=list)
    best: int | None = None


@dataclass(slots=True)
class Moment:
    """The search at one ``step``: the positions in hand, the root first, and what happens there.

    ``branch`` is the move whose value comes back (``back``) or brings the cut (``cut``). ``moved``
    says that a value that came back is the best so far, ``before`` what the limit was until then.
    ``nodes``, ``cutoffs`` and ``skipped`` count up to here.
    """

    step: int
    kind: Kind
    hands: list[Hand]
    branch: Branch | None = None
    moved: bool = False
    before: float = 0
    nodes: int = 0
    cutoffs: int = 0
    skipped: int = 0

    @property
    def hand(self) -> Hand:
        """The position at which it happens."""
        return self.hands[-1]


class SteppedSearch(SubtreeSearch):
    """A search any step of which can be asked for."""

    def steps(self, root: Board) -> int:
        """How many steps the search of ``root`` takes: 1 is its start, the last says it is done."""
        return self.found(root).steps + 1

    def moment(self, root: Board, step: int) -> Moment:
        """The search of a live ``root`` at ``step``, 1 up to ``steps(root)``. Raises ValueError."""
        last = self.steps(root)
        if not 1 <= step <= last:
            raise ValueError(f"Step {step} is not between 1 and {last}.")
        moment = Moment(step, "start", [])
        hand: Hand | None = self._enter(moment, root, (), Limit(-inf), Limit(inf), 1)
        while hand is not None:
            hand = self._walk(moment, hand)
        if moment.step == 1:
            moment.kind = "start"
        return moment

    def _enter(
        self,
        moment: Moment,
        board: Board,
        path: tuple[int, ...],
        alpha: Limit,
        beta: Limit,
        entered: int,
    ) -> Hand:
        hand = Hand(board, path, self.is_high(board), alpha, beta, entered)
        hand.branches = [Branch(cell, board.make_move(cell)) for cell in self._legal(board)]
        moment.hands.append(hand)
        moment.nodes += 1
        return hand

    def _handed(self, hand: Hand) -> tuple[Limit, Limit]:
        """The window that ``hand`` gives the position below; minimax has none to give."""
        return (hand.alpha, hand.beta) if self.pruning else (Limit(-inf), Limit(inf))

    def _legal(self, board: Board) -> tuple[int, ...]:
        return () if board.is_game_over() else self.moves(board)

    def _walk(self, moment: Moment, hand: Hand) -> Hand | None:
        """Follow the search from where ``hand`` was entered; the position it goes down to next."""
        now = hand.entered
        if moment.step == now:
            moment.kind = "enter" if hand.branches else "end"
            return None
        for branch in hand.branches:
            if branch.cut:
                break
            branch.entered = now + 1
            found = self.found(branch.board, hand.alpha.value, hand.beta.value)
            if moment.step <= now + found.steps:
                path, (alpha, beta) = (*hand.path, branch.cell), self._handed(hand)
                return self._enter(moment, branch.board, path, alpha, beta, now + 1)
            now += found.steps + 1
            moment.nodes += found.nodes
            moment.cutoffs += found.cutoffs
            moment.skipped += found.skipped
            self._bring_back(moment, hand, branch, found)
            if moment.step == now:
                moment.kind, moment.branch = "back", branch
                return None
            now = self._cut(moment, hand, branch, now)
            if moment.step == now and moment.kind == "cut":
                return None
        moment.kind = "done"
        return None

    def _bring_back(self, moment: Moment, hand: Hand, branch: Branch, found: Found) -> None:
        branch.found = found
        sign = 1 if hand.high else -1
        if hand.best is None or sign * found.value > sign * hand.best:
            hand.best = found.value
        limit = hand.alpha if hand.high else hand.beta
        moment.moved = sign * found.value > sign * limit.value
        moment.before = limit.value
        if not moment.moved:
            return
        new = Limit(found.value, (*hand.path, branch.cell))
        if hand.high:
            hand.alpha = new
        else:
            hand.beta = new

    def _cut(self, moment: Moment, hand: Hand, branch: Branch, now: int) -> int:
        """Cut what is left at ``hand`` if the window has closed; the step after that."""
        rest = hand.branches[hand.branches.index(branch) + 1 :]
        if not (self.pruning and rest and hand.alpha.value >= hand.beta.value):
            return now
        now += 1
        for one in rest:
            one.cut = now
            moment.skipped += size(one.board)
        moment.cutoffs += 1
        if moment.step == now:
            moment.kind, moment.branch = "cut", branch
        return now

    def next_cut(self, root: Board, after: int) -> int | None:
        """The first step later than ``after`` at which moves are cut."""
        return self._next_cut(root, -inf, inf, 1, after)

    def _next_cut(
        self, board: Board, alpha: float, beta: float, entered: int, after: int
    ) -> int | None:
        found = self.found(board, alpha, beta)
        if not found.cutoffs or entered + found.steps - 1 <= after:
            return None
        now, high, moves = entered, self.is_high(board), self.moves(board)
        for at, cell in enumerate(moves, 1):
            after_it = board.make_move(cell)
            below = self._next_cut(after_it, alpha, beta, now + 1, after)
            if below is not None:
                return below
            child = self.found(after_it, alpha, beta)
            now += child.steps + 1
            alpha, beta = narrowed(alpha, beta, child.value, high=high)
            if alpha >= beta and at < len(moves):
                return now + 1 if now + 1 > after else None
        return None

    def over(self, moment: Moment) -> int:
        """The step at which the position in hand at ``moment`` has been left, or the last one."""
        *above, hand = moment.hands
        if not above:
            return self.steps(hand.board)
        parent = above[-1]
        found = self.found(hand.board, parent.alpha.value, parent.beta.value)
        return hand.entered + found.steps

    def best_line(self, root: Board) -> list[Hand]:
        """The positions of best play from ``root`` to the end of the game, as the search left them.

        The last one is the finished game; ``best_branch`` of each other leads to the next.
        """
        moment = Moment(0, "done", [])
        hand = self._enter(moment, root, (), Limit(-inf), Limit(inf), 1)
        while hand.branches:
            windows = self._finish(moment, hand)
            best = self.best_branch(hand)
            alpha, beta = windows[best.cell]
            path = (*hand.path, best.cell)
            hand = self._enter(moment, best.board, path, alpha, beta, best.entered)
        return moment.hands

    def best_branch(self, hand: Hand) -> Branch:
        """The move that the value of ``hand``, which has been left, comes from."""
        read = [(one, one.found) for one in hand.branches if one.found is not None]
        found = [below for _, below in read]
        *_, source = settled(found, high=hand.high, cut=len(read) < len(hand.branches))
        return read[source][0]

    def left_out(self, root: Board, path: tuple[int, ...]) -> tuple[int, ...]:
        """The moves that are cut in the position after ``path``, in the order they come."""
        moment = Moment(0, "done", [])
        hand = self._enter(moment, root, (), Limit(-inf), Limit(inf), 1)
        for cell in path:
            alpha, beta = self._finish(moment, hand)[cell]
            branch = next(one for one in hand.branches if one.cell == cell)
            where = (*hand.path, cell)
            hand = self._enter(moment, branch.board, where, alpha, beta, branch.entered)
        self._finish(moment, hand)
        return tuple(branch.cell for branch in hand.branches if branch.cut)

    def _finish(self, moment: Moment, hand: Hand) -> dict[int, tuple[Limit, Limit]]:
        """Bring everything at ``hand`` to its end; the window that each move was handed."""
        now, windows = hand.entered, {}
        for branch in hand.branches:
            if branch.cut:
                break
            windows[branch.cell] = self._handed(hand)
            branch.entered = now + 1
            found = self.found(branch.board, hand.alpha.value, hand.beta.value)
            now += found.steps + 1
            self._bring_back(moment, hand, branch, found)
            now = self._cut(moment, hand, branch, now)
        return windows


@cache
def shared(*, pruning: bool, ordered: bool = False, maximiser: int = 0) -> SteppedSearch:
    """The search with these techniques that the whole process shares, with all it has found."""
    return SteppedSearch(pruning=pruning, ordered=ordered, maximiser=maximiser)
