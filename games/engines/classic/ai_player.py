"""``AIPlayer``: the computer opponent of document 004, each of its techniques a switch.

Without one it is plain minimax (document 000, formulas 1 and 5; document 003). Pruning,
move ordering, early termination and the memo change how many positions it visits and never
what it finds. A depth limit does change that.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.engines.base import Bound, Choice
from games.engines.classic import heuristic
from games.engines.classic.bitboards import WON, holdings, sides
from games.engines.classic.scores import (
    LAST_PLY,
    LEAST,
    MOST,
    UNIT,
    WIN,
    best_of,
    plies_left,
    value_of,
)
from games.engines.classic.search import EXACT, Reading, Search, unknown
from games.engines.numbers import signed
from games.engines.techniques import Techniques
from games.rules import ClassicBoard
from games.rules.classic import FULL


class AIPlayer:
    """A searcher that speaks for ``player``, the seat ``X`` or ``O``.

    ``depth`` limits the plies looked ahead (None: to the end). At the limit an unfinished
    position counts as document 004's heuristic if ``use_heuristics``, else as even; the sum is
    held short of a certain result unless the ``techniques`` say that it is unbounded.
    ``use_alpha_beta`` decides which of its two searches ``choose`` and ``get_move`` use. All
    switches there are can be given as ``techniques`` instead. With ``first`` it plays formula 5 as
    printed: the first cell, a1 to c3, of the highest bare value.
    """

    def __init__(
        self,
        player: str,
        use_alpha_beta: bool = False,
        use_heuristics: bool = False,
        depth: int | None = None,
        *,
        techniques: Techniques | None = None,
        first: bool = False,
    ) -> None:
        if player not in ClassicBoard.SEATS:
            raise ValueError(f"{player!r} is no side: expected X or O")
        self.player = player
        self.techniques = techniques or Techniques(use_alpha_beta, use_heuristics, depth=depth)
        self.first = first
        depth = self.techniques.depth
        if depth is not None and depth < 1:
            raise ValueError(f"{depth!r} is no depth: expected 1 or more plies, or None")
        self._depth = depth
        self._prunes = self.techniques.pruning
        self._value_only = self.techniques.find == "value"

    def get_move(self, board: ClassicBoard, rng: Random) -> int:
        """The cell to play in a live position, drawn with ``rng`` from the best."""
        return self.choose(board, rng).move

    def choose(self, board: ClassicBoard, rng: Random) -> Choice:
        """``get_move`` with all that was seen. Values are for the side to move, i.e. the player.

        The principal variation is read off afterwards by the same search and not counted.
        """
        own, other = sides(board)
        left = self._horizon(self._depth)
        search = self._search(self._prunes)
        found = search.rank(own, other, left)
        candidates = self._best(found)
        move = rng.choice(candidates)
        return Choice(
            move,
            candidates,
            values={cell: value_of(found[cell].score) for cell in sorted(found)},
            bounds={cell: self._bound(board, found, cell) for cell in sorted(found)},
            estimated=search.guesses > 0,
            nodes=search.nodes,
            cutoffs=search.cutoffs,
            table_hits=search.table_hits,
            depth=min(left, LAST_PLY - board.ply),
            line=(move, *self._line(other, own | 1 << move, left - 1)),
            view={"plies": {str(c): self._plies(found[c], board.ply) for c in sorted(found)}},
        )

    def line_of(self, board: ClassicBoard, cell: int) -> tuple[int, ...]:
        """The line that gives ``cell`` its value, with the reply that cuts it where one does."""
        own, other = sides(board)
        left = self._horizon(self._depth)
        reply = None
        if self._prunes:
            reply = self._search(pruning=True).rank(own, other, left)[cell].reply
        moved, left = own | 1 << cell, left - 1
        if reply is None:
            return (cell, *self._line(other, moved, left))
        return (cell, reply, *self._line(moved, other | 1 << reply, left - 1))

    def counts(self, board: ClassicBoard) -> dict[tuple[int, ...], int]:
        """The positions that ``choose`` enters below each move, in the order searched."""
        search = self._search(self._prunes)
        search.rank(*sides(board), self._horizon(self._depth))
        return {(cell,): count for cell, count in search.counts.items()}

    def _best(self, found: dict[int, Reading]) -> tuple[int, ...]:
        """The moves of the highest score to draw from; for the value alone the first one tried."""
        best = best_of({cell: one.score for cell, one in found.items() if one.bound == EXACT})
        if self._value_only and not self.first:
            return tuple(cell for cell in found if cell in best)[:1]
        return best[:1] if self.first else best

    def _plies(self, one: Reading, ply: int) -> int | None:
        """Plies to the end that ``one`` foresees; None where it knows no distance."""
        bare = self._value_only or self.first
        known = one.bound == EXACT and (one.score == 0 or not bare)
        return plies_left(one.score, ply) if known else None

    def _bound(self, board: ClassicBoard, found: dict[int, Reading], cell: int) -> Bound:
        """What the value of ``cell`` is, with the reason where it is not exact."""
        one = found[cell]
        if one.reply is None or one.rival is None:
            return Bound(one.bound)
        value, least = value_of(one.score), value_of(found[one.rival].score)
        rival, reply = board.cell_name(one.rival), board.cell_name(one.reply)
        reason = cut_reason(self.player, reply, value, rival, least)
        if value == least and not (self._value_only or self.first):
            reason += f", {'sooner' if value > 0 else 'later'}"
        return Bound(one.bound, reason)

    def minimax(self, board: ClassicBoard, depth: int | None = None) -> int:
        """The value of ``board`` for ``player``, no branch left out for being hopeless."""
        return self._value(board, self._search(pruning=False), depth, LEAST, MOST)

    def minimax_alpha_beta(
        self, board: ClassicBoard, depth: int | None = None, alpha: int = LEAST, beta: int = MOST
    ) -> int:
        """The same value, found between ``alpha`` (what ``player`` has) and ``beta``.

        A value outside of the window comes back as a bound on its own side of it.
        """
        return self._value(board, self._search(pruning=True), depth, alpha, beta)

    def _value(
        self, board: ClassicBoard, search: Search, depth: int | None, alpha: int, beta: int
    ) -> int:
        own, other = sides(board)
        left = self._horizon(depth or self._depth)
        if board.to_move == self.player:
            return value_of(search.score(own, other, left, alpha * UNIT, beta * UNIT))
        return -value_of(search.score(own, other, left, -beta * UNIT, -alpha * UNIT))

    def _evaluate_terminal(self, board: ClassicBoard) -> int | None:
        """+10, -10 or 0 for ``player`` in a finished game, None while it goes on (formula 1)."""
        own, other = holdings(board, self.player)
        if WON[own] or WON[other]:
            return WIN if WON[own] else -WIN
        return 0 if own | other == FULL else None

    def _heuristic_evaluation(self, board: ClassicBoard) -> int:
        """Document 004's heuristic for ``player``, as printed; it may exceed a win's 10."""
        return heuristic.evaluate(*holdings(board, self.player))

    def _search(self, pruning: bool) -> Search:
        estimate = self._estimate if self.techniques.heuristics else unknown
        techniques = replace(self.techniques, pruning=pruning)
        return Search(techniques, estimate, bare=self.first)

    def _estimate(self, own: int, other: int) -> int:
        """The heuristic as a score for the side to move, bounded unless the print is asked for."""
        guess = heuristic.evaluate if self.techniques.unbounded else heuristic.bounded
        x_to_move = own.bit_count() == other.bit_count()
        if x_to_move == (self.player == "X"):
            return guess(own, other) * UNIT
        return -guess(other, own) * UNIT

    def _line(self, own: int, other: int, left: int) -> tuple[int, ...]:
        """The rest of the principal variation, the lowest of equal cells each time."""
        if left == 0 or WON[other] or own | other == FULL:
            return ()
        move = self._best(self._search(self._prunes).rank(own, other, left))[0]
        return (move, *self._line(other, own | 1 << move, left - 1))

    @staticmethod
    def _horizon(depth: int | None) -> int:
        return LAST_PLY if depth is None else depth


def cut_reason(seat: str, reply: str, value: int, rival: str, least: int) -> str:
    """Why a search cut a move of ``seat``: its value is at most ``value``.

    ``reply`` holds it down; the move ``rival`` is worth ``least`` already.
    """
    other = "O" if seat == "X" else "X"
    held = f"cut: {other} already holds {seat} to ≤ {signed(value)} here with {reply}"
    return f"{held}, and {seat} has {signed(least)} with {rival}"
