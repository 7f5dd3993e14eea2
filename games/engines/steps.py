"""Minimax and alpha-beta as numbered steps, any of which can be asked for at once.

A search of 549,946 positions has over a million steps, so none are stored. A step is found by
walking down from the root past whole subtrees, whose results are known. So is any position of the
tree that the search leaves when it is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import Literal

from games.engines.subtrees import SubtreeResult, SubtreeSearch, settled, size
from games.engines.techniques import PLAIN, Techniques
from games.rules import Board

Kind = Literal["start", "enter", "end", "back", "cut", "done"]
"""What happens at a step: the search begins; a position is entered; the game is over there; a value
comes back to the position before; the moves that are left are cut; the search is done."""


@dataclass(frozen=True, slots=True)
class WindowLimit:
    """One side of a window: ``value``, and the moves from the root to where it was found.

    Nobody has found the infinite limits of the root: their ``path`` is None.
    """

    value: float
    path: tuple[int, ...] | None = None


LOWEST, HIGHEST = WindowLimit(-inf), WindowLimit(inf)


@dataclass(slots=True)
class Branch:
    """A move at a position of the stack: ``found`` once its value has come back.

    ``entered`` is the step at which it was entered with the limits of ``window``, 0 if it has not
    been; ``cut`` the step at which it was cut. ``before`` is the limit that its value was compared
    with, ``moved`` says that it moved that.
    """

    cell: int
    board: Board
    entered: int = 0
    window: tuple[WindowLimit, WindowLimit] = (LOWEST, HIGHEST)
    found: SubtreeResult | None = None
    before: float = 0
    moved: bool = False
    cut: int = 0

    @property
    def back(self) -> int:
        """The step at which its value came back; 0 if it has not."""
        return self.entered + self.found.steps if self.found else 0


@dataclass(slots=True)
class StackFrame:
    """A position that has been entered and not yet left.

    ``alpha`` and ``beta`` are its window by now, ``best`` the value so far and None before the
    first; ``high`` says that MAX moves. ``path`` are the moves that led here from the root.
    """

    board: Board
    path: tuple[int, ...]
    high: bool
    alpha: WindowLimit
    beta: WindowLimit
    entered: int
    branches: list[Branch] = field(default_factory=list)
    best: int | None = None


@dataclass(slots=True)
class Moment:
    """The search at one ``step``: the ``stack`` of positions, the root first, and what happens.

    ``branch`` is the move whose value comes back (``back``) or brings the cut (``cut``).
    """

    step: int
    kind: Kind
    stack: list[StackFrame]
    branch: Branch | None = None

    @property
    def frame(self) -> StackFrame:
        """The position at which it happens."""
        return self.stack[-1]

    @property
    def nodes(self) -> int:
        """The positions entered up to here."""
        return len(self.stack) + sum(found.nodes for found in self._found())

    @property
    def cutoffs(self) -> int:
        """How often moves were cut up to here."""
        here = sum(any(one.cut for one in frame.branches) for frame in self.stack)
        return here + sum(found.cutoffs for found in self._found())

    @property
    def skipped(self) -> int:
        """The positions skipped up to here."""
        cut = [one.board for frame in self.stack for one in frame.branches if one.cut]
        return sum(map(size, cut)) + sum(found.skipped for found in self._found())

    def _found(self) -> list[SubtreeResult]:
        return [one.found for frame in self.stack for one in frame.branches if one.found]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A position of the finished tree after the moves ``path``.

    ``found`` is what the search found there with ``window``, None if it skipped it; ``cut`` says
    that the cut was made at its own move and not above. ``step`` is when it was entered or cut.
    """

    board: Board
    path: tuple[int, ...]
    window: tuple[WindowLimit, WindowLimit]
    found: SubtreeResult | None
    step: int
    cut: bool = False


