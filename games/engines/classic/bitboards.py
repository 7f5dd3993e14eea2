"""Look-ups over 9-bit integers, shared by every engine that counts in bits (document 003).

Bit i is cell i. A position is always a pair: the cells of the side to move, then those of
the side that waits. All tables are indexed by a mask from 0 to 511.
"""

from __future__ import annotations

from games.rules import ClassicBoard
from games.rules.classic import FULL, won

CENTRE = 1 << 4

_BY_WORTH = (4, 0, 2, 6, 8, 1, 3, 5, 7)
"""Document 004's move ordering: the centre, then the corners, then the edges."""


def _free_bits(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(1 << cell for cell in order if not taken >> cell & 1) for taken in range(FULL + 1)
    )


WON = bytes(won(mask) for mask in range(FULL + 1))
"""WON[own] is 1 when the cells ``own`` hold a line, else 0."""

FREE = _free_bits(tuple(range(9)))
"""FREE[taken] lists the single bits not in ``taken``, lowest cell first."""

ORDERED = _free_bits(_BY_WORTH)
"""The same bits, most promising first."""


def sides(board: ClassicBoard) -> tuple[int, int]:
    """The cells of the side to move and of the side that waits."""
    return (board.x, board.o) if board.to_move == "X" else (board.o, board.x)


def holdings(board: ClassicBoard, seat: str) -> tuple[int, int]:
    """The cells of ``seat`` and of its opponent, no matter who is to move."""
    return (board.x, board.o) if seat == "X" else (board.o, board.x)


def cell_of(bit: int) -> int:
    """The cell that a mask of one bit stands for."""
    return bit.bit_length() - 1
