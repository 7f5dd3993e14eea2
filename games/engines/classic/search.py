"""The searches of documents 003 and 004 on two integers.

``Search`` scores positions for the side to move (see ``scores``). Its switches are the
techniques document 004 names; with all of them off it visits the whole tree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.engines.classic.bitboards import FREE, ORDERED, WON, cell_of
from games.engines.classic.scores import HIGHEST, LAST_PLY, LOWEST, WIN_SCORE
from games.engines.techniques import PLAIN, Techniques
from games.rules.classic import FULL

EXACT, LOWER, UPPER = "exact", "lower", "upper"
"""What a search knows of a score: its value, that it is at least so much, or at most."""

_OPPOSITE = {EXACT: EXACT, LOWER: UPPER, UPPER: LOWER}
"""The same knowledge for the other side, for which the score has the other sign."""

_BARE = (-WIN_SCORE,) * (LAST_PLY + 1)
_DEPTH_AWARE = tuple(ply - WIN_SCORE for ply in range(LAST_PLY + 1))
"""The score of a lost game by the ply at which it ended: formula 1's alone, or the later the
better."""

Estimate = Callable[[int, int], int]
"""Score of an unfinished position at the horizon: (side to move, side that waits) -> score."""


def unknown(own: int, other: int) -> int:
    """The estimate of a search without a heuristic: an unfinished game counts as even."""
    return 0


class Reading(NamedTuple):
    """What a search found out about a move: ``bound`` says what ``score`` is.

    ``reply`` is the answer that holds the score down, ``rival`` the move whose score made the
    window too narrow to go on; both are None where nothing was left out.
    """

    score: int
    bound: str
    reply: int | None = None
    rival: int | None = None


class Search:
    """One search and its counters. Use one instance per position searched: the memo holds for
    one horizon only.

    ``nodes`` are the positions entered, the first and finished ones included; ``cutoffs`` the
    moves that were cut; ``table_hits`` positions answered from the memo, which are not entered
    again and so no nodes; ``guesses`` positions estimated at the horizon. ``counts`` are the nodes
    below each move that ``rank`` has ranked.
    A search prefers the sooner win and the later loss and finds all moves that are equal. If the
    techniques look for the value only, formula 1's value and the first of the best moves are
    enough; ``bare`` asks for that value, but for all moves that have it.
    ``bound`` says what the score is that was returned last, ``reply`` which move made it.
    """

    def __init__(
        self,
        techniques: Techniques = PLAIN,
        estimate: Estimate = unknown,
        *,
        bare: bool = False,
    ) -> None:
        self.pruning, self.early = techniques.pruning, techniques.early
        self.memo = techniques.memo
        self.value_only = techniques.find == "value" and not bare
        self.estimate = estimate
        self.nodes = self.cutoffs = self.table_hits = self.guesses = self.reply = 0
        self.counts: dict[int, int] = {}
        self.bound = EXACT
        self._moves = ORDERED if techniques.ordering else FREE
        self._lost = _BARE if bare or self.value_only else _DEPTH_AWARE
        self._plain = not (self.pruning or techniques.ordering or self.early or self.memo)
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def rank(self, own: int, other: int, left: int) -> dict[int, Reading]:
        """Every legal cell of a live position, in the order searched, ``left`` plies ahead.

        The best score is exact. With pruning the others may be bounds, for a move is given up
        once it cannot be the best, or, unless ``value_only``, as good as the best.
        """
        self.nodes += 1
        found: dict[int, Reading] = {}
        best, rival = LOWEST, None
        for bit in self._moves[own | other]:
            floor = best if self.value_only or rival is None else best - 1
            window = (LOWEST, -floor) if self.pruning else (LOWEST, HIGHEST)
            before = self.nodes
            score = -self.score(other, own | bit, left - 1, *window)
            bound, reply = _OPPOSITE[self.bound], cell_of(self.reply)
            cell = cell_of(bit)
            self.counts[cell] = self.nodes - before
            exact = bound == EXACT
            found[cell] = Reading(score, bound, *((None, None) if exact else (reply, rival)))
            if score > best:
                best, rival = score, cell
        return found

    def score(
        self, own: int, other: int, left: int, alpha: int = LOWEST, beta: int = HIGHEST
    ) -> int:
        """The score of any position for ``own``, to move: exact inside the window.

        Outside of it the score may be a bound; ``bound`` says so.
        """
        if self.memo and (known := self._recall(own, other, alpha, beta)) is not None:
            return known
        self.nodes += 1
        self.bound = EXACT
        taken = own | other
        if WON[other]:
            score = self._lost[taken.bit_count()]
        elif taken == FULL:
            score = 0
        elif left == 0:
            self.guesses += 1
            score = self.estimate(own, other)
        elif self._plain:
            score = self._tree(own, other, left)
        else:
            score = self._windowed(own, other, left, alpha, beta)
        if self.memo:
            live = not WON[other] and taken != FULL and left > 0
            self._remember(own, other, score, *((alpha, beta) if live else (LOWEST, HIGHEST)))
        return score

    def _tree(self, own: int, other: int, left: int) -> int:
        """Plain minimax of a live position; final children are scored without their own call."""
        moves = FREE[own | other]
        count = len(moves)
        self.nodes += count
        win = -self._lost[LAST_PLY + 1 - count]
        if count == 1:
            return win if WON[own | moves[0]] else 0
        if left == 1:
            return self._last_ply(own, other, win)
        best = LOWEST
        for bit in moves:
            score = win if WON[own | bit] else -self._tree(other, own | bit, left - 1)
            if score > best:
                best = score
        return best

    def _last_ply(self, own: int, other: int, win: int) -> int:
        """The best of a live position's moves where the horizon lies right behind them."""
        moves = FREE[own | other]
        self.guesses += sum(not WON[own | bit] for bit in moves)
        return max(win if WON[own | bit] else -self.estimate(other, own | bit) for bit in moves)

    def _windowed(self, own: int, other: int, left: int, alpha: int, beta: int) -> int:
        """A live position with whichever techniques are on."""
        moves = self._moves[own | other]
        if self.early:
            decided, moves = self._at_sight(own, other, moves)
            if decided is not None:
                return decided
        best, floor, reply, bound = LOWEST, alpha, 0, UPPER
        for done, bit in enumerate(moves, 1):
            score = -self.score(other, own | bit, left - 1, -beta, -floor)
            if score > best:
                best, reply, bound = score, bit, _OPPOSITE[self.bound]
            elif score == best and self.bound == EXACT:
                bound = EXACT  # this move proves what an earlier one left open
            if self.pruning:
                floor = max(floor, best)
                if floor >= beta and done < len(moves):
                    self.cutoffs += len(moves) - done
                    bound = LOWER
                    break
        self.bound, self.reply = bound, reply
        return best

    def _at_sight(
        self, own: int, other: int, moves: tuple[int, ...]
    ) -> tuple[int | None, tuple[int, ...]]:
        """Early termination: (score, no moves) when a win or a double threat decides the game.

        Otherwise (None, the moves worth visiting): just the block if there is one to make.
        All others lose at once, so nothing is left open by cutting them.
        """
        ply = LAST_PLY - len(moves)
        if any(WON[own | bit] for bit in moves):
            self.cutoffs += len(moves)
            return -self._lost[ply + 1], ()
        blocks = tuple(bit for bit in moves if WON[other | bit])
        if len(blocks) > 1:
            self.cutoffs += len(moves)
            return self._lost[ply + 2], ()
        if blocks:
            self.cutoffs += len(moves) - 1
        return None, blocks or moves

    def _recall(self, own: int, other: int, alpha: int, beta: int) -> int | None:
        """The score out of the memo, if what it knows settles this window."""
        low, high = self._known.get((own, other), (LOWEST, HIGHEST))
        if not (low == high or low >= beta or high <= alpha):
            return None
        self.table_hits += 1
        self.reply = 0
        self.bound = EXACT if low == high else LOWER if low >= beta else UPPER
        return high if self.bound == UPPER else low

    def _remember(self, own: int, other: int, score: int, alpha: int, beta: int) -> None:
        """Keep what the window lets be said for sure; a bound leaves the other side's alone."""
        low, high = self._known.get((own, other), (LOWEST, HIGHEST))
        if score > alpha:
            low = max(low, score)
        if score < beta:
            high = min(high, score)
        self._known[own, other] = low, high