class SteppedSearch(SubtreeSearch):
    """A search any step of which can be asked for. It has no memo and terminates nothing early."""

    def steps(self, root: Board) -> int:
        """How many steps the search of ``root`` takes: 1 is its start, the last says it is done."""
        return self.found(root).steps + 1

    def moment(self, root: Board, step: int) -> Moment:
        """The search of a live ``root`` at ``step``, 1 up to ``steps(root)``. Raises ValueError."""
        last = self.steps(root)
        if not 1 <= step <= last:
            raise ValueError(f"Step {step} is not between 1 and {last}.")
        stack = [self._frame(root)]
        while (below := self._replay(stack[-1], step)) is not None:
            stack.append(self._below(stack[-1], below))
        here = stack[-1]
        if step == here.entered:
            kind: Kind = "end" if not here.branches else "enter" if here.path else "start"
            return Moment(step, kind, stack)
        returned = [one for one in here.branches if one.found]
        if returned[-1].back == step:
            return Moment(step, "back", stack, returned[-1])
        if any(one.cut == step for one in here.branches):
            return Moment(step, "cut", stack, returned[-1])
        return Moment(step, "done", stack)

    def _frame(
        self,
        board: Board,
        path: tuple[int, ...] = (),
        window: tuple[WindowLimit, WindowLimit] = (LOWEST, HIGHEST),
        entered: int = 1,
    ) -> StackFrame:
        moves = () if board.is_game_over() else self.moves(board)
        branches = [Branch(cell, board.make_move(cell)) for cell in moves]
        return StackFrame(board, path, self.is_high(board), *window, entered, branches)

    def _below(self, frame: StackFrame, branch: Branch) -> StackFrame:
        path = (*frame.path, branch.cell)
        return self._frame(branch.board, path, branch.window, branch.entered)

    def _replay(self, frame: StackFrame, until: float = inf) -> Branch | None:
        """Bring ``frame``, just entered, to a step; the move that is being searched then."""
        now = frame.entered
        for at, branch in enumerate(frame.branches, 1):
            if now >= until:
                return None
            # Minimax has no window to hand on.
            branch.window = (frame.alpha, frame.beta) if self.pruning else (LOWEST, HIGHEST)
            branch.entered = now + 1
            found = self.found(branch.board, frame.alpha.value, frame.beta.value)
            if until <= now + found.steps:
                return branch
            now += found.steps + 1
            self._bring_back(frame, branch, found)
            rest = frame.branches[at:]
            if self.pruning and rest and frame.alpha.value >= frame.beta.value and now < until:
                for one in rest:
                    one.cut = now + 1
                return None
        return None

    def _bring_back(self, frame: StackFrame, branch: Branch, found: SubtreeResult) -> None:
        branch.found = found
        sign, limit = (1, frame.alpha) if frame.high else (-1, frame.beta)
        if frame.best is None or sign * found.value > sign * frame.best:
            frame.best = found.value
        branch.before, branch.moved = limit.value, sign * found.value > sign * limit.value
        if branch.moved:
            new = WindowLimit(found.value, (*frame.path, branch.cell))
            frame.alpha, frame.beta = (new, frame.beta) if frame.high else (frame.alpha, new)

    def next_cut(self, root: Board, after: int) -> int | None:
        """The first step later than ``after`` at which moves are cut."""
        return self._next_cut(self._frame(root), after)

    def _next_cut(self, frame: StackFrame, after: int) -> int | None:
        self._replay(frame)
        for branch in frame.branches:
            if branch.cut:
                return branch.cut if branch.cut > after else None
            assert branch.found is not None
            if branch.found.cutoffs and branch.back - 1 > after:
                cut = self._next_cut(self._below(frame, branch), after)
                if cut is not None:
                    return cut
        return None

    def over(self, moment: Moment) -> int:
        """The step at which the position at the top of the stack has been left, or the last one."""
        *above, frame = moment.stack
        if not above:
            return self.steps(frame.board)
        window = (limit.value for limit in (above[-1].alpha, above[-1].beta))
        return frame.entered + self.found(frame.board, *window).steps

    def best_line(self, root: Board) -> list[StackFrame]:
        """The positions of best play from ``root`` to the end of the game, as the search left them.

        The last one is the finished game; ``best_branch`` of each other leads to the next.
        """
        line = [self._frame(root)]
        while line[-1].branches:
            self._replay(line[-1])
            line.append(self._below(line[-1], self.best_branch(line[-1])))
        return line

    def best_branch(self, frame: StackFrame) -> Branch:
        """The move that the value of ``frame``, which has been left, comes from."""
        entered = [(one, one.found) for one in frame.branches if one.found is not None]
        found = [below for _, below in entered]
        *_, source = settled(found, high=frame.high, cut=len(entered) < len(frame.branches))
        return entered[source][0]

    def tree(self, board: Board) -> TreeNode:
        """The tree that the search of a live ``board`` leaves when it is done."""
        return TreeNode(board, (), (LOWEST, HIGHEST), self.found(board), 1)

    def children(self, node: TreeNode) -> tuple[TreeNode, ...]:
        """The moves at ``node`` in the order in which the search tries them; none at an end."""
        frame = self._frame(node.board, node.path, node.window, node.step)
        if node.found is not None:
            self._replay(frame)
        return tuple(
            TreeNode(
                one.board,
                (*node.path, one.cell),
                one.window,
                one.found,
                one.entered or one.cut or node.step,
                bool(one.cut),
            )
            for one in frame.branches
        )

    def at_path(self, board: Board, path: Sequence[int]) -> list[TreeNode]:
        """The positions on ``path`` from ``board`` on, which comes first.

        Raises ValueError for a cell that is no move in its position.
        """
        line = [self.tree(board)]
        for cell in path:
            here = next((one for one in self.children(line[-1]) if one.path[-1] == cell), None)
            if here is None:
                names = "-".join(board.cell_name(one) for one in path)
                raise ValueError(f"{names!r} is no line of moves from {board.notation!r}.")
            line.append(here)
        return line


@cache
def shared(techniques: Techniques = PLAIN, maximiser: int = 0) -> SteppedSearch:
    """The search with these techniques that the whole process shares, with all it has found."""
    return SteppedSearch(techniques, maximiser)
