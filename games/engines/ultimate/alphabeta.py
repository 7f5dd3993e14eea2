"""Alpha-beta to a fixed depth. At the horizon it guesses by the rows of marks and of boards."""

from __future__ import annotations

from collections.abc import Mapping
from math import copysign
from random import Random
from typing import ClassVar

from games.engines import options
from games.engines.base import Bound, Choice, Engine
from games.engines.ultimate.position import BoardMove, SearchPosition, evaluation, position
from games.engines.ultimate.small_boards import (
    SEAT,
    SENT,
    WINS,
    big_promise,
    move_tables,
)
from games.rules.ultimate import FULL, WON, UltimateBoard

WIN = 10_000
"""A win is worth this less the ply it comes at, so that the sooner one is better. Guesses are far
smaller: no side can be promised half of it."""

INFINITE = 2 * WIN

LONG = 100
"""More plies than any game has: values within that of ``WIN`` are wins."""

DEPTH, DEEPEST, LIVE_DEEPEST = 4, 9, 7
QUICK_DEPTH = 4
"""Up to so many plies a move takes a millisecond or two."""


Here = tuple[int, int, int, int, tuple[int, ...], int]
"""A live position of a search, but for its small boards: the side to move (0 for X), the boards it
has won, those of its rival, the closed ones, those to play in, and its evaluation."""


class AlphaBetaSearch:
    """A search of the position ``root``.

    ``nodes`` are the positions that got a value, without the root, ``guesses`` those of them that
    were guessed. One ply before the horizon all moves in a board get theirs from the tables at
    once.
    """

    weights: ClassVar[tuple[int, ...]] = SEAT

    def __init__(self, root: SearchPosition) -> None:
        self.root = root
        self.here: Here = (
            *(root.turn, root.own, root.other, root.closed, root.places),
            self.guess(root),
        )
        self.boards = list(root.boards)
        self.tables = move_tables()
        self.horizon = root.ply
        self.nodes = self.guesses = self.cutoffs = 0

    @staticmethod
    def guess(here: SearchPosition) -> int:
        """The value of a position at the horizon."""
        return evaluation(here)

    @staticmethod
    def promise(own: int, other: int, closed: int) -> int:
        """The part of a guess that changes where a board is closed."""
        return big_promise(own, other, closed)

    def after(self, move: BoardMove, depth: int, alpha: int, beta: int) -> int:
        """The value of a move of the root for the side that makes it, ``depth`` plies deep.

        Exact between ``alpha`` and ``beta``, else a bound on that side of the window.
        """
        self.boards = list(self.root.boards)
        self.horizon = self.root.ply + depth
        return self._tried(move, self.here, depth, alpha, beta)

    def value(self, here: Here, depth: int, alpha: int, beta: int) -> int:
        """The value of ``here`` for the side to move, with ``depth`` plies to the horizon.

        The states of its boards are in ``boards``.
        """
        if depth == 1:
            return self._last_ply(here)
        table, boards = self.tables[here[0]], self.boards
        options = [(board, move) for board in here[4] for move in table[boards[board]].every]
        return self._best(options, here, depth, alpha, beta)[0]

    def _best(
        self,
        options: list[BoardMove],
        here: Here,
        depth: int,
        alpha: int,
        beta: int,
        *,
        scouts: bool = False,
    ) -> tuple[int, BoardMove]:
        """The best value of the moves ``options`` and the move that has it, up to a cutoff.

        With ``scouts`` the moves after a good one are first only asked whether they are better.
        """
        best, floor, choice = -INFINITE, alpha, options[0]
        for option in options:
            top = alpha + 1 if scouts and best > floor else beta
            found = self._tried(option, here, depth, alpha, top)
            if alpha < found < beta and top < beta:
                found = self._tried(option, here, depth, alpha, beta)
            if found > best:
                best, choice = found, option
                if found >= beta:
                    self.cutoffs += 1
                    break
                if found > alpha:
                    alpha = found
        return best, choice

    def _tried(self, option: BoardMove, here: Here, depth: int, alpha: int, beta: int) -> int:
        """The value of a move."""
        turn, own, other, closed, _, score = here
        board, (place, state, gain, does) = option
        self.nodes += 1
        score += self.weights[board] * gain
        if does:
            mine, shut = own | 1 << board if does == WINS else own, closed | 1 << board
            if WON[mine] or shut == FULL:
                return self._ended(mine, other, self.horizon - depth + 1)
            score += self.promise(mine, other, shut) - self.promise(own, other, closed)
            own, closed = mine, shut
        if depth == 1:
            self.guesses += 1
            return score
        boards = self.boards
        before, boards[board] = boards[board], state
        there = (1 - turn, other, own, closed, SENT[closed][place], -score)
        found = -self.value(there, depth - 1, -beta, -alpha)
        boards[board] = before
        return found

    def _last_ply(self, here: Here) -> int:
        """The value one ply before the horizon, where no move is made but those that close one."""
        table, places, score, best = self.tables[here[0]], here[4], here[5], -INFINITE
        for board in places:
            every, quiet, closing = table[self.boards[board]]
            if quiet is not None:
                self.nodes += len(every) - len(closing)
                self.guesses += len(every) - len(closing)
                best = max(best, score + self.weights[board] * quiet)
            for move in closing:
                best = max(best, self._tried((board, move), here, 1, -INFINITE, INFINITE))
        return best

    def _ended(self, own: int, other: int, ply: int) -> int:
        """The value of a finished game for the side that has won the boards ``own``.

        Only that side can have a row, for it has just moved.
        """
        win = WIN - ply
        if WON[own]:
            return win
        lead = own.bit_count() - other.bit_count() if self.root.most else 0
        return win if lead > 0 else -win if lead < 0 else 0


