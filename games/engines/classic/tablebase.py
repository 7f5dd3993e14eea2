"""The complete table of 3×3: every reachable position's score and best moves.

Built at first use by retrograde analysis, ply by ply from the full boards back to the empty
one, on whole layers of positions at once. A position is one number, its *key*: the cells of
the side to move times 512 plus the cells of the side that waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from games.engines.classic.bitboards import WON, sides
from games.engines.classic.scores import LAST_PLY, LOWEST, WIN_SCORE
from games.rules import ClassicBoard

Keys = NDArray[np.int64]

_BITS = 1 << np.arange(9)
_WON = np.frombuffer(WON, dtype=np.bool_)
_SIZE = 1 << 18


@dataclass(frozen=True)
class ClassicTable:
    """``layers[p]`` holds the keys of all positions after p plies, shape (count,), rising.

    ``scores`` and ``best`` are indexed by key (262,144 entries, most of them unused): the
    depth-aware score for the side to move, and the mask of the cells that reach it
    (0 once the game is over).
    """

    layers: tuple[Keys, ...]
    scores: memoryview
    best: memoryview

    def score(self, board: ClassicBoard) -> int:
        """The score of a reachable ``board`` for the side to move."""
        return self.scores[key_of(board)]

    def boards(self) -> list[ClassicBoard]:
        """Every reachable position, in order of plies."""
        return [board_of(key) for layer in self.layers for key in layer.tolist()]


def key_of(board: ClassicBoard) -> int:
    """The table's key of ``board``."""
    own, other = sides(board)
    return own << 9 | other


def board_of(key: int) -> ClassicBoard:
    """The board of a key; equal counts mean that X is to move."""
    own, other = key >> 9, key & 511
    return (
        ClassicBoard(own, other)
        if own.bit_count() == other.bit_count()
        else ClassicBoard(other, own)
    )


@cache
def table() -> ClassicTable:
    """The one table of the process. The first call builds it, in a few milliseconds."""
    layers = _forward()
    scores, best = np.zeros(_SIZE, np.int16), np.zeros(_SIZE, np.int16)
    for ply in range(LAST_PLY, -1, -1):
        _value_layer(layers[ply], ply, scores, best)
    return ClassicTable(layers, scores.data, best.data)


def _forward() -> tuple[Keys, ...]:
    """All reachable keys, ply by ply, each once."""
    layers = [np.zeros(1, np.int64)]
    reached = np.zeros(_SIZE, np.bool_)
    for _ in range(LAST_PLY):
        live = layers[-1][~_WON[layers[-1] & 511]]
        children, legal = _children(live)
        fresh = children[legal]
        reached[fresh] = True
        layers.append(np.flatnonzero(reached))
        reached[fresh] = False
    return tuple(layers)


def _children(keys: Keys) -> tuple[Keys, NDArray[np.bool_]]:
    """The key after each move, and whether the move is legal: both (positions, 9 cells)."""
    own, other = keys >> 9, keys & 511
    legal = (own | other)[:, None] & _BITS == 0
    return (other << 9 | own)[:, None] + np.where(legal, _BITS, 0), legal


def _value_layer(keys: Keys, ply: int, scores: NDArray[np.int16], best: NDArray[np.int16]) -> None:
    """Fill in one layer from the one after it."""
    lost = _WON[keys & 511]
    scores[keys[lost]] = ply - WIN_SCORE
    if ply == LAST_PLY:
        return
    live = keys[~lost]
    children, legal = _children(live)
    moves = np.where(legal, -scores[children], LOWEST)
    scores[live] = top = moves.max(axis=1)
    best[live] = (moves == top[:, None]) @ _BITS
