"""The whole game tree, no tricks (document 000, formulas 1 and 5; document 003).

Values are formula 1's, from the side to move: +10 a win, -10 a loss, 0 a draw. Among
moves of equal value the engine prefers the sooner win and the later loss; that distance
orders equals only and never enters the value.
"""

from __future__ import annotations

from random import Random

from games.engines.base import Choice, Engine
from games.rules import ClassicBoard
from games.rules.classic import FULL, cells_of, won

WIN = 10


class MinimaxEngine(Engine):
    """Visits every continuation to the end and takes the best of the worst."""

    slug = "minimax"
    title = "Minimax"
    variant = "classic"
    idea = "Reads every game to its end and assumes the best reply each time."
    strength = "perfect"

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        x_moves = board.to_move == "X"
        own, other = (board.x, board.o) if x_moves else (board.o, board.x)
        nodes = 1
        seen: dict[int, tuple[int, int, tuple[int, ...]]] = {}
        for cell in board.available_moves():
            value, plies, line, visited = search(other, own | 1 << cell)
            seen[cell] = (-value, plies + 1, (cell, *line))
            nodes += visited
        candidates = best_of({cell: (value, plies) for cell, (value, plies, _) in seen.items()})
        move = rng.choice(candidates)
        return Choice(
            move,
            candidates,
            values={cell: value for cell, (value, _, _) in seen.items()},
            nodes=nodes,
            depth=9 - board.ply,
            line=seen[move][2],
            view={"plies": {cell: plies for cell, (_, plies, _) in seen.items()}},
        )


def search(own: int, other: int) -> tuple[int, int, tuple[int, ...], int]:
    """Minimax of a position given as two 9-bit integers, ``own`` to move.

    Returns (value for ``own``, plies to the end with best play, principal variation, nodes).
    """
    if won(other):
        return -WIN, 0, (), 1
    free = FULL & ~(own | other)
    if not free:
        return 0, 0, (), 1
    nodes, best = 1, None
    for cell in cells_of(free):
        value, plies, line, visited = search(other, own | 1 << cell)
        nodes += visited
        if best is None or preference(-value, plies + 1) > preference(best[0], best[1]):
            best = (-value, plies + 1, (cell, *line))
    assert best is not None
    return (*best, nodes)


def preference(value: int, plies: int) -> tuple[int, int]:
    """Order of equals: win sooner, hold or lose later. Compares the value first, always."""
    return value, -plies if value > 0 else plies


def best_of(seen: dict[int, tuple[int, int]]) -> tuple[int, ...]:
    """The cells whose (value, plies) no other cell beats, in rising order."""
    top = max(preference(*pair) for pair in seen.values())
    return tuple(cell for cell, pair in sorted(seen.items()) if preference(*pair) == top)
