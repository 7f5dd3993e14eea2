"""Which cells of a board are alike, derived from its winning patterns alone.

The laws of a placing game see the board only through its patterns, so every permutation of
the cells that maps the set of patterns onto itself maps games onto games of equal value.
Cells on exactly the same patterns (*twins*) may be permuted freely; the rest of the group
permutes whole blocks of twins, as some permutation of the patterns makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations
from math import factorial, prod

from games.rules.dstru import CELLS, LINES

Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """The automorphisms of the patterns of a board with ``cells`` cells.

    ``blocks``  the blocks of twins, each rising, ordered by their first cell.
    ``swaps``   permutations of the blocks as tuples: block b goes to block ``swap[b]``.
                The identity comes first.
    """

    cells: int
    blocks: tuple[Cells, ...]
    swaps: tuple[Cells, ...]

    @property
    def order(self) -> int:
        """The number of automorphisms."""
        return prod(factorial(len(block)) for block in self.blocks) * len(self.swaps)

    def generators(self) -> Iterator[Cells]:
        """Automorphisms that generate all: cell c goes to ``generator[c]``."""
        for block in self.blocks:
            for one, other in pairwise(block):
                yield self._permutation({one: other, other: one})
        for swap in self.swaps[1:]:
            yield self._permutation(
                {
                    cell: image
                    for block, target in zip(self.blocks, swap, strict=True)
                    for cell, image in zip(block, self.blocks[target], strict=True)
                }
            )

    def _permutation(self, moved: dict[int, int]) -> Cells:
        return tuple(moved.get(cell, cell) for cell in range(self.cells))


def symmetry_of(lines: tuple[Cells, ...], cells: int) -> Symmetry:
    """The symmetry of a board of ``cells`` cells whose winning patterns are ``lines``."""
    blocks: dict[frozenset[int], list[int]] = {}
    for cell in range(cells):
        through = frozenset(i for i, line in enumerate(lines) if cell in line)
        blocks.setdefault(through, []).append(cell)
    found = (block_swap(blocks, order) for order in permutations(range(len(lines))))
    swaps = tuple(dict.fromkeys(swap for swap in found if swap))
    return Symmetry(cells, tuple(tuple(block) for block in blocks.values()), swaps)


def block_swap(blocks: dict[frozenset[int], list[int]], order: Cells) -> Cells | None:
    """What renaming pattern i to ``order[i]`` does to the blocks, keyed by their patterns.

    None if it does not come from a permutation of cells: a block would go to one of
    another size, or to none.
    """
    numbers = {through: number for number, through in enumerate(blocks)}
    swap = []
    for through, block in blocks.items():
        image = frozenset(order[line] for line in through)
        if len(blocks.get(image, ())) != len(block):
            return None
        swap.append(numbers[image])
    return tuple(swap)


@cache
def symmetry() -> Symmetry:
    """The symmetry of DSTRU-TAC-TOE."""
    return symmetry_of(LINES, CELLS)
