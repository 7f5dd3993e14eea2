"""Alpha-beta on two integers with masks, as small as it gets (document 003).

The search of ``alphabeta`` written for the machine: a position is two 9-bit integers, a
move is an OR, and a look-up of the eight masks finds a win before it is played.
"""

from __future__ import annotations

from random import Random

from games.engines.base import Choice, Engine, exactly
from games.engines.classic.bitboards import FREE, ORDERED, WON, cell_of, sides
from games.engines.classic.scores import (
    HIGHEST,
    LAST_PLY,
    LOWEST,
    WIN_SCORE,
    best_of,
    plies_left,
    value_of,
)
from games.engines.options import TIES
from games.rules import ClassicBoard
from games.rules.classic import FULL, MASKS


class BitSearch:
    """Scores live positions for the side to move, counting ``nodes`` and ``cutoffs``."""

    def __init__(self) -> None:
        self.nodes = 0
        self.cutoffs = 0

    def value(self, own: int, other: int) -> int:
        """Formula 1's value alone: a window of one point on either side of a draw tells it."""
        score = self.negamax(own, other, -1, 1)
        return value_of(WIN_SCORE * ((score > 0) - (score < 0)))

    def negamax(self, own: int, other: int, alpha: int = LOWEST, beta: int = HIGHEST) -> int:
        """The score for ``own``, to move: exact inside the window, else a bound."""
        self.nodes += 1
        moves = ORDERED[own | other]
        for bit in moves:
            if WON[own | bit]:
                return WIN_SCORE - LAST_PLY - 1 + len(moves)
        if len(moves) == 1:
            return 0
        best = LOWEST
        for done, bit in enumerate(moves, 1):
            score = -self.negamax(other, own | bit, -beta, -alpha)
            if score > best:
                best = score
                if best > alpha:
                    alpha = best
                if alpha >= beta:
                    self.cutoffs += len(moves) - done
                    break
        return best

    def rank(self, own: int, other: int) -> dict[int, int]:
        """The exact score of every legal cell of a live position."""
        self.nodes += 1
        return {cell_of(bit): self.after(own | bit, other) for bit in FREE[own | other]}

    def after(self, own: int, other: int) -> int:
        """The score for ``own``, which has just moved; the game may have ended with that."""
        taken = own | other
        if WON[own]:
            return WIN_SCORE - taken.bit_count()
        return -self.negamax(other, own) if taken != FULL else 0


class BitboardEngine(Engine):
    """Perfect play from two integers."""

    slug = "bitboard"
    title = "Bitboard"
    variant = "classic"
    idea = "The same search with each side's marks in one integer and a mask for every line."
    strength = "perfect"
    OPTIONS = (TIES,)

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        own, other = sides(board)
        search = BitSearch()
        scores = search.rank(own, other)
        values = {cell: value_of(score) for cell, score in scores.items()}
        candidates = best_of(values)[:1] if self.takes_first else best_of(scores)
        move = rng.choice(candidates)
        return Choice(
            move,
            candidates,
            values=values,
            bounds=exactly(scores),
            nodes=search.nodes,
            cutoffs=search.cutoffs,
            depth=LAST_PLY - board.ply,
            line=(move, *principal_variation(other, own | 1 << move)),
            view={
                "plies": {str(cell): plies_left(s, board.ply) for cell, s in scores.items()},
                "integers": {"X": board.x, "O": board.o, "free": FULL & ~(board.x | board.o)},
                "masks": [
                    {"mask": mask, "X": board.x & mask, "O": board.o & mask} for mask in MASKS
                ],
            },
        )

    def line_of(self, board: ClassicBoard, cell: int) -> tuple[int, ...]:
        own, other = sides(board)
        return (cell, *principal_variation(other, own | 1 << cell))

    def counts(self, board: ClassicBoard) -> dict[tuple[int, ...], int]:
        own, other = sides(board)
        found: dict[tuple[int, ...], int] = {}
        for bit in FREE[own | other]:
            search = BitSearch()
            search.after(own | bit, other)
            found[(cell_of(bit),)] = search.nodes
        return found


def principal_variation(own: int, other: int) -> tuple[int, ...]:
    """Best play from here, the lowest of equal cells each time; none once the game is over."""
    if WON[other] or own | other == FULL:
        return ()
    move = best_of(BitSearch().rank(own, other))[0]
    return (move, *principal_variation(other, own | 1 << move))
