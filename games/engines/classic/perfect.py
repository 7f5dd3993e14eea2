"""Perfect play from the complete table, with a taste for traps."""

from __future__ import annotations

from random import Random

from games.engines.base import Choice, Engine, exactly
from games.engines.classic.bitboards import FREE, WON, cell_of, sides
from games.engines.classic.scores import best_of, plies_left, value_of
from games.engines.classic.tablebase import ClassicTable, table
from games.engines.options import TIES
from games.rules import ClassicBoard


class PerfectEngine(Engine):
    """Keeps the value; among equals leaves the most losing replies; then wins soonest.

    Losing replies are compared as a share of all replies: a move that wins at once leaves
    none, and is no worse for it than one that leaves four of which all lose.
    """

    slug = "perfect"
    title = "Perfect"
    variant = "classic"
    idea = "Looks every position up in the solved game and picks the move hardest to answer."
    strength = "perfect, and sets traps"
    OPTIONS = (TIES,)

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        solved = table()
        own, other = sides(board)
        free = FREE[own | other]
        scores = {cell_of(bit): -solved.scores[other << 9 | own | bit] for bit in free}
        traps = {cell_of(bit): losing_replies(solved, own | bit, other) for bit in free}
        merits = {
            cell: (value_of(score), share(traps[cell], len(free) - 1), score)
            for cell, score in scores.items()
        }
        values = {cell: value_of(score) for cell, score in scores.items()}
        top = max(merits.values())
        candidates = tuple(cell for cell, merit in merits.items() if merit == top)
        if self.takes_first:
            candidates = best_of(values)[:1]
        move = rng.choice(candidates)
        return Choice(
            move,
            candidates,
            values=values,
            bounds=exactly(scores),
            table_hits=len(free) ** 2,
            depth=plies_left(scores[move], board.ply) or 0,
            line=(move, *best_line(solved, other, own | 1 << move)),
            view={
                "plies": {str(cell): plies_left(s, board.ply) for cell, s in scores.items()},
                "losing_replies": {str(cell): list(t or ()) for cell, t in traps.items()},
            },
        )

    def line_of(self, board: ClassicBoard, cell: int) -> tuple[int, ...]:
        own, other = sides(board)
        return (cell, *best_line(table(), other, own | 1 << cell))


def losing_replies(solved: ClassicTable, moved: int, other: int) -> tuple[int, ...] | None:
    """The cells with which ``other``, to move now, would lose; None if it has lost already."""
    if WON[moved]:
        return None
    replies = FREE[moved | other]
    return tuple(cell_of(bit) for bit in replies if solved.scores[moved << 9 | other | bit] > 0)


def share(losing: tuple[int, ...] | None, replies: int) -> float:
    """Which part of the opponent's ``replies`` lose, from 0 to 1; all of them if it has lost."""
    if losing is None:
        return 1.0
    return len(losing) / replies if replies else 0.0


def best_line(solved: ClassicTable, own: int, other: int) -> tuple[int, ...]:
    """Best play by the table, the lowest of equal cells each time; none once the game is over."""
    best = solved.best[own << 9 | other]
    if not best:
        return ()
    bit = best & -best
    return (cell_of(bit), *best_line(solved, other, own | bit))