def is_certain(value: float) -> bool:
    """Whether a value is a win or a loss."""
    return abs(value) > WIN - LONG


def in_plies(values: Mapping[int, int], root: SearchPosition) -> dict[int, float]:
    """Values by cell, rising, where a win is worth ``WIN`` less the plies from ``root`` to it."""
    left = {cell: copysign(root.ply * is_certain(found), found) for cell, found in values.items()}
    return {cell: int(values[cell] + left[cell]) for cell in sorted(values)}


class UltimateAlphaBetaEngine(Engine):
    """Looks a few plies ahead and guesses from there."""

    slug = "alphabeta"
    title = "Alpha-beta"
    variant = "ultimate"
    idea = "Looks a few plies ahead, then counts open rows of marks and of boards."
    strength = "strong"
    OPTIONS = (options.depth(DEEPEST, default=DEPTH, live=LIVE_DEEPEST), options.TIES)

    def _choose(self, board: UltimateBoard, rng: Random) -> Choice:
        root, depth = position(board), self._depth
        search, best = AlphaBetaSearch(root), -INFINITE
        values, bounds = dict[int, int](), dict[int, Bound]()
        for cell, option in root.moves.items():
            found = search.after(option, depth, best - 1, INFINITE)
            values[cell] = found
            bounds[cell] = Bound("upper") if found < best else Bound("exact")
            best = max(best, found)
        candidates = self.equals(tuple(sorted(cell for cell in values if values[cell] == best)))
        move = rng.choice(candidates)
        return Choice(
            move,
            candidates,
            values=in_plies(values, root),
            bounds=dict(sorted(bounds.items())),
            estimated=search.guesses > 0,
            nodes=search.nodes + 1,
            cutoffs=search.cutoffs,
            depth=depth,
            line=(move,),
            view={"rule": "search"},
        )

    @property
    def is_slow(self) -> bool:
        return self._depth > QUICK_DEPTH

    @property
    def _depth(self) -> int:
        depth = self.setting("depth")
        assert isinstance(depth, int)
        return depth

    def line_of(self, board: UltimateBoard, cell: int) -> tuple[int, ...]:
        """Best play as each search sees it that looks a ply less far, up to the horizon."""
        line = [cell]
        board = board.make_move(cell)
        for depth in range(self._depth - 1, 0, -1):
            if board.is_game_over():
                break
            line.append(self.with_options(depth=depth, ties="first").choose(board, Random(0)).move)
            board = board.make_move(line[-1])
        return tuple(line)
