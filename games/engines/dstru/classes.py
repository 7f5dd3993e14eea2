"""The positions of DSTRU-TAC-TOE up to symmetry, numbered.

Only the number of pieces of each player in each block of twins matters. The counts of one
player are written in mixed radix as one small integer, the *code* of a 16-bit set; a pair of
codes is a position up to twins, and the block swaps join those pairs into classes.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from games.engines.dstru.symmetry import Symmetry, symmetry

Ints = NDArray[np.int32]


class Classes:
    """The classes of boards, K of them, without regard to the seat to act or to play.

    ``sizes``   int32 (B,)            cells in each of the B blocks.
    ``strides`` int32 (B,)            what one piece in a block adds to a code.
    ``code``    int32 (65536,)        the code of a set of cells, given as 16-bit integer.
    ``number``  int32 (C, C)          class of a pair of codes (Tres's, Uno's); -1 if the counts
                                      overfill a block. C is the number of codes.
    ``tres``, ``uno``       int32 (K,)    codes of one representative of each class.
    ``tres_in``, ``uno_in`` int32 (K, B)  its counts by block.
    ``pieces``  int32 (K,)            pieces on the board.
    ``boards``  int64 (K,)            how many boards the class joins.
    """

    def __init__(self, alike: Symmetry) -> None:
        self.alike = alike
        self.sizes = np.array([len(block) for block in alike.blocks], np.int32)
        self.strides = np.cumprod([1, *(self.sizes[:-1] + 1)]).astype(np.int32)
        self.code = self._codes_of_sets()
        counts = self._counts_of_codes()
        self.number, self.tres, self.uno, images = self._join(counts)
        self.tres_in, self.uno_in = counts[self.tres], counts[self.uno]
        self.pieces = (self.tres_in + self.uno_in).sum(1, dtype=np.int32)
        self.boards = self._ways() * images

    def __len__(self) -> int:
        return len(self.tres)

    def of(self, tres: int, uno: int) -> int:
        """The class of the board where Tres and Uno hold these cells (16-bit integers)."""
        return int(self.number[self.code[tres], self.code[uno]])

    def representatives(self) -> tuple[Ints, Ints]:
        """One board of each class as two arrays (K,) of 16-bit sets: Tres's, Uno's."""
        tres, uno = np.zeros(len(self), np.int32), np.zeros(len(self), np.int32)
        for number, block in enumerate(self.alike.blocks):
            held, both = self.tres_in[:, number], (self.tres_in + self.uno_in)[:, number]
            for rank, cell in enumerate(block):
                tres |= np.where(rank < held, 1 << cell, 0)
                uno |= np.where((rank >= held) & (rank < both), 1 << cell, 0)
        return tres, uno

    def _codes_of_sets(self) -> Ints:
        sets = np.arange(1 << self.alike.cells)
        code = np.zeros(len(sets), np.int32)
        for block, stride in zip(self.alike.blocks, self.strides, strict=True):
            code += stride * np.bitwise_count(sets & sum(1 << cell for cell in block))
        return code

    def _counts_of_codes(self) -> Ints:
        """Array (C, B): the counts by block that each code stands for."""
        digits = product(*(range(size + 1) for size in self.sizes[::-1]))
        return np.array(list(digits), np.int32)[:, ::-1]

    def _join(self, counts: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Number the classes. Returns ``number``, ``tres``, ``uno``, and how many pairs each joins.

        A pair of codes is named by the least of its images under the block swaps.
        """
        codes = len(counts)
        pair = np.arange(codes * codes, dtype=np.int32).reshape(codes, codes)
        name = pair.copy()
        for swap in self.alike.swaps[1:]:
            image = (counts * self.strides[list(swap)]).sum(1, dtype=np.int32)
            np.minimum(name, image[:, None] * codes + image[None, :], out=name)
        fits = np.ones((codes, codes), bool)
        for block, size in enumerate(self.sizes):
            fits &= counts[:, None, block] + counts[None, :, block] <= size
        heads = pair[fits & (name == pair)]
        number = np.full((codes, codes), -1, np.int32)
        number[fits] = np.searchsorted(heads, name[fits])
        tres, uno = np.divmod(heads, np.int32(codes))
        return number, tres, uno, np.bincount(number[fits]).astype(np.int32)

    def _ways(self) -> NDArray[np.int64]:
        """How many boards have the counts of each representative: a product of multinomials."""
        factorials = np.array([factorial(n) for n in range(self.alike.cells + 1)], np.int64)
        free = self.sizes - self.tres_in - self.uno_in
        parts = factorials[self.tres_in] * factorials[self.uno_in] * factorials[free]
        ways: NDArray[np.int64] = (factorials[self.sizes] // parts).prod(1)
        return ways


@cache
def classes() -> Classes:
    """The classes of DSTRU-TAC-TOE, made once per process."""
    return Classes(symmetry())


@cache
def representatives() -> tuple[list[int], list[int]]:
    """A board of each class, as plain integers: Tres's sets, Uno's sets."""
    tres, uno = classes().representatives()
    return tres.tolist(), uno.tolist()
