"""The eight symmetries of the 3×3 board, and the class a position belongs to."""

from __future__ import annotations

from functools import cache

from games.rules import ClassicBoard

_QUARTER_TURN = tuple(3 * (2 - cell % 3) + cell // 3 for cell in range(9))
_MIRROR = tuple(3 * (cell // 3) + 2 - cell % 3 for cell in range(9))


def _then(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(second[cell] for cell in first)


def _generated() -> tuple[tuple[int, ...], ...]:
    """Every permutation of cells that quarter turns and the mirror can make."""
    found = {tuple(range(9))}
    while True:
        wider = found | {_then(one, by) for one in found for by in (_QUARTER_TURN, _MIRROR)}
        if wider == found:
            return tuple(sorted(found))
        found = wider


SYMMETRIES = _generated()
"""The permutations: cell i of a board goes to cell ``permutation[i]``."""


@cache
def images(mask: int) -> tuple[int, ...]:
    """``mask`` under each of SYMMETRIES, in their order."""
    return tuple(
        sum(1 << permutation[cell] for cell in range(9) if mask >> cell & 1)
        for permutation in SYMMETRIES
    )


def canonical(board: ClassicBoard) -> ClassicBoard:
    """The one position that stands for all the images of ``board``: the smallest of them."""
    return ClassicBoard(*min(zip(images(board.x), images(board.o), strict=True)))
